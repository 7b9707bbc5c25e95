//! Strings that are read as a type, and their spelling in every nesting mode.

use std::collections::BTreeMap;
use std::net::IpAddr;

use tfvalue::{
    Attr, Set, Text, TfSchema, Unknown,
    texts::{Base64, ByteSize, TfText, Yaml},
};

use crate::shape::{Row, run};

#[derive(TfSchema, Clone)]
struct Part {
    #[tf(required)]
    name: Attr<String>,
    #[tf(optional)]
    address: Attr<Text<IpAddr>>,
    #[tf(optional)]
    net: Attr<Text<ipnet::IpNet>>,
    #[tf(optional)]
    at: Attr<Text<jiff::Timestamp>>,
    #[tf(optional)]
    url: Attr<Text<url::Url>>,
    #[tf(optional)]
    uuid: Attr<Text<uuid::Uuid>>,
    #[tf(optional)]
    key: Attr<Text<Base64>>,
    #[tf(optional)]
    size: Attr<Text<ByteSize>>,
    #[tf(optional)]
    document: Attr<Text<Yaml>>,
    #[tf(optional)]
    list: Attr<Vec<Attr<Text<IpAddr>>>>,
    #[tf(optional)]
    set: Attr<Set<Attr<Text<IpAddr>>>>,
    #[tf(optional)]
    map: Attr<BTreeMap<String, Attr<Text<IpAddr>>>>,
    #[tf(computed, keep)]
    id: Attr<String>,
}

shapes!(Part);

const STORED: &str = r#"{"name": "a", "address": "fd00::1", "net": "fd00::/8", "at": "2026-01-01T00:00:00Z",
    "url": "https://example.com/", "uuid": "67e55044-10b1-426f-9247-bb680e5fe0c8", "key": "aGVsbG8=",
    "size": "1024", "document": "a: 1\nb: [x]\n", "list": ["::1"], "set": ["::1", "::2"], "map": {"k": "::1"}, "id": "i"}"#;
const WRITTEN: &str = r#"{"name": "a", "address": "FD00:0::1", "net": "fd00:0::/8",
    "at": "2026-01-01T01:00:00.000+01:00", "url": "HTTPS://example.com:443",
    "uuid": "67E5504410B1426F9247BB680E5FE0C8", "key": "aGVsbG8", "size": "1 KiB", "document": "{\"b\": [\"x\"], \"a\": 1}", "list": ["0::1"],
    "set": ["0::1", "0::2"], "map": {"k": "0::1"}, "id": "i"}"#;

/// Spellings as a service returns them after apply and on refresh.
#[test]
fn states_keep_the_spelling() {
    for shape in shapes() {
        let [old, new] = [WRITTEN, STORED].map(|object| shape.state("x", object));
        let kept = (shape.semantic_equality)(&old, new).unwrap();
        assert_eq!(kept, old, "{}", shape.path(""));
    }
}

#[test]
fn plans_have_the_configured_spelling() {
    const PRIOR: &str = r#"{"name": "a", "address": "fd00::1", "size": "1024", "id": "i"}"#;
    const CONFIG: &str = r#"{"name": "a", "address": "FD00:0::1", "size": "1 KiB"}"#;
    const PLANNED: &str = r#"{"name": "a", "address": "FD00:0::1", "size": "1 KiB", "id": "i"}"#;
    run(
        &shapes(),
        &[
            Row::new("another spelling", PRIOR, CONFIG).planned(PLANNED),
            Row::new(
                "another address",
                PRIOR,
                r#"{"name": "a", "address": "fd00::2"}"#,
            )
            .planned(r#"{"name": "a", "address": "fd00::2", "id": "i"}"#)
            .in_sets(r#"{"name": "a", "address": "fd00::2", "id": "?"}"#),
        ],
    );
}

/// Reads a string, and returns its canonical form or the error.
fn read<T: TfText>(text: &str) -> String {
    match text.parse::<Text<T>>() {
        Ok(read) => {
            assert_eq!(read.as_str(), text);
            let spelled = Text::from(T::read(text).unwrap());
            assert!(spelled == read, "{text}");
            spelled.to_string()
        }
        Err(error) => error.to_string(),
    }
}

#[test]
fn strings_are_read_and_refused() {
    assert_eq!(read::<IpAddr>("10.0.0.1"), "10.0.0.1");
    assert_eq!(
        read::<IpAddr>("10.0.0.256"),
        r#"an IP address such as "10.0.0.1" or "fd00::1" is required, got "10.0.0.256""#
    );
    // The host bits are part of the meaning.
    assert_eq!(read::<ipnet::IpNet>("10.1.2.3/16"), "10.1.2.3/16");
    assert_eq!(
        read::<ipnet::Ipv4Net>("fd00::/8"),
        r#"an IPv4 network in CIDR notation such as "10.0.0.0/8" is required, got "fd00::/8""#
    );
    assert_eq!(
        read::<ipnet::IpNet>("10.0.0.0"),
        r#"a network in CIDR notation such as "10.0.0.0/8" or "fd00::/8" is required, got "10.0.0.0""#
    );
    assert_eq!(
        read::<url::Url>("HTTP://a.example:80/x/../y"),
        "http://a.example/y"
    );
    assert_eq!(
        read::<url::Url>("example.com"),
        r#"a URL such as "https://example.com/" is required, got "example.com""#
    );
    assert_eq!(
        read::<uuid::Uuid>("67E55044-10B1-426F-9247-BB680E5FE0C8"),
        "67e55044-10b1-426f-9247-bb680e5fe0c8"
    );
    assert_eq!(
        read::<uuid::Uuid>("67e55044"),
        r#"a UUID such as "67e55044-10b1-426f-9247-bb680e5fe0c8" is required, got "67e55044""#
    );
    assert_eq!(
        read::<Base64>("_-"),
        r#"bytes in Base64 such as "aGVsbG8=" is required, got "_-""#
    );
    assert_eq!(
        read::<ByteSize>("a lot"),
        r#"a number of bytes such as "512", "64 kB" or "1.5GiB" is required, got "a lot""#
    );
}

#[test]
fn times_have_the_form_of_rfc_3339() {
    let read = read::<jiff::Timestamp>;
    assert_eq!(
        read("2026-11-21T10:00:00.50+01:00"),
        "2026-11-21T09:00:00.5Z"
    );
    assert_eq!(read("2026-11-21t10:00:00z"), "2026-11-21T10:00:00Z");
    for text in [
        "2026-11-21",
        "2026-11-21T10:00:00",
        "2026-11-21 10:00:00Z",
        "2026-11-21T10:00Z",
        "2026-11-21T10:00:00.Z",
        "2026-11-21T10:00:00+01",
        "2026-11-21T10:00:00+01:00[Europe/Berlin]",
        "2026-13-21T10:00:00Z",
        "+002026-11-21T10:00:00Z",
        "2026-11-21T10:00:0\u{e9}Z",
        "",
    ] {
        assert_eq!(
            read(text),
            format!(r#"an RFC 3339 time such as "2026-11-21T10:00:00Z" is required, got {text:?}"#)
        );
    }
}

/// Each row contains several spellings of one value. No two rows contain the same value.
const DOCUMENTS: &[&[&str]] = &[
    &["", "# nothing\n", "...\n"],
    &["null", "~", "---\n", "!!null null", "Null"],
    &["---\n---\n"],
    &[
        "a: 1",
        "{a: 1}",
        r#"{"a": 1}"#,
        "# c\n---\n'a' : 1 # c\n...\n",
        "? a\n: 1",
        "a: +1",
        "a: !!int '1'",
    ],
    &[
        "a: '1'",
        "a: !!str 1",
        "a: ! 1",
        "a: |-\n  1\n",
        "a: \"\\x31\"",
    ],
    &["a: |\n  1\n", r#"{"a": "1\n"}"#],
    &["a: 1\n---\na: 1"],
    &[
        "b: [x, y]\na: {}",
        "a: {}\nb:\n- x\n- y\n",
        "a: &e {}\nb: [&x x, y]",
    ],
    &["b: [y, x]\na: {}"],
    &["[&a [1], *a, *a]", "[[1], [1], [1]]"],
    &["true", "True", "TRUE", "!!bool true"],
    &["yes"],
    &["Yes"],
    &["'yes'"],
    &["'true'"],
    &["tRUE", "'tRUE'"],
    &["0", "-0", "0.0", "-0.00", "00.0", "0.0e+99999999999"],
    &["17", "17.0", "+17.", "0.17e+2", "1700.0e-2"],
    &["017"],
    &["0o17"],
    &["0x11"],
    &["1e3"],
    &["1.0e3"],
    &["1000", "1.0e+3", "1000.0"],
    &["100000000000000000000000", "1.0e+23"],
    &["0.5", ".5", "+.50"],
    &["-12.25", "-1225.0e-2"],
    &["1.0e-30", "0.000000000000000000000000000001"],
    &["1.0e+99999999999999999999"],
    &["1_000"],
    &["1:30"],
    &["2001-12-14"],
    &["2001-12-14T21:59:43.1Z"],
    &["[2001-12-14 21:59:43.1 -5]"],
    &["- 5555555555545    - -", "['5555555555545    - -']"],
    &["10.0.0.1", "'10.0.0.1'"],
    &["500m", "'500m'"],
    &[".inf", "+.INF"],
    &["-.Inf"],
    &[".NaN", ".nan"],
    &["!Ref a", "!Ref 'a'", "!<!Ref> a"],
    &["!Sub a"],
    &["!!set {a, b}", "!!set {b: , a: ~}"],
    &["{a: , b: }"],
    &["!!binary aGVsbG8="],
    &["a: 1\n<<: {b: 2}"],
    &["{b: 2, a: 1}", "!!map {a: 1, !!str b: 2}"],
    &["? [1, 2]\n: 3", "{[1, 2]: 3}"],
    &["? 1:30\n: 3"],
    &["? yes\n: {? {1: 2} : 3}"],
    &[
        "\"\\u0000\\u0085\\uFEFF\\U0001F600\\\\\\\"\"",
        "\"\\0\\N\\uFEFF\u{1f600}\\\\\\\"\"",
    ],
    &["'a, b {c}'", "a, b {c}", "a,\n b\n {c}"],
];

#[test]
fn yaml_documents_are_compared_by_their_meaning() {
    let mut seen = BTreeMap::new();
    for (row, spellings) in DOCUMENTS.iter().enumerate() {
        for text in *spellings {
            let canonical = read::<Yaml>(text);
            assert_eq!(read::<Yaml>(&canonical), canonical, "{text:?}");
            let earlier = *seen.entry(canonical.clone()).or_insert(row);
            assert_eq!(earlier, row, "{text:?}: {canonical}");
        }
    }
    assert_eq!(seen.len(), DOCUMENTS.len(), "{seen:?}");
}

#[test]
fn yaml_errors_say_where_the_fault_is() {
    let lists = |depth| format!("{}a", "- ".repeat(depth));
    let mut bomb = String::from("- &a0 [x]\n");
    for level in 1..20 {
        let alias = format!("*a{}, ", level - 1);
        bomb += &format!("- &a{level} [{}]\n", alias.repeat(9));
    }
    read::<Yaml>(&lists(128));
    for (text, expected) in [
        (
            "a: b: c",
            "1 column 5: mapping values are not allowed in this context",
        ),
        (
            "a: [1,\nb",
            "2 column 1: invalid indentation in flow construct",
        ),
        (
            "x: 1\ny: 1\n'x': 2",
            "3 column 1: a mapping has a key twice",
        ),
        ("{1: a, 1.0: b}", "1 column 8: a mapping has a key twice"),
        (
            "a: &x [*x]",
            "1 column 8: an alias refers to a node that contains it",
        ),
        ("*x", "1 column 1: while parsing node, found unknown anchor"),
        (
            "- !%d3%ae",
            "1 column 3: a tag has a character that is not ASCII",
        ),
        (
            &lists(129),
            "1 column 257: the document has more than 128 levels",
        ),
        (
            &bomb,
            "5 column 13: the aliases expand to more than 16 times the document",
        ),
    ] {
        assert_eq!(
            read::<Yaml>(text),
            format!("a YAML document is required, got an error at line {expected}")
        );
    }
}

/// Regardless of the contents of a string, its canonical form represents the same document.
#[test]
fn random_yaml_is_read_again() {
    const PARTS: [&str; 40] = [
        "a",
        "b",
        "1",
        "0",
        "-",
        "- ",
        ": ",
        ":",
        ", ",
        ",",
        "[",
        "]",
        "{",
        "}",
        "? ",
        "\n",
        "\n  ",
        " ",
        "\"",
        "'",
        "&a ",
        "*a",
        "!t ",
        "!!int ",
        "!",
        "|\n",
        ">-\n",
        "# ",
        "---\n",
        "...\n",
        "%",
        "~",
        "yes",
        "<<",
        ".",
        "e+1",
        "\\",
        "\u{e9}",
        "\t",
        "2001-01-01",
    ];
    let mut seed = 1_u64;
    let mut next = |limit: usize| {
        seed = seed
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (seed >> 33) as usize % limit
    };
    let mut valid = 0;
    for _ in 0..20_000 {
        let text: String = (0..=next(12)).map(|_| PARTS[next(PARTS.len())]).collect();
        if let Some(read) = Yaml::read(&text) {
            let canonical = read.canonical();
            let again = Yaml::read(&canonical).map(|read| read.canonical());
            assert_eq!(again.as_ref(), Some(&canonical), "{text:?}");
            valid += 1;
        }
    }
    assert!(valid > 2_000, "{valid}");
}
