//! Opens pages in headless Chromium: no script fails, text from a provider is not parsed as HTML, and folding and
//! searching work.
//!
//! `TFVALUE_CHROMIUM` selects the program; the default is `chromium` on `PATH`. Without Chromium, the tests are
//! ignored.

use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::{Value as Json, json};
use tfvalue::schema::{Attribute, Block};
use tfvalue::{Type, Value};
use tfvalue_cli::html::{self, Finding, Head, Level, Named, Node, Secrets, Section};

type Test = fn(&str) -> Result<(), Failed>;

/// A name that must not be parsed as an element.
const NAME: &str = "<script>window.broken = 1</script><b class=injected>\u{2028}&amp;";

fn main() -> ExitCode {
    let program = env::var("TFVALUE_CHROMIUM").unwrap_or_else(|_| "chromium".to_owned());
    let has_chromium = Command::new(&program).arg("--version").output().is_ok();
    let tests: [(&str, Test); 6] = [
        ("calls", calls),
        ("opening", opening),
        ("examination", examination),
        ("plan", plan),
        ("light", light),
        ("dark", dark),
    ];
    let trials = tests.into_iter().map(|(name, test)| {
        let program = program.clone();
        let kind = match name {
            _ if !has_chromium => "chromium is missing",
            "opening" => "measures time on a quiet machine",
            _ => "",
        };
        Trial::test(name, move || test(&program))
            .with_kind(kind)
            .with_ignored_flag(!kind.is_empty())
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}

/// The maximum time for opening a page with 1,000 calls, in milliseconds.
const OPENING: u32 = 2_000;

fn calls(program: &str) -> Result<(), Failed> {
    check(
        program,
        "calls",
        &page_of_calls(),
        include_str!("pages/calls.js"),
    )
}

/// Measures the time from opening a page until all calls are laid out. Other programs can delay a single attempt.
fn opening(program: &str) -> Result<(), Failed> {
    let script = include_str!("pages/opening.js");
    let page = format!("{}<script>\n{script}</script>\n", page_of_calls());
    let mut times = Vec::new();
    while times.len() < 3 {
        let (dom, log) = open(program, "opening", &page, &[])?;
        let time = result(&dom).ok_or_else(|| format!("the script has not ended:\n{log}"))?;
        let time: u32 = time.parse()?;
        if time <= OPENING {
            return Ok(());
        }
        times.push(time);
    }
    Err(format!("the page takes {times:?} ms to open").into())
}

/// Returns a page with 1,000 calls.
fn page_of_calls() -> String {
    let head = Head {
        title: NAME.to_owned(),
        noun: "calls".to_owned(),
        facts: vec![(NAME.to_owned(), NAME.to_owned())],
    };
    let sections: Vec<_> = (0..1_000).map(call).collect();
    html::page(&head, &sections)
}

fn call(number: u32) -> Section {
    let (block, prior, planned) = values(number);
    let secrets = Secrets::of_block(&block);
    let node = |value: &Value| Node::new(value, &secrets);
    let mut section = Section {
        group: NAME.to_owned(),
        kind: "PlanResourceChange".to_owned(),
        subject: if number == 500 {
            NAME.to_owned()
        } else {
            format!("test_{number}")
        },
        start: Some(f64::from(number) * 10.0),
        duration: Some(5.0),
        notes: vec![NAME.to_owned()],
        columns: ["prior", "planned"].map(str::to_owned).into(),
        changes: html::changes(&[&prior, &planned], &[(0, 1)], &secrets),
        values: vec![
            Named {
                label: NAME.to_owned(),
                node: node(&prior),
            },
            Named {
                label: "planned".to_owned(),
                node: node(&planned),
            },
        ],
        ..Section::default()
    };
    if number % 100 == 7 {
        section.find(Finding {
            level: Level::Error,
            title: NAME.to_owned(),
            path: NAME.to_owned(),
            texts: vec![NAME.to_owned()],
        });
    }
    section
}

/// Returns a schema and two values of the schema.
fn values(number: u32) -> (Block, Value, Value) {
    let names = (0..30).map(|at| format!("attribute_{at}"));
    let mut attributes: Vec<_> = names
        .map(|name| Attribute::new(name, Type::String).optional())
        .collect();
    attributes.extend([
        Attribute::new("token", Type::String).optional().sensitive(),
        Attribute::new("tags", Type::map(Type::String)).optional(),
        Attribute::new("ports", Type::list(Type::Number)).optional(),
    ]);
    let object = |size: &str, id: Value| {
        let tags = (0..20).map(|at| (format!("{NAME}{at}"), format!("{size} {number}")));
        let named = (0..30).map(|at| {
            let value = match at {
                0 => Value::null(Type::String),
                1 => id.clone(),
                2 => size.into(),
                _ => format!("text {at}").into(),
            };
            (format!("attribute_{at}"), value)
        });
        let others = [
            ("token".to_owned(), Value::from("s3cret")),
            ("tags".to_owned(), Value::map(Type::String, tags).unwrap()),
            (
                "ports".to_owned(),
                Value::list(Type::Number, 0..40).unwrap(),
            ),
        ];
        Value::object(named.chain(others)).unwrap()
    };
    let prior = object("small", "i-1".into());
    let planned = object("large", Value::unknown(Type::String));
    (Block::new().attributes(attributes), prior, planned)
}

/// Opens the page that `examine --html` writes for a report. A browser could parse each string in the report as an
/// element.
fn examination(program: &str) -> Result<(), Failed> {
    let finding = |rule: &str, attribute: &str| {
        json!({
            "rule": rule,
            "attribute": attribute,
            "method": "PlanResourceChange",
            "problem": NAME,
            "expected": NAME,
            "actual": NAME,
            "help": NAME,
            "terraform": format!("Error: Provider produced invalid plan\n\n{NAME}"),
            "is_logged": false,
            "configurations": [
                format!("resource \"shop_item\" \"a\" {{\n  name = \"{NAME}\"\n}}\n"),
                NAME,
            ],
            "events": [NAME],
            "case": 7,
            "is_smallest": true,
        })
    };
    let resource = |name: &str, findings: Vec<Json>| {
        json!({
            "name": name,
            "cases": 2,
            "accepted": findings.len(),
            "rejected": 2,
            "calls": 100,
            "seconds": 0.5,
            "findings": findings,
        })
    };
    let report = json!({
        "format_version": 1,
        "provider": NAME,
        "protocol": 6,
        "run": { "seed": 1, "cases": 2, "applies": false, "logged": false },
        "selected": 3,
        "resources": [
            resource(NAME, vec![finding("rule ValueChanged", NAME), finding("advice PlanNotEmpty", "zone")]),
            resource("shop_item", vec![finding("crash", "")]),
            resource("shop_rejected", Vec::new()),
        ],
    });
    let page = tfvalue_cli::examination_page(report.to_string().as_bytes())?;
    check(
        program,
        "examination",
        &page,
        include_str!("pages/examination.js"),
    )
}

/// Opens the page of `plan --html`.
fn plan(program: &str) -> Result<(), Failed> {
    let page = page_of_a_plan("plan")?;
    check(program, "plan", &page, include_str!("pages/plan.js"))
}

fn light(program: &str) -> Result<(), Failed> {
    in_mode(program, "light", "--blink-settings=preferredColorScheme=1")
}

fn dark(program: &str) -> Result<(), Failed> {
    in_mode(program, "dark", "--blink-settings=preferredColorScheme=0")
}

/// Opens the page of a plan in light or dark mode, and operates the page with the keyboard.
fn in_mode(program: &str, mode: &str, option: &str) -> Result<(), Failed> {
    let page = page_of_a_plan(mode)?;
    let script = include_str!("pages/modes.js");
    let script = format!("const MODE = \"{mode}\";\n{script}");
    check_with(program, mode, &page, &script, &[option])
}

fn page_of_a_plan(name: &str) -> Result<String, Failed> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.page.html"));
    let status = Command::new(env!("CARGO_BIN_EXE_tfvalue"))
        .arg("plan")
        .arg(folder.join("tests/data/guide/plan.json"))
        .arg("--html")
        .arg(&file)
        .status()?;
    assert!(status.success());
    Ok(fs::read_to_string(&file)?)
}

/// Adds a script to a page, opens the page in Chromium, and compares the results of the script. All checks in the
/// script must run.
fn check(program: &str, name: &str, page: &str, script: &str) -> Result<(), Failed> {
    check_with(program, name, page, script, &[])
}

/// Runs a script on a page in Chromium with the given options, and compares the results of the script.
fn check_with(
    program: &str,
    name: &str,
    page: &str,
    script: &str,
    options: &[&str],
) -> Result<(), Failed> {
    assert!(!page.contains("s3cret"));
    let common = include_str!("pages/common.js");
    let mut text = format!("{page}<script>\n{common}{script}</script>\n");
    // This code is placed before the script of the page, so that errors in the script are noticed.
    let watch = "<head>\n<script>window.failures = []; window.onerror = (text) => failures.push(text);</script>";
    text = text.replacen("<head>", watch, 1);
    let (dom, log) = open(
        program,
        name,
        &text,
        &[&["--virtual-time-budget=20000"], options].concat(),
    )?;
    let console: Vec<_> = log
        .lines()
        .filter(|line| line.contains("CONSOLE"))
        .collect();
    assert_eq!(console, Vec::<&str>::new(), "the console is not empty");
    let Some(found) = result(&dom) else {
        return Err(format!("the script has not ended:\n{log}").into());
    };
    let checks = script.matches("check(").count();
    let failed: Vec<_> = found
        .lines()
        .filter(|line| !line.ends_with(": true"))
        .collect();
    assert_eq!(failed, Vec::<&str>::new());
    assert_eq!(found.lines().count(), checks, "{found}");
    Ok(())
}

/// Opens a page in Chromium. Returns the document in its final state and the log.
fn open(
    program: &str,
    name: &str,
    page: &str,
    options: &[&str],
) -> Result<(String, String), Failed> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join(format!("{name}.html"));
    fs::write(&file, page)?;
    let output = Command::new(program)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--enable-logging=stderr",
            "--dump-dom",
        ])
        .args(options)
        .arg(format!(
            "--user-data-dir={}",
            folder.join(format!("chromium-{name}")).display()
        ))
        .arg(format!("file://{}", file.display()))
        .output()?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ok((text(&output.stdout), text(&output.stderr)))
}

/// Returns the text that the script of a test wrote into the document.
fn result(dom: &str) -> Option<&str> {
    let (_, rest) = dom.split_once("<pre id=\"result\">")?;
    Some(rest.split_once("</pre>")?.0)
}
