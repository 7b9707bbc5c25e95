//! Lists the members of each JSON object, with their fields, in a single table that the reader and the writer share.

use serde::de::MapAccess;
use serde::ser::SerializeMap;

use super::object::{JsonObject, Next, OwnSchema};
use super::write;
use crate::error::{Error, Result};
use crate::schema::diff::{Rules, Snapshot};
use crate::schema::{
    ActionSchema, Attribute, Block, Function, Identity, IdentityAttribute, NestedBlock, NestedType,
    Nesting, Parameter, ProviderSchema, ProviderSchemas, Schema,
};
use crate::ty::Type;

/// Implements [`JsonObject`] from lists of members, in the order in which Terraform writes them.
macro_rules! objects {
    ($($ty:ident = $empty:expr, $(finish $finish:ident,)? required [$([$($required:literal),+]),*] {
        $($name:literal: $field:ident,)*
    })*) => {$(
        impl JsonObject for $ty {
            const MEMBERS: &'static [&'static str] = &[$($name),*];
            const REQUIRED: &'static [&'static [&'static str]] = &[$(&[$($required),+]),*];

            fn empty() -> Self {
                $empty
            }

            fn read<'de, A: MapAccess<'de>>(
                &mut self,
                name: &'static str,
                next: Next<'_, A>,
            ) -> Result<(), A::Error> {
                match name {
                    $($name => next.into(&mut self.$field),)*
                    _ => next.skip(),
                }
            }

            $(fn finish(self) -> Result<Self> {
                $finish(self)
            })?

            fn write<S: SerializeMap>(&self, map: &mut S) -> Result<(), S::Error> {
                $(write::member(map, $name, &self.$field)?;)*
                Ok(())
            }
        }
    )*};
}

objects! {
    ProviderSchemas = Self::default(), finish known_format, required [["format_version"]] {
        "format_version": format_version,
        "provider_schemas": provider_schemas,
    }
    ProviderSchema = Self::default(), required [] {
        "provider": provider,
        "resource_schemas": resource_schemas,
        "data_source_schemas": data_source_schemas,
        "ephemeral_resource_schemas": ephemeral_resource_schemas,
        "list_resource_schemas": list_resource_schemas,
        "action_schemas": action_schemas,
        "state_store_schemas": state_store_schemas,
        "functions": functions,
        "resource_identity_schemas": resource_identity_schemas,
    }
    OwnSchema = Self::default(), required [] {
        "version": version,
        "block": block,
    }
    Schema = Self::default(), required [["block"]] {
        "version": version,
        "block": block,
    }
    Snapshot = Self::default(), required [["block"]] {
        "version": version,
        "block": block,
        "rules": rules,
    }
    Rules = Self::default(), required [] {
        "default": default,
        "replace": replace,
    }
    ActionSchema = Self::default(), required [["block"]] {
        "block": block,
    }
    Block = Self::default(), required [] {
        "attributes": attributes,
        "block_types": block_types,
        "description": description,
        "description_kind": description_kind,
        "deprecated": deprecated,
        "deprecation_message": deprecation_message,
        "computed": computed,
    }
    Attribute = Attribute::new("", Type::Dynamic), required [["type", "nested_type"]] {
        "type": ty,
        "nested_type": ty,
        "description": description,
        "description_kind": description_kind,
        "deprecated": deprecated,
        "deprecation_message": deprecation_message,
        "required": required,
        "optional": optional,
        "computed": computed,
        "sensitive": sensitive,
        "write_only": write_only,
    }
    NestedType = NestedType::new(Nesting::Single, []), required [["nesting_mode"]] {
        "attributes": attributes,
        "nesting_mode": nesting,
    }
    NestedBlock = NestedBlock::new("", Nesting::Single, Block::new()), required [["nesting_mode"], ["block"]] {
        "nesting_mode": nesting,
        "block": block,
        "min_items": min_items,
        "max_items": max_items,
    }
    Function = Function::new(Type::Dynamic), required [["return_type"]] {
        "description": description,
        "summary": summary,
        "deprecation_message": deprecation_message,
        "return_type": return_type,
        "parameters": parameters,
        "variadic_parameter": variadic_parameter,
    }
    Parameter = Parameter::new("", Type::Dynamic), required [["name"], ["type"]] {
        "name": name,
        "description": description,
        "is_nullable": allow_null_value,
        "type": ty,
    }
    Identity = Self::default(), required [] {
        "version": version,
        "attributes": attributes,
    }
    IdentityAttribute = IdentityAttribute::new("", Type::Dynamic), required [["type"]] {
        "type": ty,
        "description": description,
        "required_for_import": required_for_import,
        "optional_for_import": optional_for_import,
    }
}

/// Checks the format version. Formats 0.x, from Terraform 0.12 to 1.0, have the same members as formats 1.x.
fn known_format(schemas: ProviderSchemas) -> Result<ProviderSchemas> {
    match schemas.format_version.split('.').next() {
        Some("0" | "1") => Ok(schemas),
        _ => {
            let error = unsupported_version(&schemas.format_version);
            Err(error.at("format_version"))
        }
    }
}

/// Returns the error for the format version in any kind of document.
#[cold]
#[must_use]
pub fn unsupported_version(text: &str) -> Error {
    Error::mismatch_value(
        "a format version from 0.1 to 1.x",
        "another version",
        format_args!("{text:?}"),
    )
}
