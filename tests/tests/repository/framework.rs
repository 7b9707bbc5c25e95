//! The line counts on the guide page that compares a provider with terraform-plugin-framework.

use std::collections::BTreeMap;

const PAGE: &str = include_str!("../../../tfvalue/guide/src/tasks/from_go.md");

/// Returns the number of lines of code and descriptions under each heading in the first block of the given language,
/// excluding blank lines, other comments and hidden lines.
fn count(language: &str) -> BTreeMap<&'static str, usize> {
    let code = PAGE.split(&format!("\n\n```{language}\n")).nth(1).unwrap();
    let code = code.split("\n```").next().unwrap();
    let mut counts = BTreeMap::new();
    let mut heading = "";
    for line in code.lines().map(str::trim) {
        let comment = line.strip_prefix("// ");
        if comment.is_some_and(|text| PAGE.contains(&format!("| {} |", text.to_lowercase()))) {
            heading = comment.unwrap();
        } else if comment == Some("Schema and model") {
            heading = "Schema";
        } else if !line.is_empty()
            && (!line.starts_with("//") || line.starts_with("///"))
            && !line.starts_with("# ")
        {
            *counts.entry(heading).or_default() += 1;
        }
    }
    counts
}

#[test]
fn lines_beside_the_framework_are_counted() {
    let (framework, ours) = (count("go"), count("rust"));
    let mut totals = [0, 0];
    for name in [
        "Model",
        "Schema",
        "Planning",
        "Validation",
        "Upgrade",
        "Import",
    ] {
        let counts = [framework[name], ours.get(name).copied().unwrap_or(0)];
        let row = PAGE
            .lines()
            .find(|line| line.starts_with(&format!("| {} |", name.to_lowercase())));
        let cells: Vec<_> = row.unwrap().split('|').map(str::trim).collect();
        for (cell, count) in cells[2..4].iter().zip(counts) {
            assert_eq!(cell.parse().unwrap_or(0), count, "{name}: {cell}");
        }
        totals = [totals[0] + counts[0], totals[1] + counts[1]];
    }
    let [theirs, ours] = totals;
    assert!(PAGE.contains(&format!("| total | {theirs} | {ours} |")));
    let readme = super::read("README.md");
    assert!(readme.contains(&format!("{theirs} and {ours} lines")));
}
