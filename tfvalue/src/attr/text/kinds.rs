//! Types from the standard library and other crates that a `Text` can contain.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::TfText;

/// Types whose `FromStr` and `Display` impls read and write their strings.
macro_rules! by_from_str {
    ($($(#[$cfg:meta])* $ty:ty: $expected:literal;)*) => {$(
        $(#[$cfg])*
        impl TfText for $ty {
            const EXPECTED: &'static str = $expected;

            fn read(text: &str) -> Option<Self> {
                text.parse().ok()
            }

            fn canonical(&self) -> String {
                self.to_string()
            }
        }
    )*};
}

by_from_str! {
    IpAddr: "an IP address such as \"10.0.0.1\" or \"fd00::1\"";
    Ipv4Addr: "an IPv4 address such as \"10.0.0.1\"";
    Ipv6Addr: "an IPv6 address such as \"fd00::1\"";
    #[cfg(feature = "ipnet")]
    ipnet::IpNet: "a network in CIDR notation such as \"10.0.0.0/8\" or \"fd00::/8\"";
    #[cfg(feature = "ipnet")]
    ipnet::Ipv4Net: "an IPv4 network in CIDR notation such as \"10.0.0.0/8\"";
    #[cfg(feature = "ipnet")]
    ipnet::Ipv6Net: "an IPv6 network in CIDR notation such as \"fd00::/8\"";
    #[cfg(feature = "url")]
    url::Url: "a URL such as \"https://example.com/\"";
    #[cfg(feature = "uuid")]
    uuid::Uuid: "a UUID such as \"67e55044-10b1-426f-9247-bb680e5fe0c8\"";
}

#[cfg(feature = "rfc3339")]
impl TfText for jiff::Timestamp {
    const EXPECTED: &'static str = "an RFC 3339 time such as \"2026-11-21T10:00:00Z\"";

    fn read(text: &str) -> Option<Self> {
        // jiff accepts more formats than RFC 3339 defines.
        is_rfc3339(text).then(|| text.parse().ok())?
    }

    fn canonical(&self) -> String {
        self.to_string()
    }
}

/// Checks the format of a time: `2026-11-21T10:00:00.5+01:00`.
///
/// Source: RFC 3339, section 5.6.
#[cfg(feature = "rfc3339")]
fn is_rfc3339(text: &str) -> bool {
    let has_form = |text: &str, form: &str| {
        let mut pairs = text.bytes().zip(form.bytes());
        text.len() == form.len()
            && pairs.all(|(byte, form)| match form {
                b'0' => byte.is_ascii_digit(),
                _ => byte.eq_ignore_ascii_case(&form),
            })
    };
    const START: &str = "0000-00-00T00:00:00";
    let Some((start, rest)) = text.split_at_checked(START.len()) else {
        return false;
    };
    let offset = match rest.strip_prefix('.') {
        Some(fraction) => {
            let offset = fraction.trim_start_matches(|letter: char| letter.is_ascii_digit());
            if offset.len() == fraction.len() {
                return false;
            }
            offset
        }
        None => rest,
    };
    let has_offset = ["Z", "+00:00", "-00:00"]
        .iter()
        .any(|form| has_form(offset, form));
    has_form(start, START) && has_offset
}

/// Bytes for [`Text`](super::Text), written as a Base64 string.
///
/// The type reads the standard alphabet with or without padding, and writes padding.
///
/// # Examples
///
/// ```
/// use tfvalue::{Text, texts::Base64};
///
/// let text: Text<Base64> = "aGVsbG8".parse()?;
/// assert_eq!(text.value().bytes(), b"hello");
/// assert_eq!(Text::from(Base64::from(b"hello".to_vec())).as_str(), "aGVsbG8=");
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[cfg(feature = "base64")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Base64(Vec<u8>);

#[cfg(feature = "base64")]
mod base64_text {
    use base64::Engine;
    use base64::alphabet::STANDARD;
    use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

    use super::{Base64, TfText};

    const ENGINE: GeneralPurpose = GeneralPurpose::new(
        &STANDARD,
        GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
    );

    impl Base64 {
        /// Returns the bytes.
        #[must_use]
        pub fn bytes(&self) -> &[u8] {
            &self.0
        }

        /// Returns the bytes without copying them.
        #[must_use]
        pub fn into_bytes(self) -> Vec<u8> {
            self.0
        }
    }

    impl From<Vec<u8>> for Base64 {
        fn from(bytes: Vec<u8>) -> Self {
            Base64(bytes)
        }
    }

    impl TfText for Base64 {
        const EXPECTED: &'static str = "bytes in Base64 such as \"aGVsbG8=\"";

        fn read(text: &str) -> Option<Self> {
            ENGINE.decode(text).ok().map(Base64)
        }

        fn canonical(&self) -> String {
            ENGINE.encode(&self.0)
        }
    }
}
