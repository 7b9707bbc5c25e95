//! `GoDuration` accepts and rejects the same strings as Go.
//!
//! The numbers and strings in the tables were printed by Go 1.26: `time.ParseDuration` and `Duration.String`.

use std::time::Duration;

use tfvalue::{Attr, GoDuration, Set, TfSchema, json, msgpack, plan, types::TfKnown};

const VALID: &[(&str, i64, &str)] = &[
    ("0", 0, "0s"),
    ("+0", 0, "0s"),
    ("-0", 0, "0s"),
    ("5s", 5_000_000_000, "5s"),
    ("30s", 30_000_000_000, "30s"),
    ("1478s", 1_478_000_000_000, "24m38s"),
    ("-5s", -5_000_000_000, "-5s"),
    ("+5s", 5_000_000_000, "5s"),
    ("5.0s", 5_000_000_000, "5s"),
    ("5.6s", 5_600_000_000, "5.6s"),
    ("5.s", 5_000_000_000, "5s"),
    (".5s", 500_000_000, "500ms"),
    ("1.0s", 1_000_000_000, "1s"),
    ("1.00s", 1_000_000_000, "1s"),
    ("1.004s", 1_004_000_000, "1.004s"),
    ("1.0040s", 1_004_000_000, "1.004s"),
    ("100.00100s", 100_001_000_000, "1m40.001s"),
    ("10ns", 10, "10ns"),
    ("11us", 11_000, "11µs"),
    ("12µs", 12_000, "12µs"),
    ("12μs", 12_000, "12µs"),
    ("13ms", 13_000_000, "13ms"),
    ("14s", 14_000_000_000, "14s"),
    ("15m", 900_000_000_000, "15m0s"),
    ("16h", 57_600_000_000_000, "16h0m0s"),
    ("3h30m", 12_600_000_000_000, "3h30m0s"),
    ("10.5s4m", 250_500_000_000, "4m10.5s"),
    ("-2m3.4s", -123_400_000_000, "-2m3.4s"),
    ("1h2m3s4ms5us6ns", 3_723_004_005_006, "1h2m3.004005006s"),
    ("39h9m14.425s", 140_954_425_000_000, "39h9m14.425s"),
    ("52763797000ns", 52_763_797_000, "52.763797s"),
    ("0.3333333333333333333h", 1_200_000_000_000, "20m0s"),
    (
        "9007199254740993ns",
        9_007_199_254_740_993,
        "2501h59m59.254740993s",
    ),
    (
        "9223372036854775807ns",
        i64::MAX,
        "2562047h47m16.854775807s",
    ),
    (
        "9223372036854775.807us",
        i64::MAX,
        "2562047h47m16.854775807s",
    ),
    (
        "9223372036s854ms775us807ns",
        i64::MAX,
        "2562047h47m16.854775807s",
    ),
    (
        "-9223372036854775808ns",
        i64::MIN,
        "-2562047h47m16.854775808s",
    ),
    (
        "-9223372036854775.808us",
        i64::MIN,
        "-2562047h47m16.854775808s",
    ),
    (
        "-9223372036s854ms775us808ns",
        i64::MIN,
        "-2562047h47m16.854775808s",
    ),
    (
        "-2562047h47m16.854775808s",
        i64::MIN,
        "-2562047h47m16.854775808s",
    ),
    ("0.100000000000000000000h", 360_000_000_000, "6m0s"),
    (
        "0.830103483285477580700h",
        2_988_372_539_827,
        "49m48.372539827s",
    ),
    ("1h30m", 5_400_000_000_000, "1h30m0s"),
    ("300ms", 300_000_000, "300ms"),
    ("1.5h", 5_400_000_000_000, "1h30m0s"),
    ("-2s", -2_000_000_000, "-2s"),
    ("1µs", 1_000, "1µs"),
    ("1us", 1_000, "1µs"),
    (
        "2562047h47m16.854775807s",
        i64::MAX,
        "2562047h47m16.854775807s",
    ),
    ("1.9999999999ns", 1, "1ns"),
    ("0.9ns", 0, "0s"),
    ("1m1m", 120_000_000_000, "2m0s"),
    ("0s", 0, "0s"),
    ("0.5m", 30_000_000_000, "30s"),
    ("0.9223372036854775808s", 922_337_203, "922.337203ms"),
    ("0.99999999999999999999999s", 1_000_000_000, "1s"),
    ("1.5ns", 1, "1ns"),
    ("2.9us", 2_900, "2.9µs"),
    (
        "9223372036.854775807s",
        i64::MAX,
        "2562047h47m16.854775807s",
    ),
    (
        "-9223372036.854775808s",
        i64::MIN,
        "-2562047h47m16.854775808s",
    ),
];

const SYNTAX: &str = "a duration such as \"1h30m\"";
const NO_UNIT: &str = "a duration with a unit, such as \"30s\",";
const UNIT: &str = "a duration in the units h, m, s, ms, us and ns";
const TOO_LONG: &str = "a duration of at most 2562047h47m16s, which is about 292 years,";

const INVALID: &[(&str, &str)] = &[
    ("99999999999999999999ns", TOO_LONG),
    ("", SYNTAX),
    ("3", NO_UNIT),
    ("-", SYNTAX),
    ("s", SYNTAX),
    (".", SYNTAX),
    ("-.", SYNTAX),
    (".s", SYNTAX),
    ("+.s", SYNTAX),
    ("1d", UNIT),
    ("3000000h", TOO_LONG),
    ("9223372036854775808ns", TOO_LONG),
    ("9223372036854775.808us", TOO_LONG),
    ("9223372036854ms775us808ns", TOO_LONG),
    ("-9223372036854775809ns", TOO_LONG),
    ("1h ", UNIT),
    ("1 h", UNIT),
    (" 1h", SYNTAX),
    ("1H", UNIT),
    ("--1s", SYNTAX),
    ("+-1s", SYNTAX),
    ("1e3s", UNIT),
    ("1h-2m", UNIT),
    ("0x1s", UNIT),
    ("1.2.3s", NO_UNIT),
    ("1w", UNIT),
    ("2562047h47m16.854775808s", TOO_LONG),
    ("00", NO_UNIT),
    ("-00", NO_UNIT),
    ("0.0", NO_UNIT),
    ("1.s2", NO_UNIT),
    ("18446744073709551616ns", TOO_LONG),
    ("9223372036854775808", NO_UNIT),
    ("9223372036.854775808s", TOO_LONG),
    ("1m٣s", UNIT),
    // The sum in Go overflows to 0 here.
    ("9223372036854775808ns9223372036854775808ns", TOO_LONG),
];

#[test]
fn reads_what_go_reads() {
    for (text, nanos, spelled) in VALID {
        let duration: GoDuration = text.parse().unwrap();
        assert_eq!(duration.nanos(), *nanos, "{text}");
        assert_eq!(duration.as_str(), *text);
        let Ok(std) = duration.duration() else {
            assert!(*nanos < 0, "{text}");
            continue;
        };
        assert_eq!(std.as_nanos(), *nanos as u128, "{text}");
        let again = GoDuration::try_from(std).unwrap();
        assert_eq!(again, duration, "{text}");
        assert_eq!(again.as_str(), *spelled);
    }
}

#[test]
fn rejects_what_go_rejects() {
    for (text, expected) in INVALID {
        let error = text.parse::<GoDuration>().unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("{expected} is required, got {text:?}")
        );
    }
    assert!(GoDuration::try_from(Duration::MAX).is_err());
    assert!(GoDuration::try_from(Duration::from_nanos(1 << 63)).is_err());
    let longest = "9".repeat(1_000_000);
    let error = longest.parse::<GoDuration>().unwrap_err().to_string();
    assert!(error.len() < 200, "{error}");
}

const TIMEOUT: GoDuration = GoDuration::from_static("30s");

#[derive(TfSchema, Clone, Default, PartialEq)]
#[tf(kind = resource, known_view = CheckState)]
struct Check {
    #[tf(required)]
    every: Attr<GoDuration>,
    #[tf(default = TIMEOUT, same_as(hide_edits))]
    timeout: Attr<GoDuration>,
    #[tf(optional)]
    retries: Attr<Vec<Attr<GoDuration>>>,
    #[tf(optional)]
    pauses: Attr<Set<Attr<GoDuration>>>,
    #[tf(optional, sensitive)]
    hidden: Attr<GoDuration>,
    #[tf(optional, same_as = duration)]
    text: Attr<String>,
    #[tf(computed)]
    revision: Attr<i64>,
}

fn duration(text: &str) -> Attr<GoDuration> {
    text.parse::<GoDuration>().unwrap().into()
}

fn check(every: &str, others: &str, text: &str) -> Check {
    Check {
        every: duration(every),
        retries: [duration(others), duration("1s")].into(),
        pauses: [duration(others), duration("1s")].into(),
        text: text.into(),
        ..Check::default()
    }
}

#[test]
fn both_formats_keep_the_text() {
    let check = check("1.5h", "0.1m", "x");
    let bytes = msgpack::to_vec(&check).unwrap();
    let read: Check = msgpack::from_slice(&bytes).unwrap();
    assert_eq!(msgpack::to_vec(&read).unwrap(), bytes);
    assert_eq!(read.every.value().unwrap().as_str(), "1.5h");
    let text = json::to_string(&check).unwrap();
    assert!(text.contains(r#""every":"1.5h""#), "{text}");
    assert_eq!(json::from_str::<Check>(&text).unwrap().every, check.every);
    let other = serde_json::to_string(&check.every).unwrap();
    assert_eq!(other, r#""1.5h""#);
    assert_eq!(
        serde_json::from_str::<GoDuration>(&other).unwrap().nanos(),
        5_400_000_000_000
    );
    let view = CheckState {
        ..check.into_known_view().unwrap()
    };
    assert_eq!(view.every.to_string(), "1.5h");
}

#[test]
fn errors_name_the_attribute_but_no_secret() {
    let config = br#"{"every": 5, "retries": ["1h", "2 h"], "hidden": "hush"}"#;
    let config = json::value_from_slice(config, &Check::schema().implied_type()).unwrap();
    let error = Check::from_config(&config).err().unwrap();
    let faults: Vec<_> = error.faults().map(ToString::to_string).collect();
    assert_eq!(
        faults,
        [
            format!("every: {NO_UNIT} is required, got \"5\""),
            format!("hidden: {SYNTAX} is required, got another string"),
            format!("retries[1]: {UNIT} is required, got \"2 h\""),
        ]
    );
}

#[test]
fn another_spelling_is_no_change_to_others() {
    let prior = Check {
        timeout: duration("0.5m"),
        revision: 1.into(),
        ..check("60m", "60s", "1h")
    };
    let config = Check {
        timeout: duration("30s"),
        ..check("1h", "1m", "60m")
    };
    let (planned, _) = plan::typed(&config, Some(&prior)).unwrap();
    let expected = Check {
        timeout: prior.timeout.clone(),
        revision: 1.into(),
        ..config
    };
    assert_eq!(
        json::to_string(&planned).unwrap(),
        json::to_string(&expected).unwrap()
    );

    let (planned, _) = plan::typed(&check("2h", "2m", "60m"), Some(&prior)).unwrap();
    assert!(planned.revision.is_unknown());
    assert_eq!(planned.every.value().unwrap().as_str(), "2h");
    let retries = planned.retries.value().unwrap();
    assert_eq!(retries[0].value().unwrap().as_str(), "2m");
}

#[test]
fn comparisons_use_the_duration() {
    let (hour, minutes) = (
        GoDuration::from_static("1h"),
        GoDuration::from_static("60m"),
    );
    assert_eq!(hour, minutes);
    assert!(hour < GoDuration::from_static("61m"));
    assert!(GoDuration::from_static("-1h") < GoDuration::from_static("0"));
    assert_eq!(format!("{hour:>4}|{minutes:?}"), "  1h|60m");
}
