//! "Did you mean …?"

/// Words that other frameworks use for the same thing.
const SYNONYMS: &[(&str, &str)] =
    &[("skip", "ignore"), ("exclude", "ignore"), ("bind", "def"), ("binds", "def"), ("binder", "def"), ("use", "var")];

/// The candidate that was probably meant: a synonym, one with few letters changed, or one that contains the word
/// or is contained in it.
pub(crate) fn suggest<'c>(word: &str, candidates: &[&'c str]) -> Option<&'c str> {
    let synonym = SYNONYMS.iter().find(|(other, _)| *other == word).map(|(_, ours)| *ours);
    let contained = |c: &str| word.len() > 2 && (c.contains(word) || word.contains(c));
    let near = || candidates.iter().map(|c| (strsim::osa_distance(word, c), *c)).min();
    candidates
        .iter()
        .copied()
        .find(|c| Some(*c) == synonym)
        .or_else(|| near().filter(|(changes, c)| *changes <= c.len() / 3).map(|(_, c)| c))
        .or_else(|| candidates.iter().copied().find(|c| contained(c)))
}

/// The end of a message about an unknown word: the suggestion, or all there is.
pub(crate) fn instead(word: &str, candidates: &[&str]) -> String {
    match suggest(word, candidates) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("expected {}", one_of(candidates)),
    }
}

/// "`a`, `b` or `c`".
pub(crate) fn one_of(words: &[&str]) -> String {
    let quoted: Vec<_> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: &[&str] = &["tree", "const-tree", "dag", "var", "singleton"];

    #[test]
    fn misspellings_find_the_word() {
        assert_eq!(suggest("singelton", KINDS), Some("singleton"));
        assert_eq!(suggest("teer", KINDS), None);
        assert_eq!(suggest("tre", KINDS), Some("tree"));
        assert_eq!(suggest("variable", KINDS), Some("var"));
        assert_eq!(suggest("const", KINDS), Some("const-tree"));
        assert_eq!(suggest("skip", &["ignore", "key"]), Some("ignore"));
        assert_eq!(suggest("", KINDS), None);
    }

    #[test]
    fn without_a_likely_word_all_are_named() {
        assert_eq!(instead("graph", &["tree", "dag", "var"]), "expected `tree`, `dag` or `var`");
    }
}
