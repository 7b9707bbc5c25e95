//! The messages of Terraform's provider protocol, version 5, that carry values, schemas and
//! diagnostics, with conversions.
//!
//! A provider that generates the rest of the protocol with prost or tonic puts these in the place of
//! the generated ones, in its `build.rs`:
//!
//! ```text
//! for name in [
//!     "ActionSchema", "AttributePath", "Diagnostic", "DynamicValue", "Function", "FunctionError",
//!     "RawState", "ResourceIdentitySchema", "Schema", "ServerCapabilities", "StringKind",
//! ] {
//!     let path = format!("::tfvalue::tfplugin5::{name}");
//!     config.extern_path(format!(".tfplugin5.{name}"), path);
//! }
//! config.extern_path(
//!     ".tfplugin5.GetProviderSchema.Response",
//!     "::tfvalue::tfplugin5::get_provider_schema::Response",
//! );
//! config.extern_path(
//!     ".tfplugin5.GetResourceIdentitySchemas.Response",
//!     "::tfvalue::tfplugin5::get_resource_identity_schemas::Response",
//! );
//! ```
//!
//! Give all that your version of the protocol has: they refer to each other.
//!
//! All messages but those that hold an attribute are the same types as those of protocol 6.

pub mod schema;

use crate::error::{Error, Result};
use crate::schema::ProviderSchema;
use crate::tfplugin;

tfplugin::protocol!();

impl TryFrom<&crate::Schema> for Schema {
    type Error = Error;

    /// Announces a schema. Nested attributes become attributes of an object type, or of a list,
    /// set or map of objects, whose optional members may be left out; descriptions of members
    /// have no place there.
    ///
    /// # Errors
    ///
    /// If a member of a nested attribute is sensitive, write-only or deprecated, which a member of
    /// a type cannot be, or is computed where the attribute can be configured.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Attr, TfSchema, tfplugin5};
    ///
    /// #[derive(TfSchema)]
    /// struct Server {
    ///     #[tf(optional)]
    ///     network: Attr<Network>,
    /// }
    ///
    /// #[derive(TfSchema)]
    /// struct Network {
    ///     #[tf(required)]
    ///     name: Attr<String>,
    ///     #[tf(optional)]
    ///     mtu: Attr<i64>,
    /// }
    ///
    /// let schema = tfplugin5::Schema::try_from(&Server::schema())?;
    /// assert_eq!(
    ///     schema.decode_block()?.attributes[0].r#type,
    ///     br#"["object",{"mtu":"number","name":"string"},["mtu"]]"#,
    /// );
    /// # Ok::<(), tfvalue::Error>(())
    /// ```
    fn try_from(schema: &crate::Schema) -> Result<Self> {
        tfplugin::schema_message(schema)
    }
}

impl TryFrom<crate::Schema> for Schema {
    type Error = Error;

    fn try_from(schema: crate::Schema) -> Result<Self> {
        Schema::try_from(&schema)
    }
}

impl TryFrom<&ProviderSchema> for get_provider_schema::Response {
    type Error = Error;

    /// Announces all schemas but those of identities, which have an answer of their own.
    ///
    /// # Errors
    ///
    /// If a schema cannot be told in protocol 5; the path of the error leads to it.
    fn try_from(provider: &ProviderSchema) -> Result<Self> {
        if let Some(name) = provider.state_store_schemas.keys().next() {
            return Err(Error::data("there are no state stores in protocol 5")
                .at_step(crate::Step::Key(name.as_str().into()))
                .at_step(crate::Step::Attribute("state_store_schemas".into())));
        }
        tfplugin::response_message(provider)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::{self as described, NestedBlock, NestedType, Nesting};
    use crate::ty::Type;
    use ::prost::Message as _;
    use std::sync::Arc;

    fn described(nested: described::Attribute) -> crate::Schema {
        let rules = NestedType::new(Nesting::List, [nested]);
        let rules = described::Attribute::new("rules", rules).optional();
        let zone = described::Block::new().attributes([rules]);
        let zone = NestedBlock::new("zone", Nesting::Map, zone);
        crate::Schema::new(described::Block::new().block_types([zone]))
    }

    #[test]
    fn fields_stand_under_the_protocols_numbers() {
        let attribute = schema::Attribute {
            name: "n".to_owned(),
            r#type: b"\"bool\"".to_vec(),
            description: "d".to_owned(),
            required: true,
            optional: true,
            computed: true,
            sensitive: true,
            description_kind: StringKind::Markdown.into(),
            deprecated: true,
            write_only: true,
            deprecation_message: "m".to_owned(),
        };
        let wire = b"\x0a\x01n\x12\x06\"bool\"\x1a\x01d\x20\x01\x28\x01\x30\x01\x38\x01\x40\x01\x48\x01\x50\x01\x5a\x01m";
        assert_eq!(attribute.encode_to_vec(), wire);
        assert_eq!(schema::Attribute::decode(&wire[..]), Ok(attribute));
    }

    #[test]
    fn nested_attributes_become_types() {
        let name = described::Attribute::new("name", Type::String).required();
        let message = Schema::try_from(described(name)).unwrap();
        let block = &message.decode_block().unwrap().block_types[0];
        let attribute = &block.block.as_ref().unwrap().attributes[0];
        assert_eq!(
            attribute.r#type,
            br#"["list",["object",{"name":"string"}]]"#
        );
        assert!(attribute.optional);
    }

    #[test]
    fn members_of_what_nobody_configures_may_be_computed() {
        let name = described::Attribute::new("name", Type::String).computed();
        let mut schema = described(name);
        let zone = Arc::make_mut(&mut schema.block.block_types[0].block);
        let attribute = &mut zone.attributes[0];
        (attribute.computed, attribute.optional) = (true, false);
        let message = Schema::try_from(&schema).unwrap();
        let block = message.decode_block().unwrap().block_types[0]
            .block
            .clone()
            .unwrap();
        let announced = br#"["list",["object",{"name":"string"}]]"#;
        assert_eq!(block.attributes[0].r#type, announced);

        // A member that could be configured, if the attribute could be.
        Arc::make_mut(&mut schema.block.block_types[0].block).attributes[0].optional = true;
        assert!(Schema::try_from(&schema).is_err());
    }

    #[test]
    fn what_a_type_cannot_tell_is_refused_with_its_place() {
        for (word, set) in [
            (
                "computed",
                (|one| one.computed = true) as fn(&mut described::Attribute),
            ),
            ("sensitive", |one| one.sensitive = true),
            ("write-only", |one| one.write_only = true),
            ("deprecated", |one| one.deprecated = true),
        ] {
            let mut name = described::Attribute::new("name", Type::String);
            set(&mut name);
            let error = Schema::try_from(described(name)).unwrap_err();
            assert_eq!(
                error.to_string(),
                format!(
                    "zone.rules.name: there are no nested attributes in protocol 5, and a member \
                     of an object type cannot be {word}"
                )
            );
        }
        let mut provider = ProviderSchema::default();
        let mut name = described::Attribute::new("name", Type::String);
        name.computed = true;
        let schemas = &mut provider.resource_schemas;
        schemas.insert("dns".into(), described(name));
        let error = get_provider_schema::Response::try_from(&provider).unwrap_err();
        let place = r#"resource_schemas["dns"].zone.rules.name"#;
        assert_eq!(error.path().to_string(), place);
        let store = crate::Schema::default();
        provider.state_store_schemas.insert("s".into(), store);
        let error = get_provider_schema::Response::try_from(&provider).unwrap_err();
        assert_eq!(
            error.to_string(),
            r#"state_store_schemas["s"]: there are no state stores in protocol 5"#
        );
    }

    #[test]
    fn functions_identities_and_actions_go_both_ways() {
        use described::{Action, Function, Identity, IdentityAttribute, Parameter};
        let function = Function::new(Type::list(Type::String))
            .summary("s")
            .deprecated("m")
            .parameters([Parameter::new("p", Type::Dynamic).allow_null_value()])
            .variadic_parameter(Parameter::new("v", Type::Number).allow_unknown_values());
        let identity = Identity::new([IdentityAttribute::required("id", Type::String)]).version(3);
        let mut provider = ProviderSchema::new()
            .provider_meta(crate::Schema::default())
            .functions([("f", function)])
            .action_schemas([("a", Action::default())])
            .list_resource_schemas([("l", crate::Schema::default())]);

        let response = get_provider_schema::Response::try_from(&provider).unwrap();
        let bytes = response.encode_to_vec();
        let response = get_provider_schema::Response::decode(&bytes[..]).unwrap();
        assert_eq!(ProviderSchema::try_from(&response).unwrap(), provider);

        provider
            .resource_identity_schemas
            .insert("r".into(), identity);
        let response = get_resource_identity_schemas::Response::from(&provider);
        assert_eq!(
            response.identities().unwrap(),
            provider.resource_identity_schemas
        );
    }
}
