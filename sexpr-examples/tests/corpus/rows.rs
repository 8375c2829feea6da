//! What rows say is what the library says of each subterm.

use std::collections::HashMap;
use std::fs;

use serde_json::Value;
use sexpr_core::terms::Subterms;
use sexpr_core::{Fingerprint, Options, structural_fingerprint};
use sexpr_examples::corpus::{content_hash, rows};
use sexpr_examples::language::{LANGUAGES, Lambda, Language, Pypto, Relay, Wave, of_path};
use sexpr_examples::text::{Source, Span};
use sexpr_examples::wave;

use crate::generator::{self, Shape};
use crate::support::{Corpus, Row, rows_of};

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

/// Checks the rows of all programs to try, and of generated ones.
fn check<L: Language>() {
    let generated = Corpus::new(&format!("generated {}", L::NAME), &[]);
    let shape = Shape { files: 4, functions: 4, size: 40, clones: 2 };
    generator::write(&generated.programs(), shape, 1);
    let mut texts = programs(L::NAME);
    for ending in L::ENDINGS {
        let of_ending = (0..shape.files).map(|number| format!("d0/f{number}.{ending}"));
        texts.extend(of_ending.filter_map(|name| {
            let text = fs::read_to_string(generated.programs().join(&name)).ok()?;
            Some((name, text))
        }));
    }
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
fn rows_of_lambda_have_the_fingerprints_and_places_of_subterms() {
    check::<Lambda>();
}

#[test]
fn rows_of_pypto_have_the_fingerprints_and_places_of_subterms() {
    check::<Pypto>();
}

#[test]
fn rows_of_relay_have_the_fingerprints_and_places_of_subterms() {
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

#[test]
fn all_planted_clones_are_found() {
    let corpus = Corpus::new("planted", &[]);
    let planted = generator::write(&corpus.programs(), Shape { files: 40, functions: 6, size: 30, clones: 5 }, 7);
    corpus.index_all();
    let mut found: HashMap<(u128, String), usize> = HashMap::new();
    for row in corpus.rows() {
        *found.entry((row.fingerprint.unwrap_or_default(), row.file)).or_default() += 1;
    }
    let mut wanted: HashMap<(u128, String), usize> = HashMap::new();
    let mut functions: HashMap<(usize, bool), u128> = HashMap::new();
    for clone in planted {
        let is_lambda = clone.file.ends_with("lam");
        let rows = table(if is_lambda { Lambda::NAME } else { Pypto::NAME }, "alone", &clone.alone);
        let is_function = |row: &&Row| is_lambda || row.type_name == "Function";
        let fingerprint = rows.iter().find(is_function).and_then(|row| row.fingerprint).expect("it is closed");
        let same = *functions.entry((clone.function, is_lambda)).or_insert(fingerprint);
        assert_eq!(same, fingerprint, "copies of one function are equal");
        *wanted.entry((fingerprint, clone.file)).or_default() += 1;
    }
    for (clone, count) in wanted {
        assert!(found.get(&clone).is_some_and(|found| *found >= count), "{clone:?}: {count}");
    }
}
