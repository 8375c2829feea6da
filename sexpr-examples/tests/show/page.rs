//! `--format html`: the page.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::Command;

use proptest::prelude::*;
use serde_json::Value;

use crate::command::{Scratch, compared, programs, run, run_among_scratch};
use crate::html::{Part, parse};
use crate::pairs::PAIRS;

/// What the command says of two files, in a format.
fn shown(left: &str, right: &str, format: &str, code: i32) -> String {
    run_among_scratch(&["compare", "--all", left, right, "--format", format], code).0
}

/// The absolute name of a program to try.
fn program(name: &str) -> String {
    programs().join(name).display().to_string()
}

/// The attributes of all elements that have one of this name.
fn all_with<'p>(parts: &'p [Part], name: &str) -> Vec<&'p BTreeMap<String, String>> {
    let attributes = parts.iter().filter_map(|part| match part {
        Part::Begin { attributes, .. } => Some(attributes),
        _ => None,
    });
    attributes.filter(|attributes| attributes.contains_key(name)).collect()
}

/// The text of one side, as the page shows it.
fn text_of(parts: &[Part], side: &str) -> String {
    let mut text = String::new();
    let mut is_inside = false;
    for part in parts {
        match part {
            Part::Begin { name, attributes } if name == "code" => {
                is_inside = attributes["class"].split(' ').next() == Some(side);
            }
            Part::End { name } if name == "code" && is_inside => {
                is_inside = false;
                text.push('\n');
            }
            Part::Text(inside) if is_inside => text.push_str(inside),
            _ => {}
        }
    }
    text
}

/// Checks a page against the JSON of the same comparison and against both texts.
pub(crate) fn check(page: &str, json: &str, texts: [&str; 2]) {
    let parts = parse(page);
    let json: Value = serde_json::from_str(json).expect("JSON");
    let edits = json["edits"].as_array().expect("edits");

    let ids: Vec<&str> = all_with(&parts, "id").into_iter().map(|attributes| attributes["id"].as_str()).collect();
    let mut expected = BTreeSet::from(["texts".to_owned()]);
    let is_wave = json["language"] == "wave";
    for (number, edit) in (1..).zip(edits) {
        for side in ["left", "right"] {
            expected.insert(format!("texts-{side}-{number}"));
            if is_wave && edit[side]["path"] != "the graph" {
                expected.insert(format!("picture-{side}-{number}"));
            }
            if edit[side]["variable"]["binder"].is_object() {
                expected.insert(format!("texts-{side}-binder-{number}"));
            }
        }
    }
    assert_eq!(ids.len(), expected.len(), "an id is there twice, or too few: {ids:?}");
    assert_eq!(ids.iter().map(|id| (*id).to_owned()).collect::<BTreeSet<_>>(), expected);

    for attributes in all_with(&parts, "href") {
        let target = attributes["href"].strip_prefix('#').expect("links stay on the page");
        assert!(expected.contains(target), "a link leads nowhere: {target}");
    }
    for (side, text) in ["left", "right"].into_iter().zip(texts) {
        let shown: String =
            text.chars().map(|c| if c.is_control() && c != '\n' && c != '\t' { '\u{fffd}' } else { c }).collect();
        let end = if shown.ends_with('\n') { "" } else { "\n" };
        assert_eq!(text_of(&parts, side), shown + end, "the page changes the text");
    }
    let scripts = parts.iter().filter(|part| matches!(part, Part::Begin { name, .. } if name == "script"));
    assert_eq!(scripts.count(), 1);
    // The page needs nothing else.
    let style = page
        .split_once("<style nonce=\"sexpr\">")
        .and_then(|(_, rest)| Some(rest.split_once("</style>")?.0))
        .expect("a style");
    assert!(!["http", "url(", "@import"].iter().any(|address| style.contains(address)), "{style}");
    assert!(page.contains("default-src 'none'") && style.contains("prefers-color-scheme: dark"), "{page}");
    for attribute in ["src", "style", "onclick", "onload", "onerror"] {
        assert!(all_with(&parts, attribute).is_empty(), "{attribute}");
    }
}

#[test]
fn the_page_shows_both_texts_and_marks_every_difference() {
    for (left, right) in PAIRS {
        let texts = [left, right].map(|name| std::fs::read_to_string(programs().join(name)).unwrap());
        let (left, right) = (program(left), program(right));
        let (page, json) = (shown(&left, &right, "html", 1), shown(&left, &right, "json", 1));
        check(&page, &json, [&texts[0], &texts[1]]);
        assert!(!page.contains(programs().to_str().unwrap()), "files are called by their names without folders");
    }
}

#[test]
fn a_page_as_a_whole() {
    let head = "def f(x: pi.Int64, y: pi.Int64):\n";
    let before = format!("{head}    a = x + 0\n    b = a * 2\n    c = y * 3\n    d = b + c\n    return d\n");
    let after = format!("{head}    t = 7\n    c = y * 3\n    a = x\n    b = a * 2\n    d = b + b\n    return d\n");
    let files = [("page_before.py", &*before), ("page_after.py", &*after)];
    insta::assert_snapshot!(compared(files, &["--all", "--format", "html"]));
}

#[test]
fn files_of_one_name_are_told_apart_by_their_folders() {
    let [one, other] = [("before", 1), ("after", 2)].map(|(folder, number)| {
        let file = Scratch::new(&format!("{folder}.lam"), "").path().replace(".lam", "");
        std::fs::create_dir_all(&file).unwrap();
        let file = format!("{file}/term.lam");
        std::fs::write(&file, format!("f {number}")).unwrap();
        file
    });
    let (page, _) = run(&["compare", &one, &other, "--format", "html"], 1);
    assert!(page.contains("before/term.lam → ") && page.contains("after/term.lam</h2>"), "{page}");
}

#[test]
fn keywords_are_coloured_but_not_in_comments_and_strings() {
    let one = "-- let it be\nlet x = \"in let\" in f x 1";
    let files = [("keywords_one.lam", one), ("keywords_other.lam", "let x = \"in let\" in f x 2")];
    let page = compared(files, &["--all", "--format", "html"]);
    assert_eq!(page.matches("<span class=\"keyword\">").count(), 4, "{page}");
    assert!(page.contains("<span class=\"comment\">-- let it be</span>"), "{page}");
}

#[test]
fn a_mark_covers_what_differs_and_no_more() {
    let calls = |name: &str| format!("def f(x: pi.FP32) -> pi.FP32:\n    y: pi.FP32 = {name}(x)\n    return y\n");
    let (one, other) = (Scratch::new("calls_one.py", calls("exp")), Scratch::new("calls_other.py", calls("log")));
    let moved = "largest: pi.FP32 = reduce(x, kind=\"max\", axis=-1)";
    let starts = [r#""$WG1 * 64 + $T0 mod 16""#, r#""$WG1 * 32 + $T0 mod 16""#];
    for (left, right, marked) in [
        (one.path(), other.path(), ["exp", "log"]),
        (&program("softmax.py"), &program("softmax_swapped.py"), [moved, moved]),
        (&program("matmul.json"), &program("matmul_changed.json"), starts),
    ] {
        let json: Value = serde_json::from_str(&shown(left, right, "json", 1)).expect("JSON");
        for (side, marked) in ["left", "right"].into_iter().zip(marked) {
            assert_eq!(json["edits"][0][side]["excerpt"], marked);
        }
    }
}

/// The attributes of the mark with an id.
fn mark<'p>(parts: &'p [Part], id: &str) -> &'p BTreeMap<String, String> {
    all_with(parts, "id").into_iter().find(|attributes| attributes["id"] == id).expect("there is a mark")
}

#[test]
fn a_moved_part_leads_to_its_counterpart() {
    let statements = ["    a = op(x, 1, 2, 3)\n", "    b = op(x, 4, 5, 6)\n", "    c = op(x, 7, 8, 9)\n"];
    let text = |order: [usize; 3]| {
        format!("def f(x: pi.Int64):\n{}    return op(a, b, c)\n", order.map(|index| statements[index]).concat())
    };
    let (one, other) = (Scratch::new("moved_one.py", text([0, 1, 2])), Scratch::new("moved_other.py", text([1, 2, 0])));
    let page = shown(one.name(), other.name(), "html", 1);
    let parts = parse(&page);
    let [left, right] = ["texts-left-1", "texts-right-1"].map(|id| mark(&parts, id));
    assert_eq!([&left["class"], &right["class"]], ["moved", "moved"], "{page}");
    assert_eq!([&left["href"], &right["href"]], ["#texts-right-1", "#texts-left-1"]);
}

#[test]
fn a_use_leads_to_its_binder_and_back() {
    let (page, _) = run(&["compare", "sum.py", "sum_captured.py", "--format", "html"], 1);
    let parts = parse(&page);
    for side in ["left", "right"] {
        let (used, binder) = (format!("texts-{side}-1"), format!("texts-{side}-binder-1"));
        assert_eq!(mark(&parts, &used)["href"], format!("#{binder}"));
        assert_eq!(mark(&parts, &binder)["href"], format!("#{used}"));
        assert_eq!(mark(&parts, &binder)["data-edits"], "1");
    }
}

#[test]
fn equal_lines_far_from_differences_are_folded() {
    let lines: String = (0..40).map(|number| format!("    a{number} = x + {number}\n")).collect();
    let text = |last: &str| format!("def f(x: pi.Int64):\n{lines}    return {last}\n");
    let (one, other) = (Scratch::new("folded_one.py", text("a1")), Scratch::new("folded_other.py", text("7")));
    let page = shown(one.name(), other.name(), "html", 1);
    assert_eq!(page.matches("equal lines</summary>").count(), 1, "{page}");
    let equal = shown(one.name(), one.name(), "html", 0);
    assert!(equal.contains("<p>pypto: equal</p>") && equal.contains("42 equal lines</summary>"), "{equal}");
    check(&equal, &shown(one.name(), one.name(), "json", 0), [&text("a1"), &text("a1")]);
}

#[test]
fn the_first_difference_alone_is_marked_where_that_is_asked_for() {
    let (page, _) = run(&["compare", "softmax.py", "softmax_swapped.py", "--format", "html"], 1);
    assert!(page.contains("different; the first difference is shown"), "{page}");
    assert_eq!(all_with(&parse(&page), "id").len(), 3);
}

#[test]
fn nothing_that_a_program_says_is_markup() {
    let attack = "</code><script>alert(1)</script><img src=x onerror=alert(1)> \\\" onmouseover=alert(1) ' &lt; &amp;";
    let text = |number: u32| format!("f \"{attack}\" {number} -- </style></script><script>alert(2)</script>\n");
    let one = Scratch::new("<b onclick='alert(3)'>&\".lam", text(1));
    let other = Scratch::new("<title><script>alert(4)<script>.lam", text(2));
    let (page, json) = (shown(one.name(), other.name(), "html", 1), shown(one.name(), other.name(), "json", 1));
    check(&page, &json, [&text(1), &text(2)]);
    assert!(!page.contains("<script>") && !page.contains("<img") && !page.contains("<b "), "{page}");
}

#[test]
fn thousands_of_differences_are_shown() {
    let text = |first: u32| {
        let lines: String = (0..5_000).map(|number| format!("    a{number} = x + {}\n", number % 7 + first)).collect();
        format!("def f(x: pi.Int64):\n{lines}")
    };
    let (one, other) = (Scratch::new("long_page_one.py", text(0)), Scratch::new("long_page_other.py", text(100)));
    let (page, json) = (shown(one.name(), other.name(), "html", 1), shown(one.name(), other.name(), "json", 1));
    check(&page, &json, [&text(0), &text(100)]);
    assert!(all_with(&parse(&page), "id").len() >= 10_000);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    /// Whatever texts, comments and layout a program has.
    #[test]
    fn the_page_shows_any_text(
        strings in prop::collection::vec("[^\"\\\\\n\r\u{feff}]{0,12}", 1..6),
        changed in prop::collection::vec(any::<bool>(), 6),
        breaks in prop::collection::vec(any::<bool>(), 6),
    ) {
        let text = |is_right: bool| {
            let mut text = "f".to_owned();
            for (index, string) in strings.iter().enumerate() {
                let number = u32::from(is_right && changed[index]);
                let space = if breaks[index] == is_right { "\n\t " } else { " " };
                text.push_str(&format!("{space}\"{string}\" {number}"));
            }
            text + " -- </code>\n"
        };
        let (one, other) = (Scratch::new("any_one.lam", text(false)), Scratch::new("any_other.lam", text(true)));
        let code = i32::from(changed[..strings.len()].contains(&true));
        let (page, json) = (shown(one.name(), other.name(), "html", code), shown(one.name(), other.name(), "json", code));
        check(&page, &json, [&text(false), &text(true)]);
    }
}

/// A browser that can be run without a screen.
fn browser() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    std::env::split_paths(&folders).flat_map(|folder| names.map(|name| folder.join(name))).find(|path| path.is_file())
}

#[test]
fn a_browser_lays_the_page_out_and_runs_its_script() {
    let Some(browser) = browser() else {
        eprintln!("skipped: there is no chromium");
        return;
    };
    let page = Scratch::new("in_a_browser.html", "");
    run(&["compare", "--all", "sum.py", "sum_captured.py", "--format", "html", "--output", page.path()], 1);
    // The script of the test is let in by the page's policy; it points at the first mark and notes what lights up.
    let probe = "<script nonce=\"sexpr\">\
        document.getElementById('texts-left-1').dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));\
        document.title = document.querySelectorAll('code .lit').length + ' lit, ' + \
            [...document.querySelectorAll('code a')].filter((a) => a.getBoundingClientRect().width > 0).length + ' visible';\
        </script></body>";
    let text = std::fs::read_to_string(page.path()).unwrap().replace("</body>", probe);
    std::fs::write(page.path(), text).unwrap();
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
        .arg(format!("file://{}", page.path()))
        .output()
        .expect("the browser runs");
    let document = String::from_utf8_lossy(&output.stdout);
    assert!(document.contains("<title>4 lit, 4 visible</title>"), "{document}");
}
