//! Compares state files with the output of `terraform show -json` for the same files.

use super::protocol::Protocol;
use bytes::Bytes;
use prost::Message as _;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use tempfile::TempDir;
use tfvalue::schema::{self, ProviderSchema, ProviderSchemas};
use tfvalue::{Type, Value, json, tfplugin5, tfplugin6};
use tfvalue_show::state_file::{Instances, StateFile};
use tfvalue_show::{self as show, Raw, State};
use tfvalue_tests::binary;

/// A provider's latest responses that contain its schemas, keyed by the name of the call.
#[derive(Clone, Default)]
pub(crate) struct Announced(Arc<Mutex<BTreeMap<&'static str, Bytes>>>);

impl Announced {
    /// Keeps the response to a call if the response contains schemas.
    pub(crate) fn keep(&self, path: &str, response: &Bytes) {
        let names = [
            "GetSchema",
            "GetProviderSchema",
            "GetResourceIdentitySchemas",
        ];
        if let Some(name) = names
            .iter()
            .find(|name| path.ends_with(&format!("/{name}")))
        {
            let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            kept.insert(name, response.clone());
        }
    }

    /// Returns the schemas of this provider and of the built-in provider, or `None` if no schemas were announced.
    pub(crate) fn schemas(&self, source: &str, protocol: Protocol) -> Option<ProviderSchemas> {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let schema = match protocol {
            Protocol::V5 => {
                let bytes = kept.get("GetSchema")?;
                let response = tfplugin5::get_provider_schema::Response::decode(&bytes[..]);
                ProviderSchema::try_from(&response.expect("a response"))
            }
            Protocol::V6 => {
                let bytes = kept.get("GetProviderSchema")?;
                let response = tfplugin6::get_provider_schema::Response::decode(&bytes[..]);
                ProviderSchema::try_from(&response.expect("a response"))
            }
        };
        let mut schema = schema.expect("schemas");
        if let Some(bytes) = kept.get("GetResourceIdentitySchemas") {
            let response = tfplugin6::get_resource_identity_schemas::Response::decode(&bytes[..]);
            let identities = response.expect("a response").identities();
            schema.resource_identity_schemas = identities.expect("identities");
        }
        let mut schemas = built_in().clone();
        schemas.provider_schemas.insert(source.to_owned(), schema);
        Some(schemas)
    }
}

/// Returns the schemas of the provider that is built into Terraform.
fn built_in() -> &'static ProviderSchemas {
    static SCHEMAS: LazyLock<ProviderSchemas> = LazyLock::new(|| {
        let folder = TempDir::with_prefix("tfvalue-").expect("creating a temporary directory");
        fs::write(folder.path().join("cli.tfrc"), "").expect("writing the CLI configuration");
        let configuration = "resource \"terraform_data\" \"a\" {}";
        fs::write(folder.path().join("main.tf"), configuration).expect("writing the configuration");
        let binary = binary::find().expect("a program");
        let command = binary
            .command(folder.path())
            .args(["providers", "schema", "-json"])
            .output();
        schema::json::from_slice(&command.expect("running Terraform").stdout).expect("schemas")
    });
    &SCHEMAS
}

/// Asserts that the state file contains the values that `terraform show -json` printed.
#[track_caller]
pub(crate) fn compare_state(file: &Path, printed: &str, schemas: &ProviderSchemas) {
    let Ok(bytes) = fs::read(file) else {
        return; // Terraform creates it with the first object.
    };
    let state: StateFile = show::from_slice(&bytes).expect("reading the state file");
    let shown: State = show::from_str(printed).expect("reading the output of show");
    let mut resources = shown.resources();
    let mut count = 0;
    for (resource, instance) in state.instances() {
        count += 1;
        let address = resource.address(instance);
        let found =
            resources.find(|one| one.address == address && one.deposed_key == instance.deposed);
        let found = found.unwrap_or_else(|| panic!("{address} is not shown, or not in this order"));
        assert_eq!(found.mode, resource.mode);
        assert_eq!(
            found.provider_name.as_deref(),
            resource.provider_name(instance)
        );
        assert_eq!(found.depends_on, instance.dependencies);
        assert_eq!(found.tainted, instance.status.is_some());
        let schema = resource.schema(instance, schemas).expect("the schema");
        let value = instance.value(&schema).expect("reading the attributes");
        assert_same(&value, found.values.as_ref(), &address);
        let identity = resource
            .identity_schema(instance, schemas)
            .expect("the provider");
        let identity =
            identity.map(|schema| instance.identity_value(schema).expect("the identity"));
        match identity.flatten() {
            Some(identity) => assert_same(&identity, found.identity.as_ref(), &address),
            None => assert!(found.identity.is_none(), "{address}"),
        }
        for path in instance
            .sensitive_paths(&schema.implied_type())
            .expect("paths")
        {
            let shown = found.sensitive_values.clone().unwrap_or_else(Raw::null);
            assert_ne!(shown.get(), "{}", "{address}: {path} is sensitive");
        }
    }
    assert_eq!(count, shown.resources().count(), "{printed}");
    let outputs = shown.values.iter().flat_map(|values| &values.outputs);
    assert_eq!(outputs.clone().count(), state.outputs.len());
    for (name, shown) in outputs {
        let output = &state.outputs[name];
        assert_eq!(output.sensitive, shown.sensitive);
        assert_eq!(output.ty().expect("a type"), shown.ty().expect("a type"));
        assert_eq!(
            plain(output.value.as_ref()),
            plain(shown.value.as_ref()),
            "{name}"
        );
    }
    let instances = Instances::from_reader(&bytes[..]);
    assert_eq!(instances.filter(Result::is_ok).count(), count);
    eprintln!("compared a state file of {count} objects");
}

/// Asserts that a value has the JSON that was shown.
#[track_caller]
fn assert_same(value: &Value, shown: Option<&Raw>, address: &str) {
    let json = json::value_to_string(value, &value.ty()).expect("JSON");
    let json = Raw::from_json(&json).expect("JSON");
    assert_eq!(plain(Some(&json)), plain(shown), "{address}");
}

/// Converts JSON to a value for comparison.
fn plain(json: Option<&Raw>) -> Value {
    let json = json.cloned().unwrap_or_else(Raw::null);
    json.to_value(&Type::Dynamic).expect("a value")
}
