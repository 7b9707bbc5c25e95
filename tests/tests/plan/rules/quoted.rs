//! Strings in Go's quotes.

use tfvalue::rules::{
    ApplyResponse, PlanRequest, PlanResponse, check_apply, check_plan, proposed_new_state,
};
use tfvalue::schema::{Attribute, Block, NestedBlock, Nesting};
use tfvalue::{Path, Type, Value};
use tfvalue_tests::differential::{Op, Oracle};
use tfvalue_tests::notices::skipped;

/// Returns a path with a key, in the format that the rules print.
fn quoted(key: &str) -> String {
    let state = |o: &str| Value::object([("o", o)]).unwrap();
    let (prior, planned) = (state("a"), state("b"));
    let request = PlanRequest {
        config: &planned,
        prior: &prior,
    };
    let paths = [Path::from("o").key(key)];
    let block = Block::new().attributes([Attribute::new("o", Type::String).optional()]);
    let faults = check_plan(
        &block,
        request,
        PlanResponse::new(&planned).requires_replace(&paths),
    );
    let text = faults[0].problem();
    let (_, quoted) = text.split_once("cty.StringVal(").unwrap();
    quoted.strip_suffix(")}}").unwrap().to_owned()
}

#[test]
fn every_character_is_quoted_as_in_go() {
    let Some(mut oracle) = Oracle::start().unwrap() else {
        return skipped("go is missing");
    };
    let all: Vec<char> = ('\0'..=char::MAX).collect();
    for characters in all.chunks(1 << 10) {
        let text: String = characters.iter().collect();
        let answer = oracle.ask(&[(Op::Quote, "", text.as_bytes())]).unwrap();
        let first = u32::from(characters[0]);
        let theirs = answer[0].read.done().unwrap();
        assert_eq!(quoted(&text).as_bytes(), theirs, "from U+{first:04X}");
    }
}

#[test]
fn characters_that_are_not_printable_are_escaped() {
    for (text, expected) in [
        ("a\u{200b}", r#""a\u200b""#),
        (
            "\u{ad}\u{e000}\u{feff}\u{378}",
            r#""\u00ad\ue000\ufeff\u0378""#,
        ),
        ("\u{e0001}\u{10ffff}", r#""\U000e0001\U0010ffff""#),
        (
            "\u{e9}\u{301}\u{1f600}\u{a0}\u{3000}",
            "\"\u{e9}\u{301}\u{1f600}\\u00a0\\u3000\"",
        ),
        ("\0\u{7}\u{1f}\u{7f}\u{80}", r#""\x00\a\x1f\x7f\u0080""#),
        ("\"\\\n", r#""\"\\\n""#),
    ] {
        assert_eq!(quoted(text), expected);
    }
}

/// Keys in paths, and in messages about them. The standard library escapes a combining character at the start of a
/// string, and does not escape characters that are unprintable only in Unicode 15.0.
#[test]
fn keys_are_quoted() {
    let ty = Type::map(Type::String);
    let block = Block::new().attributes([Attribute::new("m", ty).optional()]);
    let state = |key: &str, value: &str| {
        let map = Value::map(Type::String, [(key, value)]).unwrap();
        Value::object([("m", map)]).unwrap()
    };
    let lines = |planned: &Value, actual: &Value| -> Vec<String> {
        let faults = check_apply(&block, planned, ApplyResponse::new(actual));
        let line = |fault: &tfvalue::rules::Fault| {
            format!("{}: {}", fault.terraform_path(), fault.problem())
        };
        faults.iter().map(line).collect()
    };
    let key = "\u{301}\u{200b}";
    assert_eq!(
        lines(&state(key, "a"), &state(key, "b")),
        ["\
.m[\"\u{301}\\u200b\"]: was cty.StringVal(\"a\"), but now cty.StringVal(\"b\")"]
    );
    assert_eq!(
        lines(&state(key, "a"), &state("\u{e000}", "a")),
        [
            ".m: element \"\u{301}\\u200b\" has vanished",
            ".m: new element \"\\ue000\" has appeared"
        ]
    );
}

/// go-cty sorts the elements by their string forms, in which `\u200b` comes before `a`.
#[test]
fn sets_are_sorted_by_quoted_text() {
    let inner = Block::new().attributes([Attribute::new("x", Type::String).optional()]);
    let block = Block::new().block_types([NestedBlock::new("s", Nesting::Set, inner)]);
    let one = |x: &str| Value::object([("x", x)]).unwrap();
    let ty = one("a").ty();
    let set = Value::set(ty, [one("a"), one("\u{200b}z")]).unwrap();
    let config = Value::object([("s", set)]).unwrap();
    let request = PlanRequest {
        config: &config,
        prior: &Value::null(block.implied_type()),
    };
    let proposed = proposed_new_state(&block, request).unwrap();
    let elements = proposed.get("s").unwrap().elements().unwrap();
    let texts: Vec<&str> = elements
        .map(|one| one.get("x").unwrap().as_str().unwrap())
        .collect();
    assert_eq!(texts, ["\u{200b}z", "a"]);
}
