//! Suggestions for unknown words: "Did you mean …?"

/// Synonyms of options, such as the words of other frameworks.
const SYNONYMS: &[(&str, &str)] = &[
    ("skip", "ignore"),
    ("exclude", "ignore"),
    ("bind", "def"),
    ("binds", "def"),
    ("binder", "def"),
    ("define", "def"),
    ("definition", "def"),
    ("use", "var"),
    ("variable", "var"),
];

/// The candidate that was probably meant: a synonym, a word with few letters changed, or a word that contains this one.
/// In a word of three letters, swapped letters are a misspelling, but a replaced letter makes another word: `vra`
/// suggests `var`, but `tag` does not suggest `dag`.
pub(crate) fn suggest<'c>(word: &str, candidates: &[&'c str]) -> Option<&'c str> {
    let synonym = SYNONYMS.iter().find(|(other, _)| *other == word).map(|(_, ours)| *ours);
    let contained = |c: &str| word.len() > 2 && c.contains(word);
    let near = || candidates.iter().map(|c| (strsim::osa_distance(word, c), *c)).min();
    let letters = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    let is_near = |changes: usize, c: &str| changes <= (c.len() - 1) / 3 || changes == 1 && letters(word) == letters(c);
    candidates
        .iter()
        .copied()
        .find(|c| Some(*c) == synonym)
        .or_else(|| near().filter(|(changes, c)| is_near(*changes, c)).map(|(_, c)| c))
        .or_else(|| candidates.iter().copied().find(|c| contained(c)))
}

/// The end of a message about an unknown word: the suggestion, or all candidates.
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
        assert_eq!(suggest("vra", KINDS), Some("var"));
        assert_eq!(suggest("tag", KINDS), None);
        assert_eq!(suggest("default", &["def", "payload"]), None);
        assert_eq!(suggest("", KINDS), None);
    }

    #[test]
    fn without_a_likely_word_all_are_named() {
        assert_eq!(instead("graph", &["tree", "dag", "var"]), "expected `tree`, `dag` or `var`");
    }
}
