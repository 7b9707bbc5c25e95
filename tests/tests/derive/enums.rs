//! Enums and their strings.

use std::str::FromStr;

use tfvalue::{Attr, Error, TfSchema, Unknown, json};

#[derive(TfSchema, Clone, Copy, PartialEq, Eq)]
#[tf(as_str, rename_all = "kebab-case")]
pub(crate) enum Tier {
    Standard,
    LongTerm,
    #[tf(rename = "IA")]
    InfrequentAccess,
}

#[derive(TfSchema, Clone, PartialEq, Eq)]
#[tf(as_str, rename_all = "UPPERCASE")]
enum Protocol {
    Tcp,
    #[tf(other)]
    Other(Box<str>),
    Udp,
}

/// Variants that come from a macro, with the names of items that the generated code refers to.
mod hostile {
    #![allow(dead_code)]

    struct String;
    struct AsRef;
    struct Display;
    trait FromStr {}

    #[derive(tfvalue::TfSchema)]
    #[tf(as_str)]
    pub(super) enum Result {
        Ok,
        Err,
        r#None,
    }
}

const NAMES: [&str; 3] = [
    Tier::ALL[0].as_str(),
    Tier::ALL[1].as_str(),
    Tier::ALL[2].as_str(),
];

#[test]
fn every_variant_has_a_string() {
    assert_eq!(NAMES, ["standard", "long-term", "IA"]);
    for tier in Tier::ALL {
        assert!(Tier::from_str(tier.as_str()).unwrap() == *tier);
        assert_eq!(tier.to_string(), tier.as_str());
    }
    assert_eq!(format!("{:>5}|", Tier::InfrequentAccess), "   IA|");
    let names = hostile::Result::ALL.iter().map(hostile::Result::as_str);
    assert!(names.eq(["Ok", "Err", "None"]));
}

#[test]
fn other_strings_are_errors_that_list_the_expected_ones() {
    let error: Error = "cold".parse::<Tier>().err().unwrap();
    assert_eq!(
        error.to_string(),
        r#"one of "standard", "long-term", "IA" is required, got "cold""#
    );
    assert!("Standard".parse::<Tier>().is_err());
    assert!("".parse::<Tier>().is_err());
}

#[test]
fn the_variant_for_other_strings_holds_them() {
    assert!(Protocol::ALL == [Protocol::Tcp, Protocol::Udp]);
    let other: Protocol = "sctp".parse().unwrap();
    assert!(other == Protocol::Other("sctp".into()));
    assert_eq!((other.as_str(), Protocol::Udp.as_str()), ("sctp", "UDP"));
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Bucket {
    #[tf(optional)]
    tier: Attr<Tier>,
    #[tf(optional)]
    tiers: Attr<Vec<Attr<Tier>>>,
    #[tf(optional, sensitive)]
    secret: Attr<Tier>,
    #[tf(block)]
    rule: Unknown<Vec<Rule>>,
}

#[derive(TfSchema)]
struct Rule {
    #[tf(required)]
    protocol: Attr<Protocol>,
    #[tf(required)]
    tier: Attr<Tier>,
}

#[test]
fn configurations_are_checked_against_the_variants() {
    let config = br#"{
        "tier": "cold",
        "tiers": ["IA", "hot", null],
        "secret": "hush",
        "rule": [{"protocol": "sctp", "tier": "standard"}, {"protocol": "TCP", "tier": "warm"}]
    }"#;
    let config = json::value_from_slice(config, &Bucket::schema().implied_type()).unwrap();
    let error = Bucket::from_config(&config).err().unwrap();
    let faults: Vec<_> = error.faults().map(ToString::to_string).collect();
    const EXPECTED: &str = r#"one of "standard", "long-term", "IA" is required"#;
    assert_eq!(
        faults,
        [
            format!(r#"rule[1].tier: {EXPECTED}, got "warm""#),
            format!("secret: {EXPECTED}, got another string"),
            format!(r#"tier: {EXPECTED}, got "cold""#),
            format!(r#"tiers[1]: {EXPECTED}, got "hot""#),
        ]
    );
}
