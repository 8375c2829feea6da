//! What rows say is what the library says of each subterm.

use std::fs;

use serde_json::Value;
use sexpr_core::terms::Subterms;
use sexpr_core::{Fingerprint, Options, structural_fingerprint};
use sexpr_examples::corpus::{content_hash, rows};
use sexpr_examples::language::{LANGUAGES, Lambda, Language, Pypto, Relay, Wave, of_path};
use sexpr_examples::text::{Source, Span};
use sexpr_examples::wave;

use crate::support::{Row, rows_of};

/// The programs to try of a language, with their names.
fn programs(language: &str) -> Vec<(String, String)> {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/programs");
    let paths = fs::read_dir(directory).expect("there are programs").map(|entry| entry.expect("it can be read").path());
    let of_language = paths.filter(|path| of_path(path).is_some_and(|found| found.name() == language));
    of_language
        .map(|path| {
            let name = path.file_name().and_then(|name| name.to_str()).expect("the name is text").to_owned();
            (name, fs::read_to_string(path).expect("it is text"))
        })
        .collect()
}

fn table(language: &str, name: &str, text: &str) -> Vec<Row> {
    let language = LANGUAGES.iter().find(|it| it.name() == language).expect("it is there");
    rows_of(&rows(*language, name, text.as_bytes().to_vec(), 1).expect("it is a program"))
}

fn bits(fingerprint: Option<Fingerprint>) -> Option<u128> {
    fingerprint.map(Fingerprint::to_u128)
}

/// Checks the rows of all programs to try.
fn check<L: Language>() {
    let texts = programs(L::NAME);
    assert!(texts.len() > 4);
    for (name, text) in texts {
        let source = Source::new(name.as_str(), text.as_str());
        let program = L::parse(&source, &mut L::Shared::default()).expect("it is a program");
        let rows = table(L::NAME, &name, &text);
        let subterms = Subterms::new().fingerprints(&program);
        let mapped = Subterms::new().options(Options::new().map_free_vars(true)).fingerprints(&program);
        assert_eq!((rows.len(), rows.len()), (subterms.len(), mapped.len()), "{name}");
        for (number, (row, ((subterm, fingerprint), (same, mapped)))) in
            rows.iter().zip(subterms.iter().zip(&mapped)).enumerate()
        {
            let path = subterm.path();
            let identities = [subterm, same].map(|subterm| subterm.node().identity());
            assert_eq!((identities[0], &path), (identities[1], &same.path()), "{name}: both find the same");
            let inside = subterms[number + 1..].partition_point(|(inner, _)| inner.is_in(subterm));
            let place = L::locate(&program, &path);
            let place = (!place.is_unknown())
                .then(|| [place.begin_line, place.begin_column, place.end_line, place.end_column].map(|it| it as i32));
            let expected = Row {
                file: name.clone(),
                row: number as i64,
                last_row: (number + inside) as i64,
                language: L::NAME.to_owned(),
                type_name: subterm.node().type_info().name().to_owned(),
                size: subterm.size() as i64,
                place,
                fingerprint: bits(*fingerprint),
                fingerprint_map_free_vars: bits(*mapped),
                file_fingerprint: bits(structural_fingerprint(&program).ok()),
                content_hash: Some(content_hash(text.as_bytes())),
            };
            assert_eq!(row, &expected, "{name}: {path}");
        }
    }
}

#[test]
fn rows_have_the_fingerprints_and_places_of_subterms() {
    check::<Lambda>();
    check::<Pypto>();
    check::<Relay>();
}

#[test]
fn nodes_of_wave_have_places_and_other_subterms_of_graphs_have_none() {
    for (name, text) in programs(Wave::NAME) {
        let graph = wave::read(&text).expect("it is a graph");
        let rows = table(Wave::NAME, &name, &text);
        let whole = wave::graph_fingerprint(&graph).ok().map(Fingerprint::to_u128);
        assert!(rows.iter().all(|row| row.file_fingerprint == whole), "{name}");
        assert!(rows.iter().all(|row| row.place.is_none() || row.type_name == "Node"), "{name}");
        assert!(rows.iter().any(|row| row.place.is_some()), "{name}");
    }
}

#[test]
fn a_node_of_a_graph_in_json_ends_where_its_object_does() {
    let mut nodes = 0;
    for (name, text) in programs(Wave::NAME).into_iter().filter(|(name, _)| name.ends_with(".json")) {
        let source = Source::new(name.as_str(), text.as_str());
        for [begin_line, begin_column, end_line, end_column] in table(Wave::NAME, &name, &text)
            .into_iter()
            .filter_map(|row| row.place.map(|place| place.map(|it| it as u32)))
        {
            let place = Span::new(name.as_str(), begin_line, begin_column, end_line, end_column);
            let object: Value = serde_json::from_str(&text[source.range(&place)]).expect("it is an object");
            assert!(object["name"].is_string(), "{name}: {object}");
            nodes += 1;
        }
    }
    assert!(nodes > 10, "{nodes}");
}

#[test]
fn fingerprints_of_files_are_those_that_the_command_prints() {
    let (name, text) = &programs(Pypto::NAME)[0];
    let source = Source::new(name.as_str(), text.as_str());
    let printed = Pypto::session().fingerprint(&source, &Options::new()).expect("it is a program");
    let printed = printed.ok().map(|fingerprint| fingerprint.to_string());
    let rows = table(Pypto::NAME, name, text);
    assert_eq!(rows[0].file_fingerprint.map(|bits| format!("{bits:032x}")), printed);
}

#[test]
fn rows_within_a_subterm_are_an_interval_and_only_these_lie_in_it() {
    for (name, text) in programs(Pypto::NAME) {
        let source = Source::new(name.as_str(), text.as_str());
        let program = Pypto::parse(&source, &mut Default::default()).expect("it is a program");
        let subterms = Subterms::new().fingerprints(&program);
        let paths: Vec<_> = subterms.iter().map(|(subterm, _)| subterm.path()).collect();
        for row in table(Pypto::NAME, &name, &text) {
            let (first, last) = (row.row as usize, row.last_row as usize);
            let is_in = |path: &sexpr_core::Path| path.steps().starts_with(paths[first].steps());
            assert!(paths[first..=last].iter().all(is_in), "{name}: {}", paths[first]);
            assert!(!paths[last + 1..].iter().any(is_in), "{name}: {}", paths[first]);
        }
    }
}

#[test]
fn a_text_a_hundred_thousand_nodes_deep_has_places() {
    let deep = 100_000;
    let text = format!("{}x", "\\x. ".repeat(deep));
    let rows = table(Lambda::NAME, "deep.lam", &text);
    assert_eq!(rows.len(), deep + 1);
    let column = |row: usize| rows[row].place.map(|[_, start_column, ..]| start_column);
    assert_eq!((column(0), column(1000)), (Some(1), Some(4001)));
}
