use tfvalue_show::{self as show, Plan};

use super::report::Report;
use super::{page, text};

fn render(plan: &Plan) -> String {
    let report = Report::new(plan).unwrap();
    let page = page::page(&report);
    assert!(!page.contains("secret"), "{page}");
    text::text(&report).as_str().to_owned()
}

fn plan(before: &str, after: &str, masks: [&str; 2]) -> Plan {
    let [was, is] = masks;
    let json = format!(
        r#"{{"format_version": "1.2", "resource_changes": [{{
            "address": "x_y.z", "mode": "managed", "type": "x_y", "name": "z",
            "change": {{"actions": ["update"], "before": {{"a": {before}}}, "after": {{"a": {after}}},
                        "before_sensitive": {{"a": {was}}}, "after_sensitive": {{"a": {is}}}}}
        }}]}}"#
    );
    show::from_slice::<Plan>(json.as_bytes()).unwrap()
}

/// Returns the lines of the attribute without colors.
fn lines(before: &str, after: &str, masks: [&str; 2]) -> Vec<String> {
    let text = render(&plan(before, after, masks));
    let text = anstream::adapter::strip_str(&text).to_string();
    let lines = text.lines().filter(|line| line.starts_with("     "));
    lines.map(|line| line.trim_start().to_owned()).collect()
}

#[test]
fn hides_sensitive_values() {
    let sides = [
        r#""secret""#,
        r#"{"b": "secret"}"#,
        r#"["secret"]"#,
        r#"["x", "secret"]"#,
        "[]",
        "{}",
        "null",
        "1",
    ];
    let masks = ["true", r#"{"b": true}"#, "[true]", "[false, true]", "false"];
    let mut count = 0;
    for (before, after) in sides.iter().flat_map(|a| sides.map(|b| (*a, b))) {
        for (was, is) in masks.iter().flat_map(|a| masks.map(|b| (*a, b))) {
            // A value that is not marked may be shown.
            let marked = |side: &str, mask: &str| match mask {
                _ if !side.contains("secret") => true,
                "true" => true,
                "false" => false,
                "[true]" if side.starts_with("[\"x\"") => false,
                "[false, true]" if side == r#"["secret"]"# => false,
                _ => true,
            };
            if marked(before, was) && marked(after, is) {
                let text = render(&plan(before, after, [was, is]));
                assert!(
                    !text.contains("secret"),
                    "{before} {after} {was} {is}: {text}"
                );
                count += 1;
            }
        }
    }
    assert!(count > 1000, "{count}");
}

#[test]
fn signs_are_colored() {
    let colored = render(&plan("1", "2", ["false", "false"]));
    assert!(
        colored.contains("      \x1b[33m~\x1b[0m a = 1 -> 2\n"),
        "{colored}"
    );
}

#[test]
fn text_of_a_plan_cannot_control_the_terminal() {
    let json = "{\"format_version\": \"1.2\", \"resource_changes\": [{\"address\": \"x_y.z[\\\"\\u001b]0;t\\u0007\\n\\u202e\\\"]\", \
                \"mode\": \"managed\", \"type\": \"x_y\\u009b\", \"name\": \"z\", \"change\": {\"actions\": [\"create\"], \
                \"before\": null, \"after\": {\"a\\u001b[2J\": \"\\u001b[31m\\u2066\"}}}]}";
    let plan: Plan = show::from_slice(json.as_bytes()).unwrap();
    let text = anstream::adapter::strip_str(&render(&plan)).to_string();
    let is_bad = |c: char| (c.is_control() && c != '\n') || ('\u{2028}'..'\u{2070}').contains(&c);
    assert!(!text.contains(is_bad), "{text:?}");
    assert!(
        text.contains("    # x_y.z[\"\\u{1b}]0;t\\u{7}\\n\\u{202e}\"] will be created\n"),
        "{text}"
    );
}

#[test]
fn null_elements_are_values() {
    let no = ["false", "false"];
    assert_eq!(
        lines("null", "[1, null, 2]", no),
        ["+ a = [", "+ 1", "+ null", "+ 2", "]"]
    );
    assert_eq!(
        lines("null", r#"{"k": null}"#, no),
        ["+ a = {", "+ k = null", "}"]
    );
    assert_eq!(
        lines(r#"["a", "b"]"#, r#"["a", null]"#, no),
        ["~ a = [", "~ \"b\" -> null", "# (1 unchanged)", "]"]
    );
    assert_eq!(lines("[null]", "[]", no), ["~ a = [", "- null", "]"]);
    assert_eq!(lines("[]", "[null]", no), ["~ a = [", "+ null", "]"]);
    assert_eq!(
        lines("[null]", r#"["b"]"#, no),
        ["~ a = [", "~ null -> \"b\"", "]"]
    );
    assert_eq!(
        lines(r#"{"k": null}"#, "{}", no),
        ["~ a = {", "- k = null", "}"]
    );
    // Null attributes of a nested block do not exist.
    assert_eq!(
        lines("[]", r#"[{"b": null, "c": 1}]"#, no),
        ["~ a = [", "+ {", "+ c = 1", "}", "]"]
    );
    assert_eq!(lines("[]", "null", no), ["- a = [] -> null"]);
}

#[test]
fn elements_are_paired() {
    let no = ["false", "false"];
    assert_eq!(
        lines("[1, 2, 3]", "[0, 1, 2, 3]", no),
        ["~ a = [", "+ 0", "# (3 unchanged)", "]"]
    );
    assert_eq!(
        lines("[1, 2, 3]", "[1, 3]", no),
        ["~ a = [", "- 2", "# (2 unchanged)", "]"]
    );
    assert_eq!(
        lines("[1, 1]", "[1]", no),
        ["~ a = [", "- 1", "# (1 unchanged)", "]"]
    );
}

#[test]
fn values_that_become_sensitive_are_named() {
    assert_eq!(
        lines("1", "1", ["false", "true"]),
        ["~ a = (sensitive value) # the same value will be marked as sensitive"]
    );
    assert_eq!(
        lines("1", "1", ["true", "false"]),
        ["~ a = (sensitive value) # the same value will no longer be marked as sensitive"]
    );
    assert_eq!(lines("1", "1", ["true", "true"]), ["# (1 unchanged)"]);
    assert_eq!(
        lines("[1]", "[1]", ["[false]", "false"]),
        ["# (1 unchanged)"]
    );
}
