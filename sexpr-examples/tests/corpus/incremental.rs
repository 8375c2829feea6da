//! Indexes that are brought up to date: whatever happened before, the rows are those of the files that are there.

use std::fs::{self, File};
use std::path::Path;
use std::thread;

use sexpr_examples::corpus::{Index, IndexError, Indexer};

use crate::support::Corpus;

const IDENTITY: (&str, &str) = ("identity.lam", "\\x. x");
const TWICE: (&str, &str) = ("twice.lam", "\\f x. f (f x)");
const SUM: (&str, &str) = ("sum.py", "def f(x: pi.Int64, y: pi.Int64) -> pi.Int64:\n    return x + y * 2\n");

/// So many files that they make several parts.
fn many(corpus: &Corpus) {
    for number in 0..200 {
        corpus.write(&format!("many/{number}.lam"), &format!("\\f x. f (f {number})"));
    }
}

#[test]
fn unchanged_files_are_not_read_again() {
    let names = ["a b.lam", "it's.lam", "sub dir/\"c\".lam", "ünï.lam"];
    let corpus = Corpus::new("unchanged", &names.map(|name| (name, "\\x. x")));
    let first = corpus.index_all();
    assert_eq!((first.files, first.unchanged, first.parts), (4, 0, 1));
    assert_eq!(corpus.files(), names);
    let (rows, files) = (corpus.rows(), corpus.index_files());
    let second = corpus.index_all();
    assert_eq!((second.files, second.unchanged), (4, 4));
    assert_eq!((corpus.rows(), corpus.index_files()), (rows, files));
}

#[test]
fn a_changed_file_replaces_its_rows() {
    let corpus = Corpus::new("changed", &[IDENTITY, TWICE]);
    many(&corpus);
    corpus.index_all();
    corpus.write("twice.lam", "\\f x. f (f (f x))");
    let summary = corpus.index_all();
    assert!(0 < summary.unchanged && summary.unchanged < summary.files, "other parts are kept: {summary:?}");
    let rows = corpus.rows();
    let anew = Corpus::new("changed anew", &[IDENTITY, ("twice.lam", "\\f x. f (f (f x))")]);
    many(&anew);
    anew.index_all();
    assert_eq!(rows, anew.rows());
}

#[test]
fn a_file_with_the_time_and_size_of_before_is_changed_if_its_text_is() {
    let corpus = Corpus::new("same time", &[("a.lam", "\\x. x 1")]);
    corpus.index_all();
    let before = corpus.rows();
    let path = corpus.programs().join("a.lam");
    let time = fs::metadata(&path).and_then(|metadata| metadata.modified()).expect("it has a time");
    corpus.write("a.lam", "\\x. x 2");
    File::options().write(true).open(&path).and_then(|file| file.set_modified(time)).expect("it can be set");
    corpus.index_all();
    assert_ne!(corpus.rows(), before);
}

#[test]
fn the_rows_of_a_removed_file_go() {
    let corpus = Corpus::new("removed", &[IDENTITY, TWICE, SUM]);
    corpus.index_all();
    corpus.remove("twice.lam");
    assert_eq!(corpus.index_all().files, 2);
    assert_eq!(corpus.files(), ["identity.lam", "sum.py"]);
    corpus.remove("identity.lam");
    corpus.remove("sum.py");
    assert_eq!(corpus.index_all().parts, 0);
    assert_eq!(corpus.rows(), []);
}

#[test]
fn an_interrupted_run_is_taken_up_again() {
    let corpus = Corpus::new("interrupted", &[IDENTITY, TWICE, SUM]);
    many(&corpus);
    let summary = corpus.index_all();
    let rows = corpus.rows();
    let out = corpus.out();
    let parts = Index::open(&out).expect("it is complete").parts().to_vec();
    assert!(parts.len() > 2, "{parts:?}");
    // As if it had been killed before all parts were written.
    fs::remove_file(out.join("index.json")).expect("it is there");
    fs::remove_file(&parts[0]).expect("it is there");
    fs::write(out.join("part-7.tmp"), "PAR1 half a part").expect("it can be written");
    assert!(matches!(Index::open(&out), Err(IndexError::None(_))), "nothing is read meanwhile");

    let again = corpus.index_all();
    assert!(0 < again.unchanged && again.unchanged < again.files, "complete parts are kept: {again:?}");
    assert_eq!((again.files, again.rows), (summary.files, summary.rows));
    assert_eq!(corpus.rows(), rows);
    assert!(!corpus.index_files().iter().any(|name| name.ends_with(".tmp")));
}

#[test]
fn parts_that_were_not_listed_yet_do_not_count_twice() {
    let corpus = Corpus::new("superseded", &[IDENTITY, TWICE]);
    corpus.index_all();
    let out = corpus.out();
    let part = Index::open(&out).expect("it is complete").parts()[0].clone();
    // As if a run had been killed before it deleted what it had replaced: the same rows are there twice.
    let old = out.join(format!("part-{}.parquet", "0".repeat(32)));
    fs::copy(&part, &old).expect("it can be written");
    let rows = corpus.rows();
    assert_eq!(corpus.index_all().unchanged, 2);
    assert_eq!(corpus.rows(), rows);
    assert!(!old.exists());
}

#[test]
fn files_of_other_tools_are_left_alone() {
    let corpus = Corpus::new("others", &[IDENTITY]);
    corpus.index_all();
    let hash = "0123456789abcdef0123456789abcdef";
    let names = [
        "part-00000-0a1b2c3d-1111-2222-3333-444455556666-c000.snappy.parquet".to_owned(),
        "part-0.parquet".to_owned(),
        format!("part-{}.parquet", hash.to_uppercase()),
        format!("part-{hash}0.parquet"),
        format!("part-{hash}.parquet.crc"),
        format!("part-{hash}.tmp"),
        "part-.tmp".to_owned(),
        "part-one.tmp".to_owned(),
    ];
    for name in &names {
        fs::write(corpus.out().join(name), "of another tool").expect("it can be written");
    }
    corpus.write("twice.lam", TWICE.1);
    corpus.index_all();
    for name in &names {
        let kept = fs::read_to_string(corpus.out().join(name));
        assert_eq!(kept.ok().as_deref(), Some("of another tool"), "{name}");
    }
    assert_eq!(corpus.files(), ["identity.lam", "twice.lam"]);
}

#[test]
fn a_damaged_part_is_written_anew() {
    let corpus = Corpus::new("damaged", &[IDENTITY, TWICE]);
    corpus.index_all();
    let rows = corpus.rows();
    let part = Index::open(&corpus.out()).expect("it is complete").parts()[0].clone();
    let half = fs::metadata(&part).expect("it is there").len() / 2;
    File::options().write(true).open(&part).and_then(|file| file.set_len(half)).expect("it can be cut off");
    assert_eq!(corpus.index_all().unchanged, 0);
    assert_eq!(corpus.rows(), rows);
    fs::remove_file(&part).expect("it is there");
    assert!(matches!(Index::open(&corpus.out()), Err(IndexError::NoPart(_))));
    corpus.index_all();
    assert_eq!(corpus.rows(), rows);
}

#[test]
fn a_broken_file_is_reported_each_time_and_left_out() {
    let corpus = Corpus::new("broken", &[IDENTITY, ("broken.lam", "\\x. ("), TWICE]);
    fs::write(corpus.programs().join("bytes.lam"), b"\\x. \xff").expect("it can be written");
    for _ in 0..2 {
        let (summary, messages) = corpus.index().expect("the index can be written");
        assert_eq!((summary.files, summary.broken, messages.len()), (2, 2, 2), "{messages:?}");
        assert!(messages.iter().any(|message| message.contains("broken.lam")), "{messages:?}");
        assert_eq!(corpus.files(), ["identity.lam", "twice.lam"]);
    }
    corpus.write("broken.lam", "\\x. (x)");
    corpus.remove("bytes.lam");
    corpus.index_all();
    assert_eq!(corpus.files(), ["broken.lam", "identity.lam", "twice.lam"]);
}

#[test]
fn what_ignore_files_exclude_is_left_out_and_so_is_what_is_hidden_and_what_is_no_program() {
    let files = [
        IDENTITY,
        ("generated.lam", "\\x. x"),
        ("out/twice.lam", "\\x. x"),
        (".hidden.lam", "\\x. x"),
        ("settings.json", "{\"a\": 1}"),
        ("notes.txt", "no program"),
        (".gitignore", "generated.lam\n"),
        (".ignore", "out/\n"),
    ];
    let corpus = Corpus::new("ignored", &files);
    fs::create_dir(corpus.programs().join(".git")).expect("the directory can be made");
    corpus.index_all();
    assert_eq!(corpus.files(), ["identity.lam"]);
}

#[test]
fn an_index_among_the_programs_is_no_program() {
    let corpus = Corpus::new("within", &[IDENTITY]);
    let out = corpus.programs().join("index");
    let directories = [corpus.programs(), corpus.programs().join(".")];
    for unchanged in [0, 1] {
        let summary = Indexer::new(&directories, &out).run(drop);
        let summary = summary.expect("the index can be written");
        assert_eq!((summary.files, summary.unchanged), (1, unchanged), "each file counts once");
    }
}

#[test]
fn other_options_make_other_parts() {
    let corpus = Corpus::new("options", &[TWICE]);
    corpus.index_all();
    let all = corpus.rows();
    let directories = [corpus.programs()];
    let summary = Indexer::new(&directories, &corpus.out()).min_size(3).run(drop);
    assert_eq!(summary.expect("the index can be written").unchanged, 0);
    assert_eq!(Index::open(&corpus.out()).expect("it is complete").min_size(), 3);
    let large: Vec<_> = corpus.rows().iter().map(|row| row.size).collect();
    assert!(large.len() < all.len() && large.iter().all(|size| *size >= 3), "{large:?}");
}

#[test]
fn small_parts_do_not_gather() {
    let corpus = Corpus::new("small", &[]);
    for number in 0..30 {
        corpus.write(&format!("{number}.lam"), "\\x. x");
        assert!(corpus.index_all().parts < 12);
    }
    assert_eq!(corpus.files().len(), 30);
}

#[test]
fn parts_of_few_large_files_are_not_small() {
    let corpus = Corpus::new("large", &[]);
    let large = format!("\\x. x{}", " ".repeat(5 << 19));
    for number in 0..9 {
        corpus.write(&format!("{number}.lam"), &large);
    }
    assert_eq!(corpus.index_all().parts, 9, "two of these files are too much for a part");
    assert_eq!(corpus.index_all().unchanged, 9);
}

#[test]
fn of_two_runs_at_once_one_waits_for_nobody() {
    let corpus = Corpus::new("two", &[IDENTITY, TWICE, SUM]);
    many(&corpus);
    let outcomes: Vec<_> = thread::scope(|scope| {
        let runs: Vec<_> = (0..4).map(|_| scope.spawn(|| corpus.index())).collect();
        runs.into_iter().map(|run| run.join().expect("it does not panic")).collect()
    });
    assert!(outcomes.iter().any(Result::is_ok));
    assert!(outcomes.iter().all(|outcome| matches!(outcome, Ok(_) | Err(IndexError::Locked(_)))), "{outcomes:?}");
    let rows = corpus.rows();
    assert_eq!(corpus.index_all().unchanged, 203);
    assert_eq!(corpus.rows(), rows);

    let lock = File::create(corpus.out().join(".lock")).expect("it can be written");
    lock.lock().expect("nobody has it");
    let error = corpus.index().expect_err("another run has the lock");
    assert!(error.to_string().contains("is writing"), "{error}");
    assert_eq!(corpus.rows(), rows, "who reads needs no lock");
}

#[test]
fn what_is_no_index_is_told_and_not_touched() {
    let corpus = Corpus::new("foreign", &[IDENTITY]);
    let out = corpus.out();
    assert!(matches!(Index::open(&out), Err(IndexError::None(_))));
    assert!(matches!(Index::open(Path::new(file!())), Err(IndexError::None(_))));
    fs::create_dir(&out).expect("the directory can be made");
    fs::write(out.join("index.json"), "{\"pages\": []}").expect("it can be written");
    assert!(matches!(Index::open(&out), Err(IndexError::Foreign { .. })));
    assert!(matches!(corpus.index(), Err(IndexError::Foreign { .. })));
    assert_eq!(fs::read_to_string(out.join("index.json")).expect("it is there"), "{\"pages\": []}");
    let directories = [corpus.programs().join("no such directory")];
    let missing = Indexer::new(&directories, &corpus.0.join("new")).run(drop);
    assert!(matches!(missing, Err(IndexError::Source { .. })), "{missing:?}");
}

#[test]
fn the_index_of_another_version_is_refused_until_it_is_written_anew() {
    let corpus = Corpus::new("version", &[IDENTITY]);
    corpus.index_all();
    let list = corpus.out().join("index.json");
    let text = fs::read_to_string(&list).expect("it is there");
    let other = text.replacen("\"format\": 1", "\"format\": 0", 1);
    assert_ne!(text, other);
    fs::write(&list, other).expect("it can be written");
    let error = Index::open(&corpus.out()).expect_err("it is of another version");
    assert!(matches!(error, IndexError::OtherVersion { .. }), "{error}");
    corpus.index_all();
    assert_eq!(corpus.files(), ["identity.lam"]);
}

#[test]
fn the_command_says_what_it_did_and_gives_2_if_a_file_is_broken() {
    let corpus = Corpus::new("command", &[IDENTITY, TWICE]);
    let run = |code| corpus.0.run(&["corpus", "index", "programs", "--out", "index", "--min-size", "2"], code);
    assert_eq!(run(0), ("index: 8 subterm(s) of 2 file(s) in 1 part(s); 0 unchanged\n".to_owned(), String::new()));
    assert_eq!(run(0).0, "index: 8 subterm(s) of 2 file(s) in 1 part(s); 2 unchanged\n");
    corpus.write("broken.lam", "\\x. (");
    let (out, err) = run(2);
    assert_eq!(out, "index: 8 subterm(s) of 2 file(s) in 1 part(s); 2 unchanged, 1 left out\n");
    assert!(err.contains("broken.lam"), "{err}");
}
