//! No process remains, regardless of what happens to the client.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tfvalue_client::{Client, ClientErrorKind, Options};

use super::ECHO;

/// Returns a command for a provider with a child process. The provider writes the IDs of both processes to a file.
fn family(numbers: &Path) -> Command {
    let mut command = Command::new("sh");
    let script = "sleep 1000 & echo $! $$ >\"$1.new\"; mv \"$1.new\" \"$1\"; exec \"$0\"";
    command.args(["-c", script, ECHO]).arg(numbers);
    command
}

/// Waits until the processes whose IDs are in a file have ended.
pub(crate) fn until_gone(numbers: &Path) {
    let text = fs::read_to_string(numbers).unwrap();
    let numbers: Vec<&str> = text.split_whitespace().collect();
    assert!(!numbers.is_empty());
    let start = Instant::now();
    while let Some(number) = numbers.iter().find(|number| is_running(number)) {
        let waited = start.elapsed();
        assert!(
            waited < Duration::from_secs(30),
            "process {number} is left over"
        );
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Returns `true` if a process is running, and is not merely an entry in the process table.
fn is_running(number: &str) -> bool {
    if !Path::new("/proc/self/stat").exists() {
        let status = Command::new("kill").args(["-0", number]).status();
        return status.unwrap().success();
    }
    let stat = fs::read_to_string(format!("/proc/{number}/stat"));
    let stat = stat.unwrap_or_default();
    let state = stat
        .rsplit(") ")
        .next()
        .and_then(|rest| rest.chars().next());
    !matches!(state, None | Some('Z' | 'X'))
}

#[test]
fn dropped() {
    let folder = tempfile::tempdir().unwrap();
    let numbers = folder.path().join("numbers");
    let mut command = family(&numbers);
    let client = Client::start(command.env("TMPDIR", folder.path())).wait();
    let client = client.unwrap();
    let clone = client.clone();
    drop(client);
    // The provider runs as long as a clone of the client exists.
    assert!(clone.schema().wait().is_ok());
    drop(clone);
    until_gone(&numbers);
}

#[test]
fn crashed() {
    let folder = tempfile::tempdir().unwrap();
    let numbers = folder.path().join("numbers");
    let client = Client::start(&family(&numbers)).wait().unwrap();
    let error = super::act(&client, "crash").unwrap_err();
    assert_eq!(error.kind(), ClientErrorKind::Ended);
    // The child process still holds the log open.
    let message = "ApplyResourceChange: the provider has ended: signal: 6";
    assert!(error.message().starts_with(message), "{error}");
    drop(client);
    until_gone(&numbers);
}

#[test]
fn not_started() {
    let folder = tempfile::tempdir().unwrap();
    let numbers = folder.path().join("numbers");
    let mut command = Command::new("sh");
    let script = "trap '' INT TERM HUP; sleep 1000 & echo $! $$ >\"$0\"; echo garbage; sleep 1000";
    command.args(["-c", script]).arg(&numbers);
    Client::start(&command).wait().unwrap_err();
    until_gone(&numbers);
}

/// The environment variable that contains the file path for the process that is killed.
const NUMBERS: &str = "TFVALUE_TEST_NUMBERS";

/// The client process is killed.
#[test]
fn killed() {
    let folder = tempfile::tempdir().unwrap();
    let numbers = folder.path().join("numbers");
    // A shell starts background programs with the signal INT ignored.
    for signal in ["KILL", "TERM", "ABRT"] {
        let mut program = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "drive::orphans::is_killed", "--ignored"])
            .env(NUMBERS, &numbers)
            .env("TMPDIR", folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let ready = ready(&numbers);
        while !ready.exists() {
            assert!(program.try_wait().unwrap().is_none());
            std::thread::sleep(Duration::from_millis(5));
        }
        let number = program.id().to_string();
        let killed = Command::new("kill").args(["-s", signal, &number]).status();
        assert!(killed.unwrap().success());
        program.wait().unwrap();
        until_gone(&numbers);
        // No folder that contains a socket remains either.
        let start = Instant::now();
        while sockets(folder.path()) > 0 {
            assert!(
                start.elapsed() < Duration::from_secs(30),
                "a folder is left over"
            );
            std::thread::sleep(Duration::from_millis(5));
        }
        fs::remove_file(ready).unwrap();
    }
}

fn ready(numbers: &Path) -> PathBuf {
    numbers.with_extension("ready")
}

fn sockets(folder: &Path) -> usize {
    let names = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name());
    names
        .filter(|name| name.to_string_lossy().starts_with("tfvalue-"))
        .count()
}

/// The process that `killed` starts.
#[test]
#[ignore = "another test starts it"]
fn is_killed() {
    let numbers = PathBuf::from(std::env::var_os(NUMBERS).unwrap());
    let client = Options::new().start(&family(&numbers)).wait().unwrap();
    fs::write(ready(&numbers), "").unwrap();
    // A call is running.
    let _ = super::act(&client, "hang");
}
