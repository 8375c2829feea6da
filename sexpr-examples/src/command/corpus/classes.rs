//! What `sexpr corpus duplicates` and `find` share: options, and how classes of equal subterms are shown.

use std::fs;

use clap::Args;

use crate::command::Verdict;
use crate::command::console::Console;
use crate::command::show::{Excerpt, Lines, json_of_class, text_of_class};
use crate::corpus::ask::{Answer, Class, Place, Question};
use crate::corpus::content_hash;
use crate::text::{Source, Span};

#[derive(Args, Debug)]
pub(super) struct Classes {
    /// Treat free variables like bound ones: subterms that differ only in the names of free variables are equal.
    #[arg(long)]
    map_free_vars: bool,
    /// How many classes of equal subterms are shown, at most.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,
    /// How many places of each class are shown, at most.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    places: u64,
    /// Memory for the query's tables. What has no room there goes to temporary files.
    #[arg(long, value_name = "MIB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..))]
    memory: u32,
    /// The format.
    #[arg(long, value_enum, default_value_t)]
    format: Lines,
}

/// Where the texts of subterms come from.
pub(super) enum Excerpts<'s> {
    /// The file of the first occurrence, if it has not changed.
    OfPlaces,
    /// The file that is asked about.
    OfAsked(&'s Source),
}

impl Classes {
    pub(super) fn question(&self) -> Question {
        let Self { map_free_vars, limit, places, memory, format: _ } = *self;
        let memory = usize::try_from(memory).unwrap_or(usize::MAX).saturating_mul(1 << 20);
        Question { map_free_vars, max_classes: limit, max_places: places, memory }
    }

    /// Shows an answer, or says that there is none: `nothing`.
    pub(super) fn show(
        &self,
        answer: &Answer,
        excerpts: &Excerpts<'_>,
        nothing: &str,
        console: &mut Console,
    ) -> Verdict {
        if answer.total == 0 {
            if self.format == Lines::Text {
                console.print_success(nothing);
            }
            return Verdict::Amiss;
        }
        for class in &answer.classes {
            let excerpt = excerpts.of(class);
            match self.format {
                Lines::Json => console.print_json(json_of_class(class, &excerpt)),
                Lines::Text => console.print(&text_of_class(class, &excerpt, console.screen())),
            }
            if !console.is_read() {
                break;
            }
        }
        let shown = answer.classes.len() as u64;
        if shown < answer.total {
            let total = answer.total;
            console.note(&format!("{shown} of {total} classes of equal subterms: show more with `--limit N`\n"));
        }
        Verdict::Fine
    }
}

impl Excerpts<'_> {
    /// A subterm's text.
    fn of(&self, class: &Class) -> Excerpt {
        let Some(place) = class.places.first() else { return Err("there is no place".to_owned()) };
        match self {
            Self::OfPlaces => {
                let source = unchanged(place)?;
                let [start, end] = place.span.ok_or("the place in the file is not known")?;
                Ok((source.clone(), source.range(&span(start, end))))
            }
            Self::OfAsked(source) => {
                let [start, end] = class.asked.ok_or("the place in the file is not known")?;
                Ok(((*source).clone(), source.range(&span(start, end))))
            }
        }
    }
}

/// The file of a place, if it is what was indexed.
fn unchanged(place: &Place) -> Result<Source, String> {
    let bytes = fs::read(&place.file).map_err(|error| format!("{} cannot be read: {error}", place.file))?;
    if content_hash(&bytes) != place.content_hash {
        return Err(format!("{} has changed since it was indexed: run `sexpr corpus index` again", place.file));
    }
    Source::from_bytes(place.file.as_str(), bytes).map_err(|error| error.to_string())
}

fn span(start: (u32, u32), end: (u32, u32)) -> Span {
    Span::new("", start.0, start.1, end.0, end.1)
}
