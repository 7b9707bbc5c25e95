//! The parts of a provider's schemas that generated structs represent.

use std::sync::Arc;

use tfvalue::schema::{Attribute, AttributeType, Block, ProviderSchema, StringKind};

/// Removes the parts that structs do not represent: the format of descriptions, because doc comments are Markdown.
#[must_use]
pub fn announced(mut provider: ProviderSchema) -> ProviderSchema {
    let schemas = [
        &mut provider.resource_schemas,
        &mut provider.data_source_schemas,
        &mut provider.ephemeral_resource_schemas,
        &mut provider.list_resource_schemas,
        &mut provider.state_store_schemas,
    ];
    let schemas = schemas.into_iter().flat_map(|all| all.values_mut());
    let own = [&mut provider.provider, &mut provider.provider_meta];
    for schema in schemas.chain(own.into_iter().flatten()) {
        block(&mut schema.block);
    }
    for action in provider.action_schemas.values_mut() {
        block(&mut action.block);
    }
    for function in provider.functions.values_mut() {
        function.description_kind = StringKind::Plain;
        let parameters = function.parameters.iter_mut();
        for parameter in parameters.chain(&mut function.variadic_parameter) {
            parameter.description_kind = StringKind::Plain;
        }
    }
    provider
}

fn block(of: &mut Block) {
    of.description_kind = StringKind::Plain;
    of.attributes.iter_mut().for_each(attribute);
    for nested in &mut of.block_types {
        block(Arc::make_mut(&mut nested.block));
    }
}

fn attribute(of: &mut Attribute) {
    of.description_kind = StringKind::Plain;
    if let AttributeType::Nested(object) = &mut of.ty {
        object.attributes.iter_mut().for_each(attribute);
    }
}
