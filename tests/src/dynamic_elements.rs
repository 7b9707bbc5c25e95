//! Schemas without dynamic values inside lists, sets and maps, because a struct cannot represent such values.

use std::sync::Arc;

use tfvalue::Type;
use tfvalue::schema::{Block, Nesting, ProviderSchema};

/// Removes attributes and blocks that contain lists, sets or maps of dynamic values, and returns their names.
pub fn remove(block: &mut Block) -> Vec<String> {
    let mut removed = Vec::new();
    block.attributes.retain(|attribute| {
        let stays = !has_dynamic_elements(&attribute.implied_type());
        removed.extend((!stays).then(|| attribute.name.to_string()));
        stays
    });
    block.block_types.retain_mut(|nested| {
        let stays = match nested.nesting {
            Nesting::Single | Nesting::Group => {
                remove(Arc::make_mut(&mut nested.block));
                true
            }
            _ => !nested.block.implied_type().has_dynamic(),
        };
        removed.extend((!stays).then(|| nested.type_name.to_string()));
        stays
    });
    removed
}

/// Applies [`remove`] to all schemas of a provider.
#[must_use]
pub fn removed(mut provider: ProviderSchema) -> ProviderSchema {
    let schemas = [
        &mut provider.resource_schemas,
        &mut provider.data_source_schemas,
        &mut provider.ephemeral_resource_schemas,
    ];
    let schemas = schemas
        .into_iter()
        .flat_map(std::collections::BTreeMap::values_mut);
    for schema in schemas.chain(&mut provider.provider) {
        remove(&mut schema.block);
    }
    provider
}

fn has_dynamic_elements(ty: &Type) -> bool {
    match ty {
        Type::List(element) | Type::Set(element) | Type::Map(element) => element.has_dynamic(),
        Type::Tuple(types) => types.iter().any(has_dynamic_elements),
        Type::Object(object) => object.iter().any(|member| has_dynamic_elements(&member.ty)),
        _ => false,
    }
}
