//! Formats the report as JUnit XML, which most CI systems show. Each finding is a failed test, and each resource type
//! without findings is a passed test. Some systems show only one failure for each test.

use std::fmt::Write as _;

use super::report::{Finding, Report, Resource};
use super::text;

/// Returns the XML.
pub(crate) fn text(report: &Report) -> String {
    let seconds: f64 = report.resources.iter().map(|one| one.seconds).sum();
    let findings = || report.findings().map(|(_, finding)| finding);
    let without = report.resources.iter();
    let without = without.filter(|one| one.findings.is_empty()).count();
    let known = findings().filter(|one| one.is_known).count();
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    // Writing to a string never fails.
    let _ = writeln!(
        text,
        r#"  <testsuite name="{}" tests="{}" failures="{}" skipped="{}" time="{seconds:.3}">"#,
        escaped(&report.provider),
        without + findings().count(),
        findings().count() - known,
        known + report.rejected().count()
    );
    for resource in &report.resources {
        for finding in &resource.findings {
            let name = match finding.attribute.as_str() {
                "" => format!("{}: {}", resource.name, finding.rule),
                attribute => format!("{}: {} at {attribute}", resource.name, finding.rule),
            };
            // The time covers the whole type, and is not the sum of the times for the findings.
            case(
                &mut text,
                report,
                &name,
                0.0,
                &result(report, resource, finding),
            );
        }
        if resource.findings.is_empty() {
            let skipped = if resource.is_rejected() {
                let reason = resource.refusals.first();
                let reason = reason
                    .map(|one| format!(": {}", one.error))
                    .unwrap_or_default();
                let message = format!("the provider rejects all configurations{reason}");
                format!("      <skipped message=\"{}\"/>\n", escaped(&message))
            } else {
                String::new()
            };
            case(
                &mut text,
                report,
                &resource.name,
                resource.seconds,
                &skipped,
            );
        }
    }
    text.push_str("  </testsuite>\n</testsuites>\n");
    text
}

fn case(text: &mut String, report: &Report, name: &str, seconds: f64, result: &str) {
    // Writing to a string never fails.
    let _ = writeln!(
        text,
        "    <testcase classname=\"{}\" name=\"{}\" time=\"{seconds:.3}\">\n{result}    </testcase>",
        escaped(&report.provider),
        escaped(name),
    );
}

fn result(report: &Report, resource: &Resource, finding: &Finding) -> String {
    if finding.is_known {
        return "      <skipped message=\"the finding is in the baseline\"/>\n".to_owned();
    }
    let again = text::again(report, &resource.name, finding);
    format!(
        "      <failure type=\"{}\" message=\"{}\">{}</failure>\n",
        escaped(&finding.rule),
        escaped(&headline(finding)),
        escaped(&format!("{}\n\n{again}", body(finding)))
    )
}

fn headline(finding: &Finding) -> String {
    let first = finding.problem.lines().next().unwrap_or_default();
    match finding.attribute.as_str() {
        "" => first.to_owned(),
        attribute => format!("{attribute}: {first}"),
    }
}

fn body(finding: &Finding) -> String {
    let printed = finding.terraform.as_ref().unwrap_or(&finding.problem);
    format!("{printed}\n\n{}", finding.configurations.join("\n"))
}

/// Escapes a string for XML, and replaces characters that XML does not allow.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            '\n' => escaped.push_str("&#10;"),
            '\t' => escaped.push_str("&#9;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            letter if letter.is_control() => escaped.push('\u{fffd}'),
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_string_is_escaped() {
        let finding = Finding {
            rule: "rule ValueChanged".to_owned(),
            attribute: "a[\"<k>\"]".to_owned(),
            problem: "was \"&\u{1}\", but now <script>\nmore".to_owned(),
            ..Finding::default()
        };
        let resource = Resource {
            name: "shop_<item>".to_owned(),
            accepted: 1,
            findings: vec![finding],
            ..Resource::default()
        };
        let report = Report {
            provider: "p".to_owned(),
            resources: vec![resource],
            ..Report::default()
        };
        let text = text(&report);
        assert!(
            text.contains(r#"tests="1" failures="1" skipped="0""#),
            "{text}"
        );
        assert!(
            text.contains(
                r#"name="shop_&lt;item&gt;: rule ValueChanged at a[&quot;&lt;k&gt;&quot;]""#
            ),
            "{text}"
        );
        let message =
            "a[&quot;&lt;k&gt;&quot;]: was &quot;&amp;\u{fffd}&quot;, but now &lt;script&gt;\"";
        assert!(text.contains(message), "{text}");
    }
}
