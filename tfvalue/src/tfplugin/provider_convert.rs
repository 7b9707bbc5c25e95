//! Converts the schemas of a provider to and from messages.

use std::collections::{BTreeMap, HashMap};

use super::convert::{
    AttributeMessage, SchemaMessage, WriteError, block_message, read_all, schema_message,
};
use super::messages::{Diagnostic, StringKind, diagnostic::Severity};
use super::provider::ServerCapabilities;
use super::provider::function::{Parameter, Return};
use super::provider::get_resource_identity_schemas as identities;
use super::provider::resource_identity_schema::IdentityAttribute;
use super::provider::{ActionSchema, Function, ResourceIdentitySchema, Response};
use super::read::SchemaReader;
use crate::error::{Error, Result};
use crate::path::Step;
use crate::schema::{self, Identity, ProviderSchema, Schema, by_name};
use crate::ty::Type;

/// Converts all schemas except identities.
pub(crate) fn response_message<S: SchemaMessage>(
    provider: &ProviderSchema,
) -> Result<Response<S>, WriteError<S>> {
    let own = |schema: &Option<Schema>, member: &'static str| {
        let message = schema.as_ref().map(schema_message).transpose();
        message.map_err(|error| S::Attribute::error_at(error, Step::Attribute(member.into())))
    };
    let schemas = |all, member| written::<_, _, S>(all, member, schema_message::<S>);
    let functions = provider.functions.iter();
    Ok(Response {
        provider: own(&provider.provider, "provider")?,
        resource_schemas: schemas(&provider.resource_schemas, "resource_schemas")?,
        data_source_schemas: schemas(&provider.data_source_schemas, "data_source_schemas")?,
        diagnostics: Vec::new(),
        provider_meta: own(&provider.provider_meta, "provider_meta")?,
        server_capabilities: None,
        functions: functions
            .map(|(name, one)| (name.clone(), one.into()))
            .collect(),
        ephemeral_resource_schemas: schemas(
            &provider.ephemeral_resource_schemas,
            "ephemeral_resource_schemas",
        )?,
        list_resource_schemas: schemas(&provider.list_resource_schemas, "list_resource_schemas")?,
        state_store_schemas: schemas(&provider.state_store_schemas, "state_store_schemas")?,
        action_schemas: written::<_, _, S>(
            &provider.action_schemas,
            "action_schemas",
            action_message::<S>,
        )?,
    })
}

fn action_message<S: SchemaMessage>(
    action: &schema::ActionSchema,
) -> Result<ActionSchema<S>, WriteError<S>> {
    Ok(ActionSchema {
        schema: Some(block_message(0, &action.block)?),
    })
}

fn written<T, M, S: SchemaMessage>(
    all: &BTreeMap<String, T>,
    member: &'static str,
    write: impl Fn(&T) -> Result<M, WriteError<S>>,
) -> Result<HashMap<String, M>, WriteError<S>> {
    let named = all.iter().map(|(name, one)| match write(one) {
        Ok(message) => Ok((name.clone(), message)),
        Err(error) => {
            let error = S::Attribute::error_at(error, Step::Key(name.as_str().into()));
            Err(S::Attribute::error_at(
                error,
                Step::Attribute(member.into()),
            ))
        }
    });
    named.collect()
}

/// The data that a provider announces: its schemas without identities, its optional features, and its diagnostics.
pub(crate) type Announced = (ProviderSchema, ServerCapabilities, Vec<Diagnostic>);

/// Reads the response to `GetProviderSchema` in a protocol version. If the response contains errors, its schemas are
/// not read.
///
/// # Errors
///
/// Fails if the response is malformed.
pub fn announced(version: u32, response: &[u8]) -> std::result::Result<Announced, String> {
    if version == 5 {
        read_response::<crate::tfplugin5::Schema>(response)
    } else {
        read_response::<crate::tfplugin6::Schema>(response)
    }
}

fn read_response<S: SchemaMessage>(response: &[u8]) -> std::result::Result<Announced, String> {
    let malformed = |error| format!("the response is malformed: {error}");
    let response: Response<S> =
        super::decode(response).map_err(|error| malformed(error.to_string()))?;
    let has_errors = response
        .diagnostics
        .iter()
        .any(|one| one.severity() == Severity::Error);
    let schema = if has_errors {
        ProviderSchema::default()
    } else {
        ProviderSchema::try_from(&response).map_err(|error| malformed(error.to_string()))?
    };
    let capabilities = response.server_capabilities.unwrap_or_default();
    Ok((schema, capabilities, response.diagnostics))
}

impl<'a, S: SchemaMessage> TryFrom<&'a Response<S>> for ProviderSchema {
    type Error = Error;

    /// Converts the schemas of a response, but not its diagnostics or capabilities. Identities have a
    /// separate response.
    ///
    /// # Errors
    ///
    /// Fails if a message is not a valid schema. The path of the error names the schema.
    fn try_from(response: &'a Response<S>) -> Result<Self> {
        // The schemas of a provider contain many equal blocks.
        let reader = &mut SchemaReader::new(S::Attribute::NUMBERS);
        let mut schema = |message: &'a S| message.read(reader);
        let mut own = |message: &'a Option<S>, member: &'static str| {
            let schema = message.as_ref().map(&mut schema).transpose();
            schema.map_err(|error| error.at_step(Step::Attribute(member.into())))
        };
        let provider = own(&response.provider, "provider")?;
        let provider_meta = own(&response.provider_meta, "provider_meta")?;
        let mut schemas = |all: &'a HashMap<String, S>, member| read(all, member, &mut schema);
        Ok(ProviderSchema {
            provider,
            provider_meta,
            resource_schemas: schemas(&response.resource_schemas, "resource_schemas")?,
            data_source_schemas: schemas(&response.data_source_schemas, "data_source_schemas")?,
            ephemeral_resource_schemas: schemas(
                &response.ephemeral_resource_schemas,
                "ephemeral_resource_schemas",
            )?,
            list_resource_schemas: schemas(
                &response.list_resource_schemas,
                "list_resource_schemas",
            )?,
            state_store_schemas: schemas(&response.state_store_schemas, "state_store_schemas")?,
            action_schemas: read(&response.action_schemas, "action_schemas", |action| {
                let schema = action.schema.as_ref().map(&mut schema).transpose()?;
                let block = schema.unwrap_or_default().block;
                Ok(schema::ActionSchema { block })
            })?,
            functions: read(&response.functions, "functions", |one| {
                schema::Function::try_from(one)
            })?,
            resource_identity_schemas: BTreeMap::new(),
        })
    }
}

fn read<'a, M, T>(
    all: &'a HashMap<String, M>,
    member: &'static str,
    mut read: impl FnMut(&'a M) -> Result<T>,
) -> Result<BTreeMap<String, T>> {
    let mut named = BTreeMap::new();
    for (name, message) in all {
        let one = read(message).map_err(|error| {
            let error = error.at_step(Step::Key(name.as_str().into()));
            error.at_step(Step::Attribute(member.into()))
        })?;
        named.insert(name.clone(), one);
    }
    Ok(named)
}

impl From<&ProviderSchema> for identities::Response {
    fn from(provider: &ProviderSchema) -> Self {
        let all = provider.resource_identity_schemas.iter();
        identities::Response {
            identity_schemas: all.map(|(name, one)| (name.clone(), one.into())).collect(),
            diagnostics: Vec::new(),
        }
    }
}

impl identities::Response {
    /// Converts the identities, for [`ProviderSchema::resource_identity_schemas`].
    ///
    /// # Errors
    ///
    /// Fails if a type is invalid. The path of the error names the attribute.
    pub fn identities(&self) -> Result<BTreeMap<String, Identity>> {
        read(&self.identity_schemas, "resource_identity_schemas", |one| {
            Identity::try_from(one)
        })
    }
}

impl From<&Identity> for ResourceIdentitySchema {
    fn from(identity: &Identity) -> Self {
        let attributes = identity.attributes.iter();
        let attributes = attributes.map(|one| IdentityAttribute {
            name: one.name.to_string(),
            r#type: one.ty.to_json().into_bytes(),
            required_for_import: one.required_for_import,
            optional_for_import: one.optional_for_import,
            description: one.description.to_string(),
        });
        ResourceIdentitySchema {
            version: identity.version,
            identity_attributes: attributes.collect(),
        }
    }
}

impl TryFrom<&ResourceIdentitySchema> for Identity {
    type Error = Error;

    fn try_from(message: &ResourceIdentitySchema) -> Result<Self> {
        let mut attributes = read_all(&message.identity_attributes, |one| {
            Ok(schema::IdentityAttribute {
                name: one.name.clone().into(),
                ty: ty(&one.r#type, &one.name)?,
                description: one.description.clone().into(),
                required_for_import: one.required_for_import,
                optional_for_import: one.optional_for_import,
            })
        })?;
        by_name::sort(&mut attributes);
        Ok(Identity {
            version: message.version,
            attributes,
        })
    }
}

impl From<&schema::Function> for Function {
    fn from(function: &schema::Function) -> Self {
        Function {
            parameters: function.parameters.iter().map(Into::into).collect(),
            variadic_parameter: function.variadic_parameter.as_ref().map(Into::into),
            r#return: Some(Return {
                r#type: function.return_type.to_json().into_bytes(),
            }),
            summary: function.summary.to_string(),
            description: function.description.to_string(),
            description_kind: StringKind::from(function.description_kind).into(),
            deprecation_message: function.deprecation_message.to_string(),
        }
    }
}

impl TryFrom<&Function> for schema::Function {
    type Error = Error;

    fn try_from(message: &Function) -> Result<Self> {
        let returned = message.r#return.as_ref();
        let returned = returned.map(|one| &*one.r#type).unwrap_or_default();
        let variadic = message.variadic_parameter.as_ref();
        Ok(schema::Function {
            summary: message.summary.clone().into(),
            description: message.description.clone().into(),
            description_kind: message.description_kind().into(),
            deprecation_message: message.deprecation_message.clone().into(),
            return_type: ty(returned, "return_type")?,
            parameters: read_all(&message.parameters, |one| one.try_into())?,
            variadic_parameter: variadic.map(TryInto::try_into).transpose()?,
        })
    }
}

impl From<&schema::Parameter> for Parameter {
    fn from(parameter: &schema::Parameter) -> Self {
        Parameter {
            name: parameter.name.to_string(),
            r#type: parameter.ty.to_json().into_bytes(),
            allow_null_value: parameter.allow_null_value,
            allow_unknown_values: parameter.allow_unknown_values,
            description: parameter.description.to_string(),
            description_kind: StringKind::from(parameter.description_kind).into(),
        }
    }
}

impl TryFrom<&Parameter> for schema::Parameter {
    type Error = Error;

    fn try_from(message: &Parameter) -> Result<Self> {
        Ok(schema::Parameter {
            name: message.name.clone().into(),
            ty: ty(&message.r#type, &message.name)?,
            allow_null_value: message.allow_null_value,
            allow_unknown_values: message.allow_unknown_values,
            description: message.description.clone().into(),
            description_kind: message.description_kind().into(),
        })
    }
}

fn ty(json: &[u8], name: &str) -> Result<Type> {
    Type::from_json(json).map_err(|error| error.at_step(Step::Attribute(name.to_owned().into())))
}
