//! The compiler's JSON tells each error once, for tools that show what it has. Each refused case is compiled once more.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The compiler's text leaves out errors that are repeated, and its JSON may not.
#[test]
fn each_error_is_told_once() {
    let compiler = Compiler::find();
    let cases: Vec<PathBuf> = files(Path::new("refused"), "", "rs");
    assert!(cases.len() > 40, "the cases are where they were");
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|case| {
            let text = fs::read_to_string(case.with_extension("stderr")).expect("each case has its messages");
            let told = text.lines().filter(|line| line.starts_with("error")).count();
            let counts = compiler.errors(case);
            (counts != (told, told)).then(|| format!("{}: {counts:?}, not {told}", case.display()))
        })
        .collect();
    assert!(wrong.is_empty(), "errors in JSON, and as the compiler counts them:\n{}", wrong.join("\n"));
}

/// The compiler, with the crates that this test is linked with.
struct Compiler {
    crates: PathBuf,
    core: PathBuf,
    indexmap: PathBuf,
    output: PathBuf,
}

impl Compiler {
    /// Several builds of a crate may lie side by side: takes the newest ones that go together.
    fn find() -> Compiler {
        let test = std::env::current_exe().expect("a test is a file");
        let crates = test.parent().expect("a file is in a folder").to_path_buf();
        let output = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
        let program = output.join("probe.rs");
        let text = "#[derive(sexpr_core::StructuralEq)] struct A(indexmap::IndexMap<u8, u8>); fn main() {}";
        fs::write(&program, text).expect("the target folder can be written to");
        let cores = files(&crates, "libsexpr_core-", "rlib");
        let pairs = cores.iter().flat_map(|core| {
            let indexmaps = files(&crates, "libindexmap-", "rlib").into_iter();
            indexmaps.map(move |indexmap| (core.clone(), indexmap))
        });
        let compilers = pairs.map(|(core, indexmap)| {
            let (crates, output) = (crates.clone(), output.clone());
            Compiler { crates, core, indexmap, output }
        });
        let fits = |compiler: &Compiler| compiler.errors(&program) == (0, 0);
        compilers.into_iter().find(fits).expect("the crates that this test is linked with are beside it")
    }

    /// How many errors there are in a program, and how many the compiler counts.
    fn errors(&self, program: &Path) -> (usize, usize) {
        let external = |name: &str, at: &Path| format!("--extern={name}={}", at.display());
        let output = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
            .args(["--edition=2024", "--error-format=json", "--cap-lints=allow", "--emit=obj", "--out-dir"])
            .arg(&self.output)
            .arg(format!("-Ldependency={}", self.crates.display()))
            .args([external("sexpr_core", &self.core), external("indexmap", &self.indexmap)])
            .arg(program)
            .output()
            .expect("the compiler runs");
        let (mut errors, mut counted) = (0, 0);
        for line in String::from_utf8_lossy(&output.stderr).lines() {
            let diagnostic: serde_json::Value = serde_json::from_str(line).expect("a diagnostic is JSON");
            let message = diagnostic["message"].as_str().unwrap_or_default();
            if diagnostic["level"] != "error" {
                continue;
            }
            match message.strip_prefix("aborting due to ") {
                Some(rest) => counted = rest.split(' ').next().and_then(|count| count.parse().ok()).unwrap_or(1),
                None => errors += 1,
            }
        }
        (errors, counted)
    }
}

/// The files in a folder whose names begin and end like this, newest first.
fn files(folder: &Path, start: &str, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is there").filter_map(Result::ok);
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.retain(|file| {
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.starts_with(start) && file.extension().is_some_and(|found| found == extension)
    });
    let modified = |file: &PathBuf| fs::metadata(file).and_then(|data| data.modified()).ok();
    files.sort_by_key(|file| std::cmp::Reverse(modified(file)));
    files
}
