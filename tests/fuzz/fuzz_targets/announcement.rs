#![no_main]
//! Reads the schemas in a provider's response and writes the response again.

use libfuzzer_sys::fuzz_target;
use tfvalue::prost::Message as _;
use tfvalue::schema::ProviderSchema;
use tfvalue::{tfplugin5, tfplugin6};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(response) = tfplugin5::get_provider_schema::Response::decode(bytes) {
        _ = ProviderSchema::try_from(&response);
    }
    let Ok(response) = tfplugin6::get_provider_schema::Response::decode(bytes) else {
        return;
    };
    assert_eq!(
        tfplugin6::get_provider_schema::Response::decode(&*response.encode_to_vec()),
        Ok(response.clone())
    );
    if let Ok(schema) = ProviderSchema::try_from(&response) {
        _ = schema.validate();
        let announced = tfplugin6::get_provider_schema::Response::from(&schema);
        assert_eq!(ProviderSchema::try_from(&announced).unwrap(), schema);
    }
});
