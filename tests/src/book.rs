//! The book and the README: their code runs as doc tests, and their links lead somewhere.
//!
//! `cargo test --doc -p sexpr-tests` runs every block of code. A new chapter goes into the list below.

/// Makes each file a module, whose documentation rustdoc tests, and lists their paths.
macro_rules! chapters {
    ($($name:ident: $path:literal;)*) => {
        $(
            #[cfg(doctest)]
            #[doc = include_str!($path)]
            mod $name {}
        )*

        /// The files, from this one's folder.
        #[cfg(test)]
        const CHAPTERS: &[&str] = &[$($path),*];
    };
}

chapters! {
    readme: "../../README.md";
    introduction: "../../docs/src/introduction.md";
    cookbook: "../../docs/src/cookbook.md";
    from_partialeq: "../../docs/src/from-partialeq.md";
    compared: "../../docs/src/compared.md";
    kinds: "../../docs/src/kinds.md";
    fields: "../../docs/src/fields.md";
    identity: "../../docs/src/identity.md";
    names_or_pointers: "../../docs/src/names-or-pointers.md";
    sticky_or_scoped: "../../docs/src/sticky-or-scoped.md";
    containers: "../../docs/src/containers.md";
    unordered: "../../docs/src/unordered.md";
    arenas: "../../docs/src/arenas.md";
    foreign_types: "../../docs/src/foreign-types.md";
    trait_objects: "../../docs/src/trait-objects.md";
    custom: "../../docs/src/custom.md";
    comparing: "../../docs/src/comparing.md";
    hash_key_fingerprint: "../../docs/src/hash-key-fingerprint.md";
    errors: "../../docs/src/errors.md";
    no_std: "../../docs/src/no-std.md";
    traversing: "../../docs/src/traversing.md";
    performance: "../../docs/src/performance.md";
    command: "../../docs/src/command.md";
    corpora: "../../docs/src/corpora.md";
    real_irs: "../../docs/src/real-irs.md";
    pypto: "../../docs/src/pypto.md";
    relay: "../../docs/src/relay.md";
    wave: "../../docs/src/wave.md";
    wave_json: "../../docs/src/wave-json.md";
    documents: "../../docs/src/documents.md";
    semantics: "../../docs/src/semantics.md";
    architecture: "../../docs/src/architecture.md";
    testing: "../../docs/src/testing.md";
}

#[cfg(test)]
mod tests {
    use std::{
        collections::BTreeSet,
        fs,
        path::{Path, PathBuf},
    };

    use super::CHAPTERS;

    fn root() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
    }

    fn source() -> PathBuf {
        root().join("docs/src").canonicalize().unwrap()
    }

    /// The chapters in the book's folder, without the summary.
    fn files() -> BTreeSet<PathBuf> {
        let entries = fs::read_dir(source()).unwrap().map(|entry| entry.unwrap().path());
        entries.filter(|path| path.extension().is_some_and(|it| it == "md") && !path.ends_with("SUMMARY.md")).collect()
    }

    /// The text without its code.
    fn prose(text: &str) -> String {
        let mut in_block = false;
        let mut prose = String::new();
        for line in text.lines() {
            if line.starts_with("```") {
                in_block = !in_block;
            } else if !in_block {
                // What stands between backquotes is code, too.
                prose.extend(line.split('`').step_by(2));
                prose.push('\n');
            }
        }
        assert!(!in_block, "a block of code does not end");
        prose
    }

    /// The targets of links within the repository.
    fn links(text: &str) -> Vec<String> {
        let prose = prose(text);
        let targets = prose.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0.to_owned()));
        targets.filter(|target| !target.contains("://")).collect()
    }

    /// What a link names to lead to each heading.
    fn anchors(text: &str) -> BTreeSet<String> {
        let mut in_block = false;
        let mut anchors = BTreeSet::new();
        for line in text.lines() {
            in_block ^= line.starts_with("```");
            if !in_block && line.starts_with('#') {
                let heading = line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
                anchors.insert(heading.chars().filter(|c| c.is_alphanumeric() || "-_".contains(*c)).collect());
            }
        }
        anchors
    }

    #[test]
    fn the_summary_lists_every_chapter_once() {
        let summary = fs::read_to_string(source().join("SUMMARY.md")).unwrap();
        let listed: Vec<_> = links(&summary).into_iter().map(|target| source().join(target)).collect();
        assert_eq!(listed.iter().cloned().collect::<BTreeSet<_>>(), files());
        assert_eq!(listed.len(), files().len(), "a chapter is listed twice");
    }

    #[test]
    fn the_code_of_every_chapter_is_tested() {
        let here = root().join("tests/src");
        let tested: BTreeSet<_> = CHAPTERS.iter().map(|path| here.join(path).canonicalize().unwrap()).collect();
        let missing: Vec<_> = files().into_iter().filter(|file| !tested.contains(file)).collect();
        assert!(missing.is_empty(), "not in the list above: {missing:?}");
    }

    #[test]
    fn every_link_leads_somewhere() {
        let mut broken = Vec::new();
        let summary = source().join("SUMMARY.md");
        for file in files().into_iter().chain([root().join("README.md"), summary]) {
            let text = fs::read_to_string(&file).unwrap();
            for link in links(&text) {
                let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
                let target = if path.is_empty() { file.clone() } else { file.with_file_name(path) };
                let has_anchor = || anchors(&fs::read_to_string(&target).unwrap()).contains(anchor);
                if !target.exists() || !anchor.is_empty() && !has_anchor() {
                    broken.push(format!("{}: {link}", file.display()));
                }
            }
        }
        assert!(broken.is_empty(), "{broken:#?}");
    }

    #[test]
    fn every_picture_is_shown_and_says_what_it_shows() {
        let folder = source().join("images");
        let shown: BTreeSet<PathBuf> = files()
            .iter()
            .flat_map(|file| links(&fs::read_to_string(file).unwrap()))
            .filter(|link| link.starts_with("images/"))
            .map(|link| source().join(link))
            .collect();
        let pictures: BTreeSet<PathBuf> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert_eq!(shown, pictures);
        for picture in pictures {
            let text = fs::read_to_string(&picture).unwrap();
            let has = |part: &str| text.contains(part);
            assert!(has("<title") && has("<desc"), "{}: for those who cannot see it", picture.display());
            assert!(has("prefers-color-scheme: dark"), "{}: for dark pages", picture.display());
            assert!(
                !["href", "@import", "url(http"].iter().any(|it| has(it)),
                "{}: it loads nothing",
                picture.display()
            );
        }
    }
}
