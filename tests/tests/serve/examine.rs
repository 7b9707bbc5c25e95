//! The command `examine` finds faults in a provider that runs in another process.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value as Json;
use tempfile::TempDir;
use tfvalue_cli::{Status, Streams};

const PLANTED: &str = env!("CARGO_BIN_EXE_planted");
const CORRECT: &str = env!("CARGO_BIN_EXE_inventory");

/// A folder that contains a configuration, and in which the program runs.
struct Bench(TempDir);

impl Bench {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("inventory.db");
        let config = serde_json::json!({ "path": path });
        fs::write(folder.path().join("config.json"), config.to_string()).unwrap();
        Bench(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Runs the program. Returns the exit code, and the output including standard error.
    fn run(&self, provider: &str, options: &[&str]) -> (Status, String) {
        let files = [
            ("--config", "config.json"),
            ("--json", "report.json"),
            ("--junit", "junit.xml"),
        ];
        let mut arguments: Vec<OsString> = vec![
            "tfvalue".into(),
            "examine".into(),
            provider.into(),
            "--quiet".into(),
        ];
        for (option, name) in files {
            arguments.extend([option.into(), self.path(name).into()]);
        }
        arguments.extend(options.iter().map(OsString::from));
        let before = entries();
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let streams = Streams {
            input: &mut std::io::empty(),
            output: &mut output,
            errors: &mut errors,
        };
        let code = tfvalue_cli::run(arguments, streams);
        // The provider creates its database at the path in its configuration.
        assert_eq!(entries(), before);
        output.append(&mut errors);
        (code, String::from_utf8(output).unwrap())
    }

    fn report(&self) -> Json {
        read(&self.path("report.json"))
    }
}

/// Returns the contents of the working directory.
fn entries() -> BTreeSet<OsString> {
    let entries = fs::read_dir(".").unwrap();
    entries.map(|entry| entry.unwrap().file_name()).collect()
}

fn read(path: &Path) -> Json {
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// Returns the findings, each with the number of attributes in its largest configuration. Attributes that contain other
/// attributes do not count.
fn found(report: &Json) -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    for resource in report["resources"].as_array().unwrap() {
        for finding in resource["findings"].as_array().unwrap() {
            let [rule, attribute] =
                ["rule", "attribute"].map(|name| finding[name].as_str().unwrap());
            let configurations = finding["configurations"].as_array().unwrap().iter();
            let is_attribute = |line: &&str| line.contains(" = ") && !line.ends_with('{');
            let attributes = |text: &Json| {
                let lines = text.as_str().unwrap().lines();
                lines.filter(is_attribute).count()
            };
            let most = configurations.map(attributes).max().unwrap_or(0);
            let name = resource["name"].as_str().unwrap();
            found.insert(format!("{name}: {rule} at {attribute}"), most);
        }
    }
    found
}

/// The planted faults.
const FAULTS: [&str; 10] = [
    "inventory_network: advice UpgradeChanged at contact",
    "inventory_network: rule NoSuchReplacePath at ",
    "inventory_rack: advice NotDeleted at ",
    "inventory_rack: crash at ",
    "inventory_server: advice RefreshChanged at tags",
    "inventory_server: rule NowNull at labels",
    "inventory_server: rule PlannedValueDiffersFromConfig at cpus",
    "inventory_server: rule UnknownInResult at revision",
    "inventory_server: rule ValueChanged at zone",
    "inventory_server: rule WriteOnlyValue at admin_password",
];

/// This test takes a minute.
#[test]
#[ignore = "slow"]
fn planted_faults_are_found() {
    let bench = Bench::new();
    let (code, output) = bench.run(PLANTED, &["--apply", "--cases", "25"]);
    assert_eq!(code, Status::Findings, "{output}");
    let found = found(&bench.report());
    for fault in FAULTS {
        let attributes = found.get(fault);
        assert!(
            attributes.is_some_and(|count| *count <= 3),
            "{fault}: {found:?}\n{output}"
        );
    }
}

/// Two resource types, without objects.
const TWO: [&str; 6] = [
    "--resource",
    "*_rack",
    "--resource",
    "*_network",
    "--cases",
    "6",
];

#[test]
fn faults_of_plans_are_found_without_objects() {
    let bench = Bench::new();
    let (code, output) = bench.run(PLANTED, &TWO);
    assert_eq!(code, Status::Findings, "{output}");
    let report = bench.report();
    assert_eq!(
        (&report["selected"], &report["format_version"]),
        (&2.into(), &1.into())
    );
    let found = found(&report);
    for fault in [
        "inventory_network: advice UpgradeChanged at contact",
        "inventory_network: rule NoSuchReplacePath at ",
        "inventory_rack: crash at ",
    ] {
        assert!(found.contains_key(fault), "{fault}: {found:?}\n{output}");
    }
    // The run continues after the crash, and the report contains the crash message.
    assert!(output.contains("attempt to divide by zero"), "{output}");
    assert!(output.contains("  units = 0"), "{output}");
    // The report also contains the message that Terraform prints.
    let printed = "has indicated \"requires replacement\" on inventory_network.example";
    assert!(output.contains(printed), "{output}");
    // The annotations of this crate are meaningless to authors of other providers.
    assert!(!output.contains('`'), "{output}");
    let junit = fs::read_to_string(bench.path("junit.xml")).unwrap();
    let resources = report["resources"].as_array().unwrap().iter();
    let findings = resources.map(|one| one["findings"].as_array().unwrap().len());
    let failures = findings.sum::<usize>();
    assert!(
        junit.contains(&format!(
            r#"tests="{failures}" failures="{failures}" skipped="0""#
        )),
        "{junit}"
    );
    assert_eq!(junit.matches("<failure").count(), failures, "{junit}");
    assert!(junit.contains("again: --resource"), "{junit}");
    // Nothing is left to do.
    let (code, again) = bench.run(PLANTED, &[&TWO[..], &["--resume"]].concat());
    assert_eq!(
        (code, &bench.report()),
        (Status::Findings, &report),
        "{again}"
    );
}

#[test]
fn allowed_advice_is_counted() {
    let bench = Bench::new();
    let network = ["--resource", "*_network", "--cases", "2"];
    let advice = |report: &Json| {
        let found = found(report).into_keys();
        found
            .filter(|one| one.contains("advice"))
            .collect::<Vec<_>>()
    };
    for (allow, left, allowed) in [
        ("UpgradeChanged", 0, 1),
        ("UpgradeChanged=*_network", 0, 1),
        ("UpgradeChanged=*_rack", 1, 0),
        ("NotDeleted", 1, 0),
    ] {
        let (code, output) = bench.run(PLANTED, &[&network[..], &["--allow", allow]].concat());
        assert_eq!(code, Status::Findings, "{output}");
        let report = bench.report();
        assert_eq!(advice(&report).len(), left, "{allow}: {output}");
        assert_eq!(
            report["resources"][0]["allowed"], allowed,
            "{allow}: {output}"
        );
        assert_eq!(report["run"]["allow"][0], allow);
        assert_eq!(
            output.contains(", 1 allowed"),
            allowed == 1,
            "{allow}: {output}"
        );
    }
    // A run cannot be resumed with a different `--allow`.
    let (code, output) = bench.run(PLANTED, &[&network[..], &["--resume"]].concat());
    assert_eq!(code, Status::Usage, "{output}");
    let (code, _) = bench.run(PLANTED, &["--allow", "Everything"]);
    assert_eq!(code, Status::Usage);
}

#[test]
fn a_correct_provider_has_no_findings() {
    let bench = Bench::new();
    let known = bench.path("known.json");
    fs::write(
        &known,
        r#"{"inventory_rack": [{"name": "first", "units": 7}]}"#,
    )
    .unwrap();
    let known = known.to_str().unwrap();
    let (code, output) = bench.run(
        CORRECT,
        &[
            "--resource",
            "*_rack",
            "--apply",
            "--cases",
            "4",
            "--known",
            known,
        ],
    );
    assert_eq!(code, Status::Fine, "{output}");
    assert!(output.contains("1 of 1 resource type, 4 cases"), "{output}");
}

#[test]
fn problems_have_their_exit_codes() {
    let bench = Bench::new();
    for cases in ["many", "0"] {
        let (code, _) = bench.run(CORRECT, &["--cases", cases]);
        assert_eq!(code, Status::Usage);
    }
    fs::write(bench.path("config.json"), r#"{"paht": "x"}"#).unwrap();
    let (code, output) = bench.run(CORRECT, &[]);
    assert_eq!(code, Status::Usage);
    assert!(
        output.contains("config.json: unsupported attribute \"paht\""),
        "{output}"
    );
    let bench = Bench::new();
    let (code, _) = bench.run("no-such-program", &[]);
    assert_eq!(code, Status::Unusable);
    let (code, _) = bench.run(CORRECT, &["--resource", "other_*"]);
    assert_eq!(code, Status::Usage);
}

#[test]
fn mistakes_are_found_before_anything_runs() {
    let bench = Bench::new();
    fs::write(bench.path("known.json"), "[1]").unwrap();
    let [known, missing] = ["known.json", "missing/file.json"].map(|name| bench.path(name));
    let [known, missing] = [&known, &missing].map(|path| path.to_str().unwrap());
    for given in [
        ["--known", known],
        ["--known", missing],
        ["--baseline", known],
        ["--baseline", missing],
        ["--html", missing],
        ["--sarif", missing],
        ["--shard", "4/3"],
        ["--require", "80"],
        ["--memory", "much"],
    ] {
        let (code, output) = bench.run("no-such-program", &given);
        assert_eq!(code, Status::Usage, "{given:?}: {output}");
    }
    fs::write(bench.path("config.json"), "{").unwrap();
    let (code, _) = bench.run("no-such-program", &[]);
    assert_eq!(code, Status::Usage);
}

/// Removes the times from a report.
fn without_times(mut report: Json) -> Json {
    for resource in report["resources"].as_array_mut().unwrap() {
        resource["seconds"] = Json::Null;
    }
    report
}

#[test]
fn the_reports_of_all_parts_are_that_of_one_run() {
    let bench = Bench::new();
    let cases = ["--cases", "1"];
    let (code, whole) = bench.run(PLANTED, &cases);
    assert_eq!(code, Status::Findings, "{whole}");
    let expected = without_times(bench.report());
    let mut given: Vec<OsString> = vec!["tfvalue".into(), "examine".into(), "merge".into()];
    for number in 1..=4 {
        let shard = format!("{number}/4");
        bench.run(PLANTED, &[&cases[..], &["--shard", &shard]].concat());
        let own = bench.path(&format!("{number}.json"));
        fs::rename(bench.path("report.json"), &own).unwrap();
        given.push(own.into());
    }
    let merge = |given: &[OsString]| {
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        let streams = Streams {
            input: &mut std::io::empty(),
            output: &mut output,
            errors: &mut errors,
        };
        let code = tfvalue_cli::run(given.to_vec(), streams);
        output.append(&mut errors);
        (code, String::from_utf8(output).unwrap())
    };
    let out = ["--json".into(), bench.path("report.json").into()];
    let (code, merged) = merge(&[&given[..], &out].concat());
    assert_eq!(code, Status::Findings, "{merged}");
    assert_eq!(without_times(bench.report()), expected);
    let last = |text: &str| {
        text.lines()
            .last()
            .unwrap()
            .split(" in ")
            .next()
            .unwrap()
            .to_owned()
    };
    assert_eq!(last(&merged), last(&whole));
    // A part is missing or occurs twice.
    let (code, output) = merge(&given[..given.len() - 1]);
    assert_eq!(code, Status::Usage);
    assert!(output.contains("part 4/4 is missing"), "{output}");
    let (code, _) = merge(&[&given[..], &given[3..4]].concat());
    assert_eq!(code, Status::Usage);
}

#[test]
fn findings_of_the_baseline_do_not_fail() {
    let bench = Bench::new();
    let rack = ["--resource", "*_rack", "--cases", "6"];
    let (code, _) = bench.run(PLANTED, &rack);
    assert_eq!(code, Status::Findings);
    let [old, sarif] = ["old.json", "results.sarif"].map(|name| bench.path(name));
    fs::rename(bench.path("report.json"), &old).unwrap();
    let baseline = [
        "--baseline",
        old.to_str().unwrap(),
        "--sarif",
        sarif.to_str().unwrap(),
    ];
    let (code, output) = bench.run(PLANTED, &[&rack[..], &baseline].concat());
    assert_eq!(code, Status::Fine, "{output}");
    assert!(output.contains(": 0 findings, "), "{output}");
    assert!(output.contains(" of the baseline"), "{output}");
    let results = &read(&sarif)["runs"][0]["results"];
    let mut states = results
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["baselineState"]);
    assert!(states.all(|state| state == "unchanged"), "{results}");
    let junit = fs::read_to_string(bench.path("junit.xml")).unwrap();
    assert!(junit.contains(r#"failures="0""#), "{junit}");
    // The findings for another type are new.
    let network = ["--resource", "*_network", "--cases", "1"];
    let (code, _) = bench.run(PLANTED, &[&network[..], &baseline].concat());
    assert_eq!(code, Status::Findings);
}
