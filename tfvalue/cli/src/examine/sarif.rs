//! Writes the report as SARIF 2.1.0, the format for code scanning.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value as Json, json};

use super::causes::Severity;
use super::report::{Finding, Report, Resource};
use super::text;

/// The page about the rules.
const HELP: &str = "https://docs.rs/tfvalue-guide/latest/tfvalue_guide/tools/examine/index.html";

/// Files that serve as the location of results that have no file of their own. Code scanning requires a file, and a
/// repository has at least one of these files.
const FILES: [&str; 5] = [
    "go.mod",
    "Cargo.toml",
    "pyproject.toml",
    "package.json",
    "README.md",
];

/// Returns the document. The location of a result is the page of its resource type in the folder with the registry pages.
pub(crate) fn text(report: &Report) -> String {
    let exists = |path: &str| Path::new(path).is_file();
    document(report, &exists).to_string()
}

fn document(report: &Report, exists: &dyn Fn(&str) -> bool) -> Json {
    let mut rules = BTreeMap::new();
    for (_, finding) in report.findings() {
        let level = level(finding);
        rules.entry(id(finding)).or_insert_with(|| {
            json!({
                "id": id(finding),
                "name": id(finding),
                "shortDescription": { "text": finding.rule },
                "helpUri": HELP,
                "defaultConfiguration": { "level": level },
            })
        });
    }
    let index: Vec<_> = rules.keys().cloned().collect();
    let results = report.findings().map(|(resource, finding)| {
        let index = index.iter().position(|one| *one == id(finding));
        result(
            report,
            (resource, finding),
            index.unwrap_or_default(),
            exists,
        )
    });
    let results: Vec<_> = results.collect();
    let is_complete = report.resources.iter().all(|one| one.stopped.is_none());
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "tfvalue examine",
                "version": env!("CARGO_PKG_VERSION"),
                "informationUri": HELP,
                "rules": rules.into_values().collect::<Vec<_>>(),
            }},
            "automationDetails": { "id": format!("tfvalue-examine/{}/", report.provider) },
            "invocations": [{ "executionSuccessful": is_complete }],
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn result(
    report: &Report,
    (resource, finding): (&Resource, &Finding),
    rule: usize,
    exists: &dyn Fn(&str) -> bool,
) -> Json {
    let name = match finding.attribute.as_str() {
        "" => resource.name.clone(),
        attribute => format!("{}.{attribute}", resource.name),
    };
    let message = message(report, resource, finding);
    let mut result = json!({
        "ruleId": id(finding),
        "ruleIndex": rule,
        "level": level(finding),
        "message": { "text": message },
        "locations": [{
            "physicalLocation": {
                "artifactLocation": { "uri": file(&resource.name, exists) },
                "region": { "startLine": 1 },
            },
            "logicalLocations": [{
                "name": name.clone(),
                "fullyQualifiedName": format!("{}.{name}", report.provider),
                "kind": "resource",
            }],
        }],
        "partialFingerprints": { "tfvalue/v1": finding.fingerprint },
        "baselineState": if finding.is_known { "unchanged" } else { "new" },
    });
    if finding.is_known {
        // Code scanning does not show a suppressed result.
        result["suppressions"] = json!([{
            "kind": "external",
            "justification": "The finding is in the baseline.",
        }]);
    }
    result
}

fn message(report: &Report, resource: &Resource, finding: &Finding) -> String {
    let mut parts = vec![format!("{}: {}", resource.name, finding.problem)];
    parts.extend(finding.terraform.clone());
    parts.extend(finding.help.clone());
    parts.extend(finding.configurations.iter().cloned());
    parts.push(text::again(report, &resource.name, finding));
    parts.join("\n\n")
}

/// Returns the name of a rule, such as `ValueChanged`, or `crash`.
fn id(finding: &Finding) -> String {
    let rule = &finding.rule;
    let name = rule
        .split_once(' ')
        .filter(|(kind, _)| matches!(*kind, "rule" | "advice"));
    name.map_or(rule.replace(' ', "-"), |(_, name)| name.to_owned())
}

fn level(finding: &Finding) -> &'static str {
    match Severity::of(finding) {
        Severity::Error => "error",
        Severity::Advice => "warning",
        Severity::Logged => "note",
    }
}

/// Returns the page of a resource type, or a file that the repository has.
fn file(type_name: &str, exists: &dyn Fn(&str) -> bool) -> String {
    let short = type_name
        .split_once('_')
        .map_or(type_name, |(_, rest)| rest);
    let pages = [
        format!("docs/resources/{short}.md"),
        format!("website/docs/r/{short}.html.markdown"),
        format!("website/docs/r/{short}.html.md"),
    ];
    let files = FILES.map(str::to_owned);
    let mut all = pages.into_iter().chain(files);
    let found = all.find(|path| exists(path));
    found.unwrap_or_else(|| "README.md".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_finding_is_a_result_with_its_rule() {
        let finding = |rule: &str, is_known| Finding {
            rule: rule.to_owned(),
            attribute: "size".to_owned(),
            problem: "was 1, but now 2".to_owned(),
            fingerprint: "17".to_owned(),
            is_known,
            ..Finding::default()
        };
        let resource = Resource {
            name: "shop_item".to_owned(),
            findings: vec![
                finding("rule ValueChanged", false),
                finding("failed call", false),
                finding("advice SecretInText", true),
            ],
            ..Resource::default()
        };
        let report = Report {
            provider: "registry.terraform.io/example/shop".to_owned(),
            resources: vec![resource],
            ..Report::default()
        };
        let document = document(&report, &|path| path == "docs/resources/item.md");
        let run = &document["runs"][0];
        let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
        let results = run["results"].as_array().unwrap();
        assert_eq!((rules.len(), results.len()), (3, 3));
        for (result, (id, level)) in results.iter().zip([
            ("ValueChanged", "error"),
            ("failed-call", "error"),
            ("SecretInText", "warning"),
        ]) {
            assert_eq!(
                (&result["ruleId"], &result["level"]),
                (&json!(id), &json!(level))
            );
            let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
            assert_eq!(rules[index]["id"], id);
            let place = &result["locations"][0]["physicalLocation"];
            assert_eq!(place["artifactLocation"]["uri"], "docs/resources/item.md");
        }
        assert_eq!(results[2]["suppressions"][0]["kind"], "external");
        assert_eq!(results[0]["suppressions"], Json::Null);
    }
}
