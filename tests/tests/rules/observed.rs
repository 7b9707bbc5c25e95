//! What Terraform 1.11.4 answered to mutated responses.
//!
//! The rows have the ids of the experiments: A numbers, B shapes, C unknown values, D refinements, E JSON,
//! F normalization, G sets and lists, I blocks, J dynamic values. Each has the wire form of an attribute
//! in the configuration, in the plan, and in the new state. Answers go through the decoder and then
//! through `check_plan` and `check_apply`.
//!
//! The notes of the experiments describe some of them only as a group, or not at all. Not here, because
//! their values or results are not known: A08 to A10, A17, A25, A27, B08, B09, B11, B12, B15, B16, B20 to
//! B23, B27 to B29, B31, D5, J3, J4, J6, J8. A18 (infinity) fails only when the state is written. The
//! experiments of C have no numbers in the notes, and H measured times. E1, E2 and the ranges such as D2 to
//! D4 are rows of the first id that they mention.

use tfvalue::rules::{Fault, check_apply, check_plan};
use tfvalue::schema::{Block, ProviderSchemas};
use tfvalue::tfplugin6::DynamicValue;
use tfvalue::{Result, Value};
use tfvalue_tests::hex;

/// The result of an experiment.
enum Verdict {
    Accepted,
    /// Terraform rejects the plan or the new state. Both say this.
    Rejected(&'static str),
    /// Terraform cannot decode the answer, and neither can we. Our error contains this.
    Undecodable(&'static str),
    /// Terraform crashes, and our decoder fails with this.
    Crash(&'static str),
    /// Terraform accepts the answer; our decoder refuses it on purpose, with this error.
    Stricter(&'static str),
    /// Terraform cannot decode the answer. We accept it: the wire format says that every extension is an
    /// unknown value.
    Laxer,
    /// Terraform rejects its own value, which it did not send exactly. We accept it.
    TerraformsLoss,
}
use Verdict::{Accepted, Crash, Laxer, Rejected, Stricter, TerraformsLoss, Undecodable};

/// The wire form of some attributes. The others are null.
type Members = Vec<(&'static str, Vec<u8>)>;

struct Row {
    id: &'static str,
    config: Members,
    planned: Members,
    new: Option<Members>,
    verdict: Verdict,
}

fn text(text: &str) -> Vec<u8> {
    let len = text.len();
    let mut bytes = match len {
        ..=31 => vec![0xa0 | len as u8],
        32..=255 => vec![0xd9, len as u8],
        _ => vec![0xda, (len >> 8) as u8, len as u8],
    };
    bytes.extend(text.bytes());
    bytes
}

fn double(value: f64) -> Vec<u8> {
    [&[0xcb][..], &value.to_be_bytes()].concat()
}

fn h(bytes: &str) -> Vec<u8> {
    hex::decode(&bytes.replace(' ', ""))
}

/// A row that plans a value for an attribute.
fn plan(
    id: &'static str,
    name: &'static str,
    config: Vec<u8>,
    planned: Vec<u8>,
    verdict: Verdict,
) -> Row {
    Row {
        id,
        config: vec![(name, config)],
        planned: vec![(name, planned)],
        new: None,
        verdict,
    }
}

/// A row that returns another value after apply.
fn apply(
    id: &'static str,
    name: &'static str,
    [config, planned, new]: [Vec<u8>; 3],
    verdict: Verdict,
) -> Row {
    let new = Some(vec![(name, new)]);
    Row {
        new,
        ..plan(id, name, config, planned, verdict)
    }
}

/// A row that plans a value for a computed attribute.
fn computed(id: &'static str, name: &'static str, planned: Vec<u8>, verdict: Verdict) -> Row {
    plan(id, name, vec![0xc0], planned, verdict)
}

fn numbers() -> Vec<Row> {
    let third = format!("0.{}5", "3".repeat(154));
    let n = |id, config: Vec<u8>, planned, verdict| plan(id, "n", config, planned, verdict);
    let tenth = || text("0.1");
    let one = || h("01");
    let mismatch = "does not match config value";
    vec![
        n("A01", tenth(), double(0.1), Accepted),
        apply("A03", "n", [tenth(), double(0.1), double(0.1)], Accepted),
        n("A02", tenth(), text("0.1"), Accepted),
        n("A02", tenth(), text("0.10"), Accepted),
        n("A02", tenth(), text("1e-1"), Accepted),
        n("A02", tenth(), text(".1"), Accepted),
        n("A02", tenth(), text("+0.1"), Accepted),
        n("A04", tenth(), h("ca 3dcccccd"), Rejected(mismatch)),
        n(
            "A",
            tenth(),
            text(" 0.1"),
            Undecodable("a number is required"),
        ),
        n("A", tenth(), text(""), Undecodable("a number is required")),
        n(
            "A",
            tenth(),
            text("NaN"),
            Undecodable("a number is required"),
        ),
        n(
            "A05",
            text(&third),
            double(1.0 / 3.0),
            Rejected(
                r#"planned value cty.NumberFloatVal(0.3333333333333333) does not match config value cty.MustParseNumberVal("0.3333"#,
            ),
        ),
        n("A06", text(&third), text(&third), Accepted),
        n(
            "A07",
            text(&third),
            text("0.3333333333333333"),
            Rejected(mismatch),
        ),
        apply(
            "A07b",
            "n",
            [text(&third), text(&third), double(1.0 / 3.0)],
            Rejected("but now cty.NumberFloatVal(0.3333333333333333)"),
        ),
        n("A07d", text("0.3"), double(0.1 + 0.2), Rejected(mismatch)),
        n(
            "A07e",
            text("3.14"),
            double("3.14".parse().unwrap()),
            Accepted,
        ),
        n(
            "A07f",
            text("123456789.123456789"),
            double(123_456_789.123_456_79),
            Rejected(mismatch),
        ),
        n(
            "A11",
            h("d3 0020000000000001"),
            double(9_007_199_254_740_992.0),
            Rejected(mismatch),
        ),
        n(
            "A12",
            h("d3 0020000000000001"),
            text("9007199254740993"),
            Accepted,
        ),
        n("A13", one(), double(1.0), Accepted),
        n("A14", one(), text("1"), Accepted),
        n("A15", one(), text("1.0"), Accepted),
        n("A16", one(), h("d3 0000000000000001"), Accepted),
        n(
            "A20",
            text("18446744073709551615"),
            h("cf ffffffffffffffff"),
            Accepted,
        ),
        n(
            "A",
            text(&format!("1{}", "0".repeat(400))),
            text("1e400"),
            Accepted,
        ),
        computed(
            "A19",
            "n_c",
            double(f64::NAN),
            Crash("a number is required"),
        ),
        computed("A21", "n_c", double(-0.0), Accepted),
        n(
            "A22",
            h("cb 3ff0000020000000"),
            h("cb 3ff0000020000000"),
            TerraformsLoss,
        ),
        n(
            "A23",
            text("18446744073709550000"),
            text("18446744073709550000"),
            TerraformsLoss,
        ),
        n("A28", double(0.1), double(0.1), TerraformsLoss),
        // In Terraform, the plan passes and the final plan fails.
        n(
            "A22b",
            h("cb 3ff0000020000000"),
            text("1.00000011920928955078125"),
            Rejected(mismatch),
        ),
        // The double's own text has more digits in Terraform than the shortest one.
        n(
            "A24",
            text(&format!("0.{}5", "0".repeat(323))),
            double(5e-324),
            TerraformsLoss,
        ),
        computed("A26", "n_c", text("1e1000000"), Stricter("number")),
    ]
}

fn shapes() -> Vec<Row> {
    let s = |id, planned, verdict| computed(id, "s_c", planned, verdict);
    let obj = |id, planned: &str, verdict| computed(id, "obj_c", h(planned), verdict);
    let nested = |id, planned: &str, verdict| computed(id, "nl_c", h(planned), verdict);
    vec![
        obj("B17", "81 a161 a178", Undecodable("n")),
        obj(
            "B18",
            "83 a161 a178 a16e 01 a17a 01",
            Undecodable("unsupported attribute"),
        ),
        obj("B30", "82 a161 a178 a161 a178", Undecodable("")),
        obj("B19", "80", Undecodable("a")),
        obj("B03", "82 a16e 01 a161 a178", Accepted),
        obj("B05", "82 c40161 a178 c4016e 01", Accepted),
        nested("B17", "91 81 a161 a178", Undecodable("nl_c[0]")),
        nested("B32", "91 80", Undecodable("nl_c[0]")),
        s("B13", h("c4 01 78"), Accepted),
        computed("B14", "n_c", h("c4 01 31"), Accepted),
        s("B", h("d9 01 78"), Accepted),
        computed("B", "m_c", h("de 0001 a16b a176"), Accepted),
        computed("B", "l_c", h("dd 00000001 a176"), Accepted),
        computed("B", "n_c", text("5"), Accepted),
        computed(
            "B10",
            "b_c",
            text("true"),
            Undecodable("a bool is required"),
        ),
        computed("B10", "b_c", h("01"), Undecodable("a bool is required")),
        s("B13b", h("01"), Undecodable("a string is required")),
        s("B13b", h("c3"), Undecodable("a string is required")),
        computed("B", "l_c", h("80"), Undecodable("a list is required")),
        computed("B", "tup_c", h("91 a178"), Undecodable("a tuple of")),
        computed("B", "tup_c", h("90"), Undecodable("tuple")),
        computed("B24", "m_c", h("81 01 a176"), Stricter("m_c")),
        computed("B25", "m_c", h("82 a16b a176 a16b a177"), Stricter("m_c")),
        s("B16b", h("a2 fffe"), Stricter("UTF-8")),
    ]
}

fn unknowns() -> Vec<Row> {
    let s = |planned: &str, verdict| computed("C", "s_c", h(planned), verdict);
    let mut rows: Vec<Row> = [
        "d40000", "c70000", "d400ff", "d40500", "c70005", "c7010c80", "d40c80", "d50c8000",
    ]
    .map(|planned| s(planned, Accepted))
    .into();
    rows.extend([
        s("d500 0000", Laxer),
        s("c70305 000000", Laxer),
        s("c7030c8101c2", Accepted),
        // A range of numbers for a string.
        s("c7050c 81 03 92 05 c3", Undecodable("s_c")),
        computed("C", "n_c", h("c7040c 81 02 a161"), Undecodable("n_c")),
        // The minimum is above the maximum.
        computed(
            "C",
            "n_c",
            h("c7090c 82 03 92 05 c3 04 92 01 c3"),
            Crash("n_c"),
        ),
        computed("C", "l_c", h("c7050c 82 05 05 06 01"), Crash("l_c")),
    ]);
    rows
}

fn refinements() -> Vec<Row> {
    let row = |id, name, planned: &str, new: Vec<u8>, verdict| {
        apply(id, name, [h("c0"), h(planned), new], verdict)
    };
    const PREFIX: &str = "c7080c 82 01 c2 02 a3 616263";
    vec![
        row("D1", "s_c", PREFIX, text("abcd"), Accepted),
        row(
            "D1",
            "s_c",
            PREFIX,
            text("xyz"),
            Rejected(
                r#"final value cty.StringVal("xyz") does not conform to planning placeholder cty.UnknownVal(cty.String).Refine().NotNull().StringPrefixFull("abc").NewValue()"#,
            ),
        ),
        row(
            "D2",
            "n_c",
            "c7070c 82 01 c2 03 92 05 c3",
            h("04"),
            Rejected(
                "final value cty.NumberIntVal(4) does not conform to planning placeholder cty.UnknownVal(cty.Number).Refine().NotNull().NumberLowerBound(cty.NumberIntVal(5), true).NewValue()",
            ),
        ),
        row(
            "D3",
            "l_c",
            "c7050c 82 01 c2 05 02",
            h("91 a161"),
            Rejected(
                "does not conform to planning placeholder cty.UnknownVal(cty.List(cty.String)).Refine().NotNull().CollectionLengthLowerBound(2).NewValue()",
            ),
        ),
        row(
            "D4",
            "s_c",
            "c7030c8101c2",
            h("c0"),
            Rejected(
                "final value cty.NullVal(cty.String) does not conform to planning placeholder cty.UnknownVal(cty.String).RefineNotNull()",
            ),
        ),
        row(
            "D6",
            "s_c",
            "d40000",
            h("d40000"),
            Rejected("unknown value cty.UnknownVal(cty.String)"),
        ),
    ]
}

fn sets_and_lists() -> Vec<Row> {
    let nfd = "e\u{301}";
    let list = || h("92 a161 a162");
    let swapped = || h("92 a162 a161");
    let mut rows = vec![
        plan("F1", "s", text("\u{e9}"), text(nfd), Accepted),
        apply(
            "F2",
            "s",
            [text("\u{e9}"), text("\u{e9}"), text(nfd)],
            Accepted,
        ),
        apply("F3", "s", [text("\u{e9}"), text(nfd), text(nfd)], Accepted),
        plan("G1", "set", list(), h("93 a162 a161 a161"), Accepted),
        apply("G2", "set", [list(), swapped(), list()], Accepted),
        computed(
            "G3",
            "set_n_c",
            h("93 01 cb3ff0000000000000 a131"),
            Accepted,
        ),
        computed(
            "G3",
            "set_n_c",
            h("92 cb3fb999999999999a a3302e31"),
            Accepted,
        ),
        plan(
            "G",
            "l",
            list(),
            swapped(),
            Rejected("does not match config value"),
        ),
        apply(
            "G",
            "l",
            [list(), list(), swapped()],
            Rejected(r#"was cty.StringVal("a"), but now cty.StringVal("b")"#),
        ),
        plan(
            "G8",
            "l",
            h("90"),
            h("c0"),
            Rejected("does not match config value"),
        ),
        plan(
            "G9",
            "l",
            h("c0"),
            h("90"),
            Rejected("for a non-computed attribute"),
        ),
        apply(
            "G10",
            "l",
            [h("90"), h("90"), h("c0")],
            Rejected("but now null"),
        ),
    ];
    let both = [&[0x92][..], &text(nfd), &text("\u{e9}")].concat();
    rows.push(computed("F5", "set_c", both, Accepted));
    rows
}

fn blocks() -> Vec<Row> {
    let object = "82 a161 c0 a163 c0";
    let b = |id, name, config: &str, planned: &str, verdict| {
        plan(id, name, h(config), h(planned), verdict)
    };
    vec![
        b("I1", "bg", object, object, Accepted),
        b(
            "I2",
            "bg",
            object,
            "c0",
            Rejected(
                "attribute representing a group of nested blocks must be empty to indicate no blocks, not null",
            ),
        ),
        b(
            "I3",
            "bl",
            "90",
            "c0",
            Rejected(
                "attribute representing a list of nested blocks must be empty to indicate no blocks, not null",
            ),
        ),
        b(
            "I4",
            "bm",
            "80",
            "c0",
            Rejected(
                "attribute representing a map of nested blocks must be empty to indicate no blocks, not null",
            ),
        ),
        b(
            "I5",
            "bs",
            "c0",
            object,
            Rejected("planned for existence but config wants absence"),
        ),
    ]
}

fn dynamics() -> Vec<Row> {
    let d = |id, planned: Vec<u8>, verdict| computed(id, "dyn_c", planned, verdict);
    let of = |ty: &str, value: &str| [&[0x92][..], &text(ty), &h(value)].concat();
    let bin = |ty: &str, value: &str| {
        [&[0x92, 0xc4, ty.len() as u8][..], ty.as_bytes(), &h(value)].concat()
    };
    let mixed = |outer: u8| {
        let pair = |ty, value, key: &str| [&h(key)[..], &bin(ty, value)[..]].concat();
        let keys = if outer == 0x82 {
            ["a161", "a162"]
        } else {
            ["", ""]
        };
        [
            &[outer][..],
            &pair(r#""string""#, "a178", keys[0]),
            &pair(r#""number""#, "01", keys[1]),
        ]
        .concat()
    };
    vec![
        d("J", bin(r#""string""#, "a178"), Accepted),
        d("J1", of(r#""string""#, "a178"), Accepted),
        d("J2", of(r#"[ "list", "string" ]"#, "91a178"), Accepted),
        d(
            "J7",
            bin(r#"["object",{"a":"string"},["a"]]"#, "81a161a178"),
            Accepted,
        ),
        computed("J9", "l_dyn_c", mixed(0x92), Crash("l_dyn_c")),
        computed("J10", "m_dyn_c", mixed(0x82), Crash("m_dyn_c")),
    ]
}

fn schema() -> Block {
    let schemas = include_str!("../../data/captures/providers_schema.json");
    let schemas: ProviderSchemas = tfvalue::schema::json::from_str(schemas).unwrap();
    let mut providers = schemas.provider_schemas.into_values();
    providers
        .find_map(|mut provider| provider.resource_schemas.remove("probe_mutt"))
        .unwrap()
        .block
}

/// Returns the message with some members.
fn message(block: &Block, members: &Members) -> DynamicValue {
    let absent = |name: &str| match name {
        "bl" => h("90"),
        "bm" => h("80"),
        "bg" => h("82 a161 c0 a163 c0"),
        _ => h("c0"),
    };
    let mut names: Vec<&str> = block.attributes.iter().map(|one| &*one.name).collect();
    names.extend(block.block_types.iter().map(|nested| &*nested.type_name));
    names.sort_unstable();
    let mut msgpack = vec![0xde, 0, names.len() as u8];
    for name in names {
        let given = members.iter().find(|(given, _)| *given == name);
        msgpack.extend(text(name));
        msgpack.extend(given.map_or_else(|| absent(name), |(_, bytes)| bytes.clone()));
    }
    DynamicValue {
        msgpack,
        json: Vec::new(),
    }
}

/// Returns the faults of the plan, or else of the new state.
fn answer(block: &Block, row: &Row) -> Result<Vec<Fault>> {
    let ty = block.implied_type();
    let read = |members: &Members| message(block, members).decode_value(&ty);
    let (config, planned) = (read(&row.config)?, read(&row.planned)?);
    let faults = check_plan(
        block,
        &Value::null(ty.clone()),
        &config,
        &planned,
        &[],
        false,
    );
    match &row.new {
        Some(new) if faults.is_empty() => Ok(check_apply(block, &planned, &read(new)?, false)),
        _ => Ok(faults),
    }
}

#[test]
fn answers_of_terraform() {
    let block = schema();
    let tables = [
        numbers(),
        shapes(),
        unknowns(),
        refinements(),
        sets_and_lists(),
        blocks(),
        dynamics(),
    ];
    let mut wrong = Vec::new();
    for row in tables.iter().flatten() {
        let got = answer(&block, row);
        let is_right = match (&row.verdict, &got) {
            (Accepted | Laxer | TerraformsLoss, Ok(faults)) => faults.is_empty(),
            (Rejected(problem), Ok(faults)) => {
                let name = format!(".{}", row.planned[0].0);
                let is_at = |fault: &Fault| fault.terraform_path().starts_with(&name);
                !faults.is_empty()
                    && faults.iter().all(is_at)
                    && faults[0].problem().contains(problem)
            }
            (Undecodable(text) | Crash(text) | Stricter(text), Err(error)) => {
                error.to_string().contains(text)
            }
            _ => false,
        };
        if !is_right {
            let (name, bytes) = &row.planned[0];
            wrong.push(format!("{} {name} {}: {got:?}", row.id, hex::encode(bytes)));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(tables.iter().flatten().count() > 100);
}

/// The whole object: B01, B02, B04, B06, B07, and JSON: E1 to E7.
#[test]
fn whole_answers() {
    let block = schema();
    let ty = block.implied_type();
    let config = message(&block, &vec![("s", text("a"))]);
    let check = |answer: &DynamicValue| {
        let planned = answer.decode_value(&ty)?;
        let config = config.decode_value(&ty)?;
        Ok::<_, tfvalue::Error>(check_plan(
            &block,
            &Value::null(ty.clone()),
            &config,
            &planned,
            &[],
            false,
        ))
    };
    let bytes = &config.msgpack;
    let with = |msgpack: Vec<u8>| DynamicValue {
        msgpack,
        json: Vec::new(),
    };
    let count = bytes[2];
    let entry = [&text("zzz")[..], &[0xc0]].concat();
    let extra = [&[0xde, 0, count + 1][..], &bytes[3..], &entry].concat();
    let twice = [&[0xde, 0, count + 1][..], &bytes[3..], &text("zo"), &[0xc0]].concat();
    assert!(check(&config).unwrap().is_empty());
    assert!(
        check(&with(
            [&[0xde, 0, count - 1][..], &bytes[3..bytes.len() - 4]].concat()
        ))
        .is_err(),
        "B01"
    );
    assert!(
        check(&with(extra)).unwrap_err().to_string().contains("zzz"),
        "B02"
    );
    assert!(check(&with(twice)).is_err(), "B04");
    assert!(check(&with(vec![0x80])).is_err(), "B07");
    // Terraform ignores trailing bytes; here they are an error on purpose.
    assert!(check(&with([&bytes[..], &[0xc0]].concat())).is_err(), "B06");

    let json = |json: &str| DynamicValue {
        msgpack: Vec::new(),
        json: json.into(),
    };
    let blocks = r#""bl": [], "bm": {}, "bg": {"a": null, "c": null}"#;
    let problems = |members: &str| {
        let faults = check(&json(&format!("{{{members}, {blocks}}}")))?;
        Ok::<_, tfvalue::Error>(faults.iter().map(ToString::to_string).collect::<Vec<_>>())
    };
    assert_eq!(problems(r#""s": "a""#).unwrap(), [""; 0], "E1, E3");
    assert_eq!(
        problems(r#""s": "a", "n_c": "5", "b_c": "true""#).unwrap(),
        [""; 0],
        "E5"
    );
    assert!(
        problems(r#""s": "a", "zzz": 1"#)
            .unwrap_err()
            .to_string()
            .contains("zzz"),
        "E4"
    );
    assert!(problems(r#""s": "a", "dyn_c": "x""#).is_err(), "E6");
    assert_eq!(
        problems(r#""s": "a", "dyn_c": {"type": "string", "value": "x"}"#).unwrap(),
        [""; 0],
        "E6"
    );
    let absent = check(&DynamicValue::default()).unwrap();
    assert_eq!(
        absent[0].to_string(),
        "planned for absence but config wants existence",
        "E7"
    );
}
