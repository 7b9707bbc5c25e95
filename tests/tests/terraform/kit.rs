//! The kit for acceptance tests finds faults in a provider, and reports them with the complete context.

use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
#[cfg(unix)]
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;
#[cfg(unix)]
use std::{env, io, os::unix::process::CommandExt as _, time::Instant};
use std::{fs, thread};

use tfvalue::provider::{Context, Provider, Resource};
use tfvalue::{Attr, Diagnostics, Error, TfSchema};
use tfvalue_testing::acceptance::{Case, Product, Program, Step};
use tfvalue_tests::no_config::NoConfig;

/// A file resource. The configuration can select a bug in it.
#[derive(TfSchema)]
#[tf(kind = resource, import = "path")]
struct File {
    #[tf(required, replace)]
    path: Attr<String>,
    #[tf(optional, computed, keep)]
    text: Attr<String>,
    #[tf(optional, sensitive)]
    secret: Attr<String>,
    #[tf(optional)]
    bug: Attr<String>,
}

impl Resource for File {
    const NAME: &'static str = "file";
    type Client = ();

    async fn create(mut plan: Self, context: &mut Context<()>) -> Result<Self, Diagnostics> {
        tracing::info!(path = plan.path.require("path")?.as_str(), "writing a file");
        if plan.text.is_unknown() {
            plan.text.set("empty");
        }
        fs::write(plan.path.require("path")?, plan.text.require("text")?)?;
        if plan.bug.as_deref() == Some("slow") {
            thread::sleep(Duration::from_secs(2));
        }
        if plan.bug.as_deref() == Some("fails") {
            context.save(&plan)?;
            return Err(Error::msg("the disk is full").at("text").into());
        }
        Ok(plan)
    }

    async fn read(mut state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
        let Ok(text) = fs::read_to_string(state.path.require("path")?) else {
            return Ok(None);
        };
        state.text = match state.bug.as_deref() {
            Some("shouts") => text.to_uppercase().into(),
            _ => text.into(),
        };
        Ok(Some(state))
    }

    async fn update(_: Self, plan: Self, context: &mut Context<()>) -> Result<Self, Diagnostics> {
        File::create(plan, context).await
    }

    async fn delete(state: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        if state.bug.as_deref() != Some("stays") {
            fs::remove_file(state.path.require("path")?)?;
        }
        Ok(())
    }
}

/// Returns a configuration that contains a file.
fn file(arguments: &str) -> String {
    format!("resource \"kit_file\" \"a\" {{\n  path = \"${{path.cwd}}/a\"\n{arguments}\n}}\n")
}

/// Returns a case, or `None` if no program is installed.
fn case() -> Option<Case> {
    Program::find()?;
    Some(Case::new(
        "a file",
        Provider::new::<NoConfig>("kit").resource::<File>(),
    ))
}

/// Runs a failing case, and returns the reason for the failure.
#[track_caller]
fn failure(case: Case) -> String {
    let panic = panic::catch_unwind(AssertUnwindSafe(|| case.run())).expect_err("a failure");
    panic.downcast_ref::<String>().expect("a text").clone()
}

/// Asserts that a string contains the given parts in order.
#[track_caller]
fn has(text: &str, parts: &[&str]) {
    let mut rest = text;
    for part in parts {
        match rest.split_once(part) {
            Some((_, after)) => rest = after,
            None => panic!("{part:?} is missing in:\n{text}"),
        }
    }
}

#[test]
fn a_failure_shows_everything_and_leaves_nothing() {
    let Some(case) = case() else { return };
    let folder = Arc::new(Mutex::new(PathBuf::new()));
    let kept = Arc::clone(&folder);
    let step = Step::apply(file("  text = \"hi\""))
        .before(move |path| path.clone_into(&mut kept.lock().unwrap()))
        .creates("kit_file.a")
        .check_state(|state| {
            state.resource("kit_file.a").has("text", "ho");
        });
    let case = case
        .step(step)
        .check_destroyed(|folder| assert!(!folder.join("a").exists()));
    let text = failure(case);
    let parts = [
        "a file, step 1 of 1 (apply), with ",
        "kit_file.a: text: expected \"ho\", got \"hi\"",
        "main.tf\n   1: resource \"kit_file\" \"a\" {",
        " plan ",
        "kit_file.a: Plan to create",
        " apply ",
        "Apply complete! Resources: 1 added",
        "log of the provider\n  info  ApplyResourceChange: writing a file path=",
    ];
    has(&text, &parts);
    assert!(!text.contains("and at the end"), "{text}");
    assert!(!folder.lock().unwrap().exists());
}

#[test]
fn errors_must_be_expected_and_reported() {
    let Some(found) = case() else { return };
    let step = || Step::apply(file("  text = \"hi\"\n  bug  = \"fails\""));
    found
        .step(step().fails("kit_file.a, main.tf:3: text = \"hi\"", "the disk is full"))
        .run();
    let text = failure(case().unwrap().step(step()));
    let parts = [
        "unexpected error at `kit_file.a, main.tf:3: text = \"hi\"`",
        "\nError: Invalid value\n\n  with kit_file.a,\n  on main.tf line 3, in resource \"kit_file\" \"a\":\n   3:",
        "the disk is full",
    ];
    has(&text, &parts);
    let missing = step().fails("main.tf:4", "the disk is full");
    has(
        &failure(case().unwrap().step(missing)),
        &["unexpected error at `kit_file.a"],
    );
    let missing = Step::plan(file("")).fails("main.tf:3", "no such file");
    let text = failure(case().unwrap().step(missing));
    has(
        &text,
        &["expected an error at `main.tf:3` with \"no such file\""],
    );
    let missing = Step::plan(file("")).warns("", "careful");
    let text = failure(case().unwrap().step(missing));
    has(&text, &["expected a warning with \"careful\""]);
}

#[test]
fn the_plan_after_an_apply_must_be_empty() {
    let Some(found) = case() else { return };
    let step = || Step::apply(file("  text = \"hi\"\n  bug  = \"shouts\""));
    let text = failure(found.step(step()));
    has(
        &text,
        &[
            "the plan after the apply is not empty",
            "~ text",
            "\"HI\" -> \"hi\"",
        ],
    );
    case().unwrap().step(step().changes_again()).run();
    let text = failure(case().unwrap().step(Step::apply(file("")).changes_again()));
    has(&text, &["the plan after the apply is empty"]);
}

#[test]
fn actions_and_values_of_the_plan_are_compared() {
    let Some(found) = case() else { return };
    let text = failure(found.step(Step::apply(file("")).updates("kit_file.a")));
    has(
        &text,
        &["kit_file.a: expected the action update; the plan has kit_file.a: create"],
    );
    let text = failure(case().unwrap().step(Step::plan(file("")).no_changes()));
    has(&text, &["the plan is not empty: it has kit_file.a: create"]);
    let checks = Step::plan(file("  secret = \"s3cret\"")).check_plan(|plan| {
        let file = plan.resource("kit_file.a");
        file.is_unknown("text")
            .is_sensitive("secret")
            .is_null("bug");
        assert!(file.read::<File>().text.is_unknown());
        file.has("secret", "other");
    });
    let text = failure(case().unwrap().step(checks));
    has(
        &text,
        &["kit_file.a: secret: expected \"other\", got a sensitive value"],
    );
    let (output, _) = text.split_once("main.tf").unwrap();
    assert!(!output.contains("s3cret"), "{text}");
}

#[test]
fn an_import_must_reproduce_the_state() {
    let Some(found) = case() else { return };
    let import = || Step::import("kit_file.a", "{path}");
    found
        .step(Step::apply(file("  text = \"hi\"")))
        .step(import())
        .run();
    let with_secret = || {
        let step = Step::apply(file("  secret = \"s3cret\""));
        case().unwrap().step(step)
    };
    let text = failure(with_secret().step(import()));
    let expected = "the imported object differs from the state\n  \
                    secret: the state has a sensitive value, the import has null\n\
                    if the service does not return an attribute, or spells it in another way: \
                    `.ignoring(\"…\")` for this step";
    has(&text, &[expected]);
    with_secret().step(import().ignoring("secret")).run();
    let text = failure(case().unwrap().step(import()));
    has(
        &text,
        &["kit_file.a is not in the state: a step before must create it"],
    );
    let missing = Step::import("kit_file.a", "/no/such/file").fails("", "non-existent");
    with_secret().step(missing).run();
}

#[test]
fn everything_must_be_destroyed() {
    let Some(case) = case() else { return };
    let case = case
        .step(Step::apply(file("  bug = \"stays\"")))
        .check_destroyed(|folder| assert!(!folder.join("a").exists(), "the file is left"));
    let text = failure(case);
    has(
        &text,
        &["a file, the end, with ", ": the file is left", " destroy "],
    );
}

#[test]
fn a_case_can_require_versions() {
    let Some(found) = case() else { return };
    let step = || Step::plan(file(""));
    let newer = found
        .since(Product::Terraform, 99, 0)
        .since(Product::OpenTofu, 99, 1)
        .step(step());
    has(
        &failure(newer),
        &["a file: needs Terraform 99.0 or OpenTofu 99.1, got "],
    );
    case()
        .unwrap()
        .since(Product::Terraform, 1, 0)
        .since(Product::OpenTofu, 1, 0)
        .step(step())
        .run();
}

/// The environment variable that passes the path of the object to the case that a signal ends.
#[cfg(unix)]
const OBJECT: &str = "TFVALUE_TEST_OBJECT";

/// Runs in a separate process that is ended by a signal.
#[cfg(unix)]
#[test]
fn a_case_that_is_interrupted() {
    let Some(object) = env::var_os(OBJECT) else {
        return;
    };
    let bug = env::var("TFVALUE_TEST_BUG").unwrap();
    let config =
        format!("resource \"kit_file\" \"a\" {{\n  path = {object:?}\n  bug = {bug:?}\n}}");
    let wait = || thread::sleep(Duration::from_secs(2));
    let step = Step::apply(config).check_state(move |_| wait());
    let again = || Step::apply(file("")).before(|_| panic!("another step runs"));
    case().unwrap().step(step).step(again()).run();
}

/// The object, its state, and the folder of the socket were left behind.
#[cfg(unix)]
#[test]
fn a_signal_leaves_nothing() {
    if Program::find().is_none() {
        return;
    }
    // The signal arrives during the creation, or during a check after the creation. Ctrl-C reaches Terraform, too.
    thread::scope(|scope| {
        for (bug, signal, reaches_all) in [
            ("slow", "-TERM", false),
            ("slow", "-INT", true),
            ("none", "-TERM", false),
            ("none", "-INT", true),
        ] {
            scope.spawn(move || interrupt(bug, signal, reaches_all));
        }
    });
}

/// Sends a signal to a test that runs an acceptance test.
#[cfg(unix)]
fn interrupt(bug: &str, signal: &str, reaches_all: bool) {
    let folder = tempfile::tempdir().unwrap();
    let (object, temporary) = (folder.path().join("object"), folder.path().join("t"));
    fs::create_dir(&temporary).unwrap();
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["--exact", "kit::a_case_that_is_interrupted"])
        .env(OBJECT, &object)
        .env("TFVALUE_TEST_BUG", bug)
        .env("TMPDIR", &temporary)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()
        .unwrap();
    let end = Instant::now() + Duration::from_secs(60);
    while !object.exists() {
        assert!(Instant::now() < end, "no object was created");
        thread::sleep(Duration::from_millis(20));
    }
    if bug == "none" {
        // The apply ends, and the check begins.
        thread::sleep(Duration::from_secs(1));
    }
    let group = if reaches_all { "-" } else { "" };
    let target = format!("{group}{}", child.id());
    let sent = Command::new("kill").args([signal, "--", &target]).status();
    assert!(sent.unwrap().success());
    let text = io::read_to_string(child.stderr.take().unwrap()).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{text}");
    has(
        &text,
        &["step 1 of 2 (apply)", "a signal has ended the tests"],
    );
    assert!(!text.contains("and at the end"), "{text}");
    assert!(!object.exists(), "{text}");
    let left: Vec<_> = fs::read_dir(&temporary).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
}
