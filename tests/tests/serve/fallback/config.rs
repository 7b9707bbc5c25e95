//! The configuration of both providers.

use tfvalue::prost::Message as _;
use tfvalue::prost::bytes::Bytes;
use tfvalue::schema::Block;
use tfvalue::tfplugin6::{Diagnostic, DynamicValue, configure_provider};
use tfvalue::{Type, Value, tfplugin5, tfplugin6};

use super::{Old, UNKNOWN_FIELD, provider, respond};

/// Returns a configuration with a URL, as Terraform sends it.
fn config(url: Value) -> DynamicValue {
    let limits = Value::object([("calls", 3)]).unwrap();
    let config = Value::object([
        ("limits", Value::list(limits.ty(), [limits]).unwrap()),
        ("token", Value::unknown(Type::String)),
        ("url", url),
    ])
    .unwrap();
    let ty = config.ty();
    DynamicValue::encode_value(&config, &ty).unwrap()
}

fn warning(summary: &str, detail: &str) -> Diagnostic {
    tfvalue::Diagnostic::warning(summary, detail).into()
}

/// Both providers are configured: the other provider with the same bytes, and this provider with its part of the
/// configuration.
#[test]
fn both_are_configured() {
    for theirs in [5, 6] {
        let old = Old::default();
        let warned = configure_provider::Response {
            diagnostics: vec![warning("Old", "Only there."), warning("Both", "The same.")],
        };
        old.responds("ConfigureProvider", &[&warned.encode_to_vec()]);
        let (_served, client) = old.serve(theirs);
        let provider = provider().fall_back_to(client);
        let mut request = configure_provider::Request {
            terraform_version: "1.14.0".to_owned(),
            config: Some(config("warn".into())),
            ..Default::default()
        }
        .encode_to_vec();
        request.extend(UNKNOWN_FIELD);
        let response = respond(&provider, 6, "ConfigureProvider", &request).unwrap();
        let response = configure_provider::Response::decode(response).unwrap();
        let summaries: Vec<_> = response
            .diagnostics
            .iter()
            .map(|one| &one.summary)
            .collect();
        assert_eq!(summaries, ["Old", "Both", "New"]);
        assert_eq!(old.requests("ConfigureProvider"), [Bytes::from(request)]);
    }
}

/// Both providers validate the configuration, and each error is reported.
#[test]
fn both_validate() {
    let old = Old::default();
    let refused = tfplugin5::prepare_provider_config::Response {
        prepared_config: Some(config("prepared".into())),
        diagnostics: vec![warning("Old", "Only there.")],
    };
    old.responds("ValidateProviderConfig", &[&refused.encode_to_vec()]);
    let (_served, client) = old.serve(5);
    let provider = provider().fall_back_to(client);
    let request = tfplugin5::prepare_provider_config::Request {
        config: Some(config(Value::null(Type::String))),
    };
    let request = request.encode_to_vec();
    let response = respond(&provider, 5, "PrepareProviderConfig", &request).unwrap();
    let response = tfplugin5::prepare_provider_config::Response::decode(response).unwrap();
    assert_eq!(response.prepared_config, refused.prepared_config);
    let details: Vec<_> = response.diagnostics.iter().map(|one| &one.detail).collect();
    assert_eq!(details.len(), 2);
    assert_eq!(details[0], "Only there.");
    assert!(details[1].starts_with("url: "), "{details:?}");
    // Version 6 does not have this field.
    let response = respond(&provider, 6, "ValidateProviderConfig", &request).unwrap();
    let response = tfplugin5::prepare_provider_config::Response::decode(response).unwrap();
    assert_eq!(
        (response.prepared_config, response.diagnostics.len()),
        (None, 2)
    );
}

/// A failure of the other provider does not hide the errors from this provider.
#[test]
fn failures_are_joined() {
    let old = Old::default();
    // Not a message.
    old.responds("ConfigureProvider", &[b"\x0a\xff"]);
    let (_served, client) = old.serve(6);
    let provider = provider().fall_back_to(client);
    let request = configure_provider::Request {
        config: Some(config(Value::unknown(Type::String))),
        ..Default::default()
    };
    let response = respond(&provider, 6, "ConfigureProvider", &request.encode_to_vec()).unwrap();
    let response = configure_provider::Response::decode(response).unwrap();
    let summaries: Vec<_> = response
        .diagnostics
        .iter()
        .map(|one| &one.summary)
        .collect();
    assert_eq!(summaries.len(), 2, "{response:?}");
    assert_eq!(summaries[0], "The other provider failed");
    // The schemas that the other provider announces are the only source of the configuration's schema.
    let schemas = provider.schemas().unwrap();
    let announced = respond(&provider, 6, "GetProviderSchema", b"").unwrap();
    let announced = tfplugin6::get_provider_schema::Response::decode(announced).unwrap();
    let block: Block = schemas.provider.unwrap().block;
    let decoded = tfvalue::schema::Schema::try_from(&announced.provider.unwrap()).unwrap();
    assert_eq!(decoded.block, block);
}
