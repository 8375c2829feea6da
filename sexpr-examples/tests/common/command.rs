//! Runs the command as people run it.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of programs to try.
pub(crate) fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("programs")
}

pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the command writes UTF-8")
}

/// Runs the command among the programs; checks its exit code; gives what it writes to its output and to the error output.
#[track_caller]
pub(crate) fn run(arguments: &[&str], code: i32) -> (String, String) {
    run_in(&programs(), arguments, code)
}

/// The same among the files that tests write, for messages without their folder.
#[track_caller]
#[allow(dead_code, reason = "not every test needs it")]
pub(crate) fn run_among_scratch(arguments: &[&str], code: i32) -> (String, String) {
    run_in(Path::new(env!("CARGO_TARGET_TMPDIR")), arguments, code)
}

/// What is shown of two files of these names and texts, which differ.
#[track_caller]
#[allow(dead_code, reason = "not every test needs it")]
pub(crate) fn compared(files: [(&str, &str); 2], options: &[&str]) -> String {
    let [one, other] = files.map(|(name, text)| Scratch::new(name, text));
    run_among_scratch(&[&["compare", one.name(), other.name()], options].concat(), 1).0
}

#[track_caller]
fn run_in(folder: &Path, arguments: &[&str], code: i32) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sexpr"));
    let output = command.args(arguments).current_dir(folder).output().expect("the command can be run");
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{arguments:?}\n{out}\n{err}");
    (out, err)
}

/// A file outside of the project that goes with the test.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str, content: impl AsRef<[u8]>) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::write(&path, content).expect("the file can be written");
        Self(path)
    }

    /// The name in its folder.
    #[allow(dead_code, reason = "not every test needs it")]
    pub(crate) fn name(&self) -> &str {
        self.0.file_name().and_then(|name| name.to_str()).expect("the name is text")
    }

    pub(crate) fn path(&self) -> &str {
        self.0.to_str().expect("the path is text")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
