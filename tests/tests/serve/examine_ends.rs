//! How runs of `examine` end: after signals, and at the limits of time and memory.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value as Json;
use tempfile::TempDir;

const PROGRAM: &str = env!("CARGO_BIN_EXE_cli");
const COUNTED: &str = env!("CARGO_BIN_EXE_counted");

/// The environment variable that a test uses to find the processes that it has started.
pub(crate) const MARK: &str = "TFVALUE_TEST_MARK";

/// A folder in which the provider keeps its objects, and a folder for the reports.
struct Bench {
    objects: TempDir,
    reports: TempDir,
    /// The folder in which the program and the provider create their own folders.
    temporary: TempDir,
}

/// The result of a run.
struct Ended {
    code: Option<i32>,
    output: String,
    report: Json,
}

impl Bench {
    fn new() -> Self {
        let [objects, reports, temporary] = [(); 3].map(|()| tempfile::tempdir().unwrap());
        let config = serde_json::json!({ "folder": objects.path() });
        fs::write(reports.path().join("config.json"), config.to_string()).unwrap();
        Bench {
            objects,
            reports,
            temporary,
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.reports.path().join(name)
    }

    fn start(&self, resource: &str, options: &[&str]) -> Child {
        let mut arguments: Vec<OsString> = vec!["examine".into(), COUNTED.into(), "--apply".into()];
        for (option, file) in [
            ("--config", "config.json"),
            ("--json", "report.json"),
            ("--junit", "junit.xml"),
            ("--html", "report.html"),
            ("--sarif", "report.sarif"),
        ] {
            arguments.extend([option.into(), self.path(file).into()]);
        }
        Command::new(PROGRAM)
            .args(arguments)
            .args(["--quiet", "--resource", resource])
            .args(options)
            .env(MARK, self.reports.path())
            .env("TMPDIR", self.temporary.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    fn end(&self, child: Child) -> Ended {
        let output = child.wait_with_output().unwrap();
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8(text).unwrap();
        for name in ["junit.xml", "report.html", "report.sarif"] {
            assert!(self.path(name).exists(), "{name}: {text}");
        }
        let report = fs::read(self.path("report.json")).unwrap();
        Ended {
            code: output.status.code(),
            output: text,
            report: serde_json::from_slice(&report).unwrap(),
        }
    }

    fn run(&self, resource: &str, options: &[&str]) -> Ended {
        self.end(self.start(resource, options))
    }

    /// Returns the existing objects that the report does not list.
    fn unnamed(&self, ended: &Ended) -> Vec<String> {
        let files = fs::read_dir(self.objects.path()).unwrap();
        let ids = files.map(|file| file.unwrap().file_name().into_string().unwrap());
        let remaining = ended.report["remaining"].to_string();
        ids.filter(|id| !(remaining.contains(id) && ended.output.contains(id)))
            .collect()
    }

    /// Checks that no process of the test is running, and that no process has left a folder behind.
    fn check_clean(&self) {
        assert_eq!(self.processes(), [""; 0]);
        let folders = fs::read_dir(self.temporary.path()).unwrap();
        let folders: Vec<_> = folders.map(|one| one.unwrap().file_name()).collect();
        assert_eq!(folders, [""; 0]);
    }

    fn processes(&self) -> Vec<String> {
        processes(self.reports.path())
    }
}

/// Gives the processes whose environment contains a mark some time to exit, and returns those that are still running.
pub(crate) fn processes(mark: &Path) -> Vec<String> {
    let mark = mark.to_str().unwrap();
    let running = || {
        let all = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
        let own = all.filter(|one| {
            let environment = fs::read(one.path().join("environ")).unwrap_or_default();
            String::from_utf8_lossy(&environment).contains(mark)
        });
        own.map(|one| one.file_name().into_string().unwrap())
            .collect::<Vec<_>>()
    };
    let began = Instant::now();
    while !running().is_empty() && began.elapsed() < Duration::from_secs(10) {
        thread::sleep(Duration::from_millis(50));
    }
    running()
}

pub(crate) fn signal(child: &Child, name: &str) {
    let number = child.id().to_string();
    let sent = Command::new("sh")
        .args(["-c", r#"kill "-$1" "$2""#, "sh", name, &number])
        .status();
    assert!(sent.unwrap().success());
}

/// Waits until objects are created.
fn wait_for_objects(bench: &Bench) {
    let began = Instant::now();
    while fs::read_dir(bench.objects.path()).unwrap().next().is_none() {
        assert!(
            began.elapsed() < Duration::from_secs(60),
            "no object is created"
        );
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn an_interrupted_run_leaves_nothing() {
    thread::scope(|scope| {
        for (pause, name, code) in [
            (0, "INT", 130),
            (40, "TERM", 143),
            (130, "INT", 130),
            (270, "TERM", 143),
            (410, "INT", 130),
            (560, "TERM", 143),
            (700, "INT", 130),
            (930, "TERM", 143),
            (1350, "INT", 130),
            (1810, "TERM", 143),
        ] {
            scope.spawn(move || {
                let bench = Bench::new();
                let run = bench.start("*_plain", &["--cases", "100000"]);
                wait_for_objects(&bench);
                thread::sleep(Duration::from_millis(pause));
                signal(&run, name);
                let ended = bench.end(run);
                assert_eq!(ended.code, Some(code), "{}", ended.output);
                assert_eq!(bench.unnamed(&ended), [""; 0], "{}", ended.output);
                bench.check_clean();
                assert_eq!(ended.report["resources"][0]["stopped"], "interrupted");
            });
        }
    });
}

#[test]
fn objects_that_cannot_be_destroyed_are_named() {
    let bench = Bench::new();
    let ended = bench.run("*_kept", &["--cases", "3"]);
    let count = fs::read_dir(bench.objects.path()).unwrap().count();
    assert!(count > 0, "{}", ended.output);
    assert_eq!(bench.unnamed(&ended), [""; 0], "{}", ended.output);
    assert!(
        ended.output.contains("counted_kept.example: id = "),
        "{}",
        ended.output
    );
    let page = fs::read_to_string(bench.path("report.html")).unwrap();
    assert!(page.contains("Left behind"));
}

#[test]
fn a_second_signal_ends_a_run_that_hangs() {
    let bench = Bench::new();
    let run = bench.start("*_stuck", &[]);
    // The call that creates the object does not end.
    wait_for_objects(&bench);
    signal(&run, "TERM");
    thread::sleep(Duration::from_millis(300));
    signal(&run, "TERM");
    let ended = bench.end(run);
    assert_eq!(ended.code, Some(143), "{}", ended.output);
    bench.check_clean();
}

#[test]
fn a_type_ends_after_the_second_call_without_a_response() {
    let bench = Bench::new();
    let ended = bench.run("*_stuck", &["--timeout", "1", "--cases", "10"]);
    let resource = &ended.report["resources"][0];
    assert_eq!(resource["stopped"], "time_outs", "{}", ended.output);
    assert!(
        resource["limits"][0]["count"].as_u64() >= Some(2),
        "{}",
        ended.output
    );
    // A call that waits for a service can take any amount of time.
    assert_eq!(
        resource["findings"],
        Json::Array(Vec::new()),
        "{}",
        ended.output
    );
    assert!(ended.output.contains("stopped early"), "{}", ended.output);
    assert!(
        ended
            .output
            .contains("the provider did not respond when it created it")
    );
    bench.check_clean();
}

#[test]
fn a_provider_that_uses_too_much_memory_is_ended() {
    let bench = Bench::new();
    let ended = bench.run("*_large", &["--memory", "150MiB", "--cases", "20"]);
    let resource = &ended.report["resources"][0];
    assert_eq!(resource["stopped"], "memory", "{}", ended.output);
    assert_eq!(
        resource["findings"],
        Json::Array(Vec::new()),
        "{}",
        ended.output
    );
    assert!(
        ended.output.contains("more than 150 MiB of memory"),
        "{}",
        ended.output
    );
}

#[test]
fn objects_that_share_an_id_are_found() {
    let bench = Bench::new();
    let ended = bench.run("*_shared", &["--cases", "14"]);
    let finding = "of type counted_shared, which has the same id";
    assert!(ended.output.contains(finding), "{}", ended.output);
    assert_eq!(bench.unnamed(&ended), [""; 0], "{}", ended.output);
}

#[test]
fn a_run_without_an_accepted_configuration_fails() {
    let bench = Bench::new();
    let ended = bench.run("*_refused", &["--cases", "3"]);
    assert_eq!(ended.code, Some(4), "{}", ended.output);
    let refusal = &ended.report["resources"][0]["refusals"][0]["error"];
    assert!(refusal.to_string().contains("Quota exceeded"), "{refusal}");
    assert!(
        ended.output.contains("the account has no objects left"),
        "{}",
        ended.output
    );
    let junit = fs::read_to_string(bench.path("junit.xml")).unwrap();
    assert!(junit.contains("Quota exceeded"), "{junit}");
    // One of two types is half of the types.
    let bench = Bench::new();
    for (share, code) in [("50%", 0), ("51%", 4), ("50%,99%", 4)] {
        let both = ["--resource", "*_plain", "--cases", "2", "--require", share];
        let ended = bench.run("*_refused", &both);
        assert_eq!(ended.code, Some(code), "{share}: {}", ended.output);
    }
}

#[test]
fn an_interrupted_command_leaves_no_process() {
    let bench = Bench::new();
    // A program that prints nothing keeps the command waiting.
    let provider = bench.path("provider.sh");
    fs::write(&provider, "#!/bin/sh\nsleep 100\n").unwrap();
    let mode = Command::new("chmod").arg("+x").arg(&provider).status();
    assert!(mode.unwrap().success());
    let commands = [
        ["schema", "show"],
        ["docs", "--check"],
        ["examine", "--quiet"],
    ];
    let runs = commands.map(|command| {
        let mut run = Command::new(PROGRAM);
        run.args(command)
            .arg(&provider)
            .env(MARK, bench.reports.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        run.spawn().unwrap()
    });
    thread::sleep(Duration::from_secs(1));
    for mut run in runs {
        signal(&run, "INT");
        assert!(!run.wait().unwrap().success());
    }
    assert_eq!(bench.processes(), [""; 0]);
}
