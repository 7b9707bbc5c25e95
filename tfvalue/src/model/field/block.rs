//! The blocks of derived structs.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::about::{About, kind_of};
use super::{Field, Flags, Form};
use crate::schema::{Attribute, AttributeType, Block, NestedBlock, NestedType, Nesting};
use crate::validate;

/// Returns the block that a derived struct's function creates. The block is created only once.
pub(in crate::model) fn shared(make: fn() -> Block) -> Arc<Block> {
    // Functions with the same address have the same code and therefore create equal blocks.
    static BLOCKS: Mutex<BTreeMap<usize, Arc<Block>>> = Mutex::new(BTreeMap::new());
    let blocks = || BLOCKS.lock().unwrap_or_else(PoisonError::into_inner);
    let key = make as usize;
    let known = blocks().get(&key).map(Arc::clone);
    // For inner structs, the derived struct's function calls this function in turn.
    known.unwrap_or_else(|| {
        let block = Arc::new(make());
        Arc::clone(blocks().entry(key).or_insert(block))
    })
}

impl Field {
    /// Creates the block of a struct that has a schema.
    #[must_use]
    pub fn block_of(fields: &[Field], about: &About) -> Block {
        let About {
            description,
            deprecated,
        } = *about;
        Block {
            attributes: fields.iter().filter_map(Field::as_attribute).collect(),
            block_types: fields.iter().filter_map(Field::as_block).collect(),
            description: Cow::Borrowed(description),
            description_kind: kind_of(description),
            deprecated: deprecated.is_some(),
            deprecation_message: deprecated.unwrap_or_default().into(),
            computed: false,
        }
    }

    fn as_attribute(&self) -> Option<Attribute> {
        let (flags, ty) = match self.form {
            Form::Block { .. } | Form::Member | Form::Identity { .. } => return None,
            Form::Object(flags) => (flags, AttributeType::Type((self.ty)())),
            Form::Attribute { flags, members } => (flags, self.attribute_type(members)),
        };
        let flags = flags.or_implied_by(self.facts.null);
        let description = self.description_with_values();
        Some(Attribute {
            name: self.name.into(),
            ty,
            description_kind: kind_of(&description),
            description,
            required: flags.required,
            optional: flags.optional,
            computed: flags.computed,
            sensitive: flags.sensitive,
            write_only: flags.write_only,
            deprecated: self.deprecated.is_some(),
            deprecation_message: self.deprecated.unwrap_or_default().into(),
        })
    }

    /// Returns the description, followed by the strings of an enum and the described constraints.
    pub(super) fn description_with_values(&self) -> Cow<'static, str> {
        let values = self.allowed_values();
        let values = (!values.is_empty()).then(|| format!("One of {}.", values.join(", ")));
        let constraints = validate::sentences(self.constraints(), self.facts.content());
        let sentences: Vec<_> = values.into_iter().chain(constraints).collect();
        match (self.description, sentences.as_slice()) {
            (text, []) => text.into(),
            ("", sentences) => sentences.join(" ").into(),
            (text, sentences) => format!("{text}\n\n{}", sentences.join(" ")).into(),
        }
    }

    /// Returns `true` if the values are strings of an enum.
    pub(crate) fn is_enum(&self) -> bool {
        !self.facts.values.is_empty()
    }

    /// Returns the values that the field's description lists. The values in a constraint replace the values of an enum.
    fn allowed_values(&self) -> Vec<String> {
        let values = validate::allowed_values(self.constraints(), self.is_enum());
        if !values.is_empty() {
            return values;
        }
        let values = self.facts.values.iter();
        values.map(|value| format!("`{value}`")).collect()
    }

    fn attribute_type(&self, members: Option<Flags>) -> AttributeType {
        match (self.facts.nesting, (self.nested)()) {
            (Some(nesting), Some(block)) => {
                let mut attributes = block.attributes.clone();
                if let Some(flags) = members {
                    attributes
                        .iter_mut()
                        .for_each(|member| set_flags(member, flags));
                }
                AttributeType::Nested(NestedType {
                    attributes,
                    nesting,
                })
            }
            _ => AttributeType::Type((self.ty)()),
        }
    }

    fn as_block(&self) -> Option<NestedBlock> {
        let Form::Block {
            group,
            min_items,
            max_items,
            computed,
        } = self.form
        else {
            return None;
        };
        let mut block = (self.nested)()?;
        if computed {
            Arc::make_mut(&mut block).computed = true;
        }
        if !self.description.is_empty() {
            let block = Arc::make_mut(&mut block);
            block.description = self.description.into();
            block.description_kind = kind_of(self.description);
        }
        if let Some(message) = self.deprecated {
            let block = Arc::make_mut(&mut block);
            block.deprecated = true;
            block.deprecation_message = message.into();
        }
        Some(NestedBlock {
            type_name: self.name.into(),
            block,
            nesting: if group {
                Nesting::Group
            } else {
                self.facts.nesting?
            },
            min_items,
            max_items,
        })
    }
}

/// Replaces `required`, `optional` and `computed` for a member of a nested attribute, at any depth.
fn set_flags(member: &mut Attribute, flags: Flags) {
    member.required = flags.required;
    member.optional = flags.optional;
    member.computed = flags.computed;
    if let AttributeType::Nested(object) = &mut member.ty {
        object
            .attributes
            .iter_mut()
            .for_each(|member| set_flags(member, flags));
    }
}
