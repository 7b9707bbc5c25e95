//! Tests that run with versions 5 and 6 of the protocol.

use super::bench::Bench;
use super::protocol::Protocol;

/// Generates two tests for each function that takes a bench.
macro_rules! by_both_protocols {
    ($($test:ident)*) => {
        by_both_protocols!(protocol_5 V5: $($test)*);
        by_both_protocols!(protocol_6 V6: $($test)*);
    };
    ($module:ident $protocol:ident: $($test:ident)*) => {
        mod $module {
            $(
                #[test]
                fn $test() {
                    let protocol = crate::harness::Protocol::$protocol;
                    crate::harness::over(protocol, super::$test);
                }
            )*
        }
    };
}

pub(crate) use by_both_protocols;

/// Runs a test with the given protocol version, and asserts that no other version was used.
pub(crate) fn over(protocol: Protocol, test: impl FnOnce(&Bench)) {
    let Some(bench) = Bench::speaking(protocol) else {
        return;
    };
    test(&bench);
    let (service, schema) = match protocol {
        Protocol::V5 => ("/tfplugin5.Provider/", "GetSchema"),
        Protocol::V6 => ("/tfplugin6.Provider/", "GetProviderSchema"),
    };
    let calls = bench.calls();
    assert!(calls.contains(&format!("{service}{schema}")), "{calls:?}");
    for call in &calls {
        assert!(call.starts_with(service), "{call} in protocol {protocol}");
    }
}
