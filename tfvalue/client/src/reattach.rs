//! Reads `TF_REATTACH_PROVIDERS`.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::handshake::{Endpoint, address};

/// Returns the information for connecting to the provider with this source address.
pub(crate) fn read(text: &str, source: &str) -> Result<Endpoint, String> {
    let all: BTreeMap<String, Value> = serde_json::from_str(text)
        .map_err(|error| format!("TF_REATTACH_PROVIDERS is malformed: {error}"))?;
    let provider = all.get(source).ok_or_else(|| {
        let names: Vec<_> = all.keys().map(String::as_str).collect();
        format!(
            "TF_REATTACH_PROVIDERS has no provider {source:?}, only {}",
            names.join(", ")
        )
    })?;
    let part = |pointer: &str| provider.pointer(pointer).and_then(Value::as_str);
    if let Some(protocol) = part("/Protocol").filter(|&protocol| protocol != "grpc") {
        return Err(format!(
            "the protocol \"grpc\" is required, got {protocol:?}"
        ));
    }
    let version = match provider.get("ProtocolVersion").and_then(Value::as_u64) {
        // Terraform's default for providers that do not specify the version of the protocol.
        None | Some(0 | 5) => 5,
        Some(6) => 6,
        Some(version) => return Err(format!("version 5 or 6 is required, got {version}")),
    };
    match (part("/Addr/Network"), part("/Addr/String")) {
        (Some(network), Some(text)) => Ok(Endpoint {
            version,
            address: address(network, text)?,
            certificate: None,
        }),
        _ => Err(format!("the provider {source:?} has no address")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_explained() {
        let fault = |text: &str| read(text, "a/b/c").unwrap_err();
        assert!(fault("{").starts_with("TF_REATTACH_PROVIDERS is malformed: "));
        assert_eq!(
            fault(r#"{"x": {}, "y": {}}"#),
            "TF_REATTACH_PROVIDERS has no provider \"a/b/c\", only x, y"
        );
        let with = |members: &str| fault(&format!(r#"{{"a/b/c": {{{members}}}}}"#));
        assert_eq!(with(""), "the provider \"a/b/c\" has no address");
        assert_eq!(
            with(r#""Protocol": "netrpc""#),
            "the protocol \"grpc\" is required, got \"netrpc\""
        );
        assert_eq!(
            with(r#""ProtocolVersion": 4"#),
            "version 5 or 6 is required, got 4"
        );
        assert_eq!(
            with(r#""Addr": {"Network": "tcp", "String": "x"}"#),
            "an IP address with a port is required, got \"x\""
        );
    }
}
