//! Compares the tables with the descriptors of terraform-plugin-go.

use std::collections::BTreeSet;
use std::process::Command;

use tfvalue_tests::notices::skipped;

use super::table;

/// terraform-plugin-go follows Terraform with a delay and uses other names in a few places. The differences are listed,
/// so that an error in the tables cannot be hidden among them.
#[test]
fn tables_equal_terraform_plugin_go() {
    if Command::new("go").arg("version").output().is_err() {
        return skipped("go is missing");
    }
    let program = tfvalue_tests::go_program::build("protocol").unwrap();
    let mut differences = Vec::new();
    for version in ["5", "6"] {
        let package = format!("tfplugin{version}");
        let output = Command::new(&program).arg(&package).output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        // The provisioner service is not part of a provider.
        let theirs: BTreeSet<_> = printed
            .lines()
            .filter(|line| !line.contains("rovision"))
            .collect();
        let lines = table::lines(&format!("{package}.txt"));
        let ours: BTreeSet<_> = lines.iter().map(String::as_str).collect();
        let only = |sign, lines: Vec<_>| {
            lines
                .into_iter()
                .map(move |line: &&str| format!("{version} {sign} {line}"))
        };
        differences.extend(only("-", theirs.difference(&ours).collect()));
        differences.extend(only("+", ours.difference(&theirs).collect()));
    }
    differences.sort();
    let mut listed = table::lines("differences.txt");
    listed.sort();
    assert_eq!(differences, listed);
}
