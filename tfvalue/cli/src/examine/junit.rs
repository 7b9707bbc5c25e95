//! The report as JUnit XML, which most CI systems show. Each resource type is a test.

use std::fmt::Write as _;

use super::report::{Finding, Report};

/// Returns the XML.
pub(crate) fn text(report: &Report) -> String {
    let failed = report
        .resources
        .iter()
        .filter(|one| !one.findings.is_empty());
    let seconds: f64 = report.resources.iter().map(|one| one.seconds).sum();
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    // Writing to a string never fails.
    let _ = writeln!(
        text,
        r#"  <testsuite name="{}" tests="{}" failures="{}" skipped="{}" time="{seconds:.3}">"#,
        escaped(&report.provider),
        report.resources.len(),
        failed.count(),
        report.rejected().count()
    );
    for resource in &report.resources {
        let _ = writeln!(
            text,
            r#"    <testcase classname="{}" name="{}" time="{:.3}">"#,
            escaped(&report.provider),
            escaped(&resource.name),
            resource.seconds
        );
        if resource.accepted == 0 && resource.findings.is_empty() {
            let _ = writeln!(
                text,
                r#"      <skipped message="the provider rejects all configurations"/>"#
            );
        }
        for finding in &resource.findings {
            let _ = writeln!(
                text,
                r#"      <failure type="{}" message="{}">{}</failure>"#,
                escaped(&finding.rule),
                escaped(&headline(finding)),
                escaped(&body(finding))
            );
        }
        text.push_str("    </testcase>\n");
    }
    text.push_str("  </testsuite>\n</testsuites>\n");
    text
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
    use super::super::report::Resource;
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
        assert!(text.contains(r#"name="shop_&lt;item&gt;""#), "{text}");
        let message =
            "a[&quot;&lt;k&gt;&quot;]: was &quot;&amp;\u{fffd}&quot;, but now &lt;script&gt;\"";
        assert!(text.contains(message), "{text}");
    }
}
