//! The jobs of CI.

use super::{path, read};

/// The workflows call `.ci/run`, and nothing that it does not know.
#[test]
fn workflows_call_jobs() {
    let mut count = 0;
    for workflow in ["ci", "release"] {
        let text = read(&format!(".github/workflows/{workflow}.yml"));
        let lines = text
            .lines()
            .map(|line| line.trim_start_matches([' ', '-', '{']));
        for line in lines {
            let command = line
                .strip_prefix("run: ")
                .filter(|_| !line.contains("matrix"));
            if let Some(command) = command {
                let job = command.strip_prefix(".ci/run").unwrap();
                let job = job.split_whitespace().next();
                assert!(
                    job.is_none_or(|job| path(".ci/jobs").join(job).exists()),
                    "{line}"
                );
                count += 1;
            }
        }
        let jobs = text.split("        job:\n").nth(1).unwrap_or_default();
        let jobs = jobs
            .lines()
            .map_while(|line| line.strip_prefix("          - "));
        let more = text
            .lines()
            .filter_map(|line| Some(line.split_once(" job: ")?.1));
        for job in jobs.chain(more) {
            let name = job.split([' ', '}']).next().unwrap();
            assert!(path(".ci/jobs").join(name).exists(), "{job}");
            count += 1;
        }
    }
    assert!(count > 20, "{count}");
}
