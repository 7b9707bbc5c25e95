#![no_main]
//! Reads strings as every kind of `Text`, and then reads their canonical spellings again.

use libfuzzer_sys::fuzz_target;
use tfvalue::texts::{Base64, ByteSize, TfText, Yaml};
use tfvalue::{GoDuration, Text};

fuzz_target!(|text: &str| {
    check::<std::net::IpAddr>(text);
    check::<ByteSize>(text);
    check::<ipnet::IpNet>(text);
    check::<jiff::Timestamp>(text);
    check::<url::Url>(text);
    check::<uuid::Uuid>(text);
    check::<Base64>(text);
    check::<Yaml>(text);
    if let Ok(duration) = text.parse::<GoDuration>() {
        assert_eq!(duration.as_str(), text);
    }
});

fn check<T: TfText>(text: &str) {
    let Ok(read) = text.parse::<Text<T>>() else {
        return;
    };
    assert_eq!(read.as_str(), text);
    let canonical = read.value().canonical();
    let again = T::read(&canonical).unwrap_or_else(|| panic!("{text:?} as {canonical:?}"));
    assert_eq!(again.canonical(), canonical);
}
