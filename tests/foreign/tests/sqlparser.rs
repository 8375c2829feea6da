//! SQL, in sqlparser's representation, through mirrors that a representation of one's own names.

use sexpr_core::{first_structural_mismatch, structural_equal, structural_fingerprint, structural_hash};
use sexpr_foreign::sqlparser::scripts::{CHANGES, SCRIPTS, Script};

fn parse(sql: &str) -> Script {
    Script::parse(sql, "rows").unwrap_or_else(|error| panic!("{error} in {sql}"))
}

fn assert_equal(left: &Script, right: &Script, sql: &str) {
    if let Some(mismatch) = first_structural_mismatch(left, right) {
        panic!("{mismatch}\nin {sql}");
    }
    assert!(structural_equal(left, right), "{sql}");
    assert_eq!(structural_hash(left), structural_hash(right), "{sql}");
    assert_eq!(structural_fingerprint(left).unwrap(), structural_fingerprint(right).unwrap(), "{sql}");
}

/// Whether a script is none any more after a change, or is seen to be another one.
fn is_told(left: &Script, changed: &str) -> bool {
    let Ok(right) = Script::parse(changed, "rows") else { return false };
    assert!(!structural_equal(left, &right), "{changed}");
    assert!(!structural_equal(&right, left), "{changed}");
    let mismatch = first_structural_mismatch(left, &right).unwrap();
    assert!(!mismatch.lhs().to_string().is_empty() && !mismatch.rhs().to_string().is_empty(), "{changed}");
    assert_ne!(structural_hash(left), structural_hash(&right), "{changed}");
    assert_ne!(structural_fingerprint(left).unwrap(), structural_fingerprint(&right).unwrap(), "{changed}");
    true
}

#[test]
fn how_a_script_is_written_does_not_count() {
    for (sql, reformatted) in SCRIPTS {
        assert_equal(&parse(sql), &parse(sql), sql);
        assert_equal(&parse(sql), &parse(reformatted), sql);
        assert_equal(&parse(sql), &parse(&sql.replace(", ", " ,\n\t/* and */ ")), sql);
    }
}

#[test]
fn what_the_steps_are_called_does_not_count() {
    for (sql, _) in SCRIPTS {
        assert_equal(&parse(sql), &Script::parse(sql, "other").unwrap(), sql);
    }
}

#[test]
fn every_single_change_counts() {
    let mut changes = 0;
    for (sql, _) in SCRIPTS {
        let script = parse(sql);
        for (old, new) in CHANGES {
            for (at, _) in sql.match_indices(old) {
                let changed = format!("{}{new}{}", &sql[..at], &sql[at + old.len()..]);
                changes += usize::from(is_told(&script, &changed));
            }
        }
    }
    assert!(changes > 100, "{changes}");
}

#[test]
fn every_word_and_every_number_counts() {
    let mut changes = 0;
    for (sql, _) in SCRIPTS {
        let script = parse(sql);
        // Words in capitals are keywords.
        let is_in_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        for word in sql.split(|letter| !is_in_word(letter)).filter(|word| !word.is_empty()) {
            if word.starts_with(|first: char| first.is_ascii_uppercase()) {
                continue;
            }
            let at = word.as_ptr().addr() - sql.as_ptr().addr();
            let other = if word.starts_with(|first: char| first.is_ascii_digit()) { "987" } else { "another" };
            let changed = format!("{}{other}{}", &sql[..at], &sql[at + word.len()..]);
            changes += usize::from(is_told(&script, &changed));
        }
    }
    assert!(changes > 200, "{changes}");
}

#[test]
fn a_mismatch_shows_where() {
    let [left, right] = ["SELECT a FROM t WHERE a + 1 > b", "SELECT a FROM t WHERE a + 2 > b"].map(parse);
    let mismatch = first_structural_mismatch(&left, &right).unwrap();
    assert_eq!(mismatch.lhs().to_string(), ".steps[0].query.body.selection.left.right.value.0");
}
