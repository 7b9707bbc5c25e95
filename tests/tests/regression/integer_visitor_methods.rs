//! Small integers were passed to visitors as `i64`, regardless of the requested type. A visitor for an unsigned type
//! without `visit_i64` rejected these integers.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use tfvalue::msgpack;

/// A count whose visitor accepts only `u64`.
#[derive(Debug, PartialEq)]
struct Count(u64);

impl<'de> Deserialize<'de> for Count {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct CountVisitor;

        impl Visitor<'_> for CountVisitor {
            type Value = Count;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a count")
            }

            fn visit_u64<E: Error>(self, count: u64) -> Result<Count, E> {
                Ok(Count(count))
            }
        }

        deserializer.deserialize_u64(CountVisitor)
    }
}

#[test]
fn visitors_get_the_requested_type() {
    let cases: [(&[u8], u64); 4] = [
        (b"\x07", 7),
        (b"\xcd\x01\x00", 256),
        (b"\xcf\xff\xff\xff\xff\xff\xff\xff\xff", u64::MAX),
        (b"\xa2\x31\x32", 12),
    ];
    for (bytes, count) in cases {
        assert_eq!(msgpack::from_slice::<Count>(bytes).unwrap(), Count(count));
    }
    let error = msgpack::from_slice::<Count>(b"\xff").unwrap_err();
    let expected = "a whole number from 0 to 18446744073709551615 is required, got";
    assert!(error.to_string().starts_with(expected), "{error}");
}
