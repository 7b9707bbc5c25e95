//! The jobs of CI.

use std::collections::BTreeSet;
use std::fs;

use super::{path, read};

/// The workflows call `.ci/run` and nothing else in the repository, and use only jobs that exist. Each job is called,
/// except for the job that prepares a release and the job that is a part of `.ci/run`.
#[test]
fn workflows_call_all_jobs() {
    let mut called = BTreeSet::from(["libraries", "version"].map(str::to_owned));
    for workflow in ["ci", "release"] {
        let text = read(&format!(".github/workflows/{workflow}.yml"));
        let lines = text
            .lines()
            .map(|line| line.trim_start_matches([' ', '-', '{']));
        let commands = lines.filter_map(|line| line.strip_prefix("run: "));
        for command in commands.filter(|command| !command.contains("matrix")) {
            let job = command.strip_prefix(".ci/run").expect(command);
            called.extend(job.split_whitespace().next().map(str::to_owned));
        }
        let jobs = text.split("        job:\n").nth(1).unwrap_or_default();
        let jobs = jobs
            .lines()
            .map_while(|line| line.strip_prefix("          - "));
        let more = text
            .lines()
            .filter_map(|line| Some(line.split_once(" job: ")?.1));
        let names = jobs
            .chain(more)
            .filter_map(|job| job.split([' ', '}']).next());
        called.extend(names.map(str::to_owned));
    }
    let entries = fs::read_dir(path(".ci/jobs")).unwrap();
    let existing: BTreeSet<_> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    assert_eq!(called, existing);
}
