use std::collections::BTreeMap;
use tfvalue::schema::ProviderSchema;
use tfvalue::{Attr, Dynamic, Number, Set, TfSchema, Unknown};

// The configuration of the provider.
#[derive(Clone, Default, PartialEq, TfSchema)]
#[tf(kind = provider)]
pub struct OddProvider {
    #[tf(optional, allow_reserved)]
    pub version: Attr<String>,
}

// Resource `set`.
/// A set.
///
///  * of things
#[derive(Clone, Default, PartialEq, TfSchema)]
#[tf(kind = resource, version = 2, deprecated = "use \"odd_set\"")]
pub struct Set2 {
    #[tf(computed, rename = "3d")]
    pub x3d: Attr<(Attr<bool>,)>,
    #[tf(optional, allow_reserved, deprecated)]
    pub count: Attr<Number>,
    #[tf(optional, computed, rename = "isPublic")]
    pub is_public: Attr<bool>,
    #[tf(computed, rename = "is_public")]
    pub is_public2: Attr<bool>,
    #[tf(computed)]
    pub more: Attr<BTreeMap<String, Attr<Set2More>>>,
    #[tf(optional)]
    pub nested: Attr<BTreeMap<String, Attr<Set2Nested>>>,
    #[tf(optional)]
    pub none: Attr<Set2None>,
    #[tf(computed)]
    pub pairs: Attr<Vec<Attr<Set2More>>>,
    #[tf(optional, sensitive, write_only)]
    pub secret: Attr<String>,
    #[tf(computed, description = "  Set off  ", rename = "self")]
    pub self_: Dynamic,
    #[tf(required, description = "See [the type](https://example.com).")]
    pub r#type: Attr<String>,
    /// The first.
    #[tf(block(max_items = 1))]
    pub a_disk: Unknown<Vec<Set2NestedDeep>>,
    /// The second.
    #[tf(block(min_items = 1), deprecated)]
    pub b_disk: Unknown<Set<Set2NestedDeep>>,
    #[tf(block(group), allow_reserved)]
    pub locals: Set2Locals,
}

#[derive(Clone, Default, PartialEq, TfSchema)]
#[tf(object)]
pub struct Set2More {
    #[tf(rename = "a-b")]
    pub a_b: Attr<String>,
    pub of: Attr<Set<Attr<Set2MoreOf>>>,
}

#[derive(Clone, Default, PartialEq, TfSchema)]
#[tf(object)]
pub struct Set2MoreOf {
    pub r#in: Attr<Number>,
}

#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Set2Nested {
    #[tf(optional)]
    pub deep: Attr<Set<Attr<Set2NestedDeep>>>,
}

#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Set2NestedDeep {
    /// In \ "GiB".
    #[tf(required)]
    pub size: Attr<Number>,
}

#[derive(Clone, Default, PartialEq, TfSchema)]
#[tf(object)]
pub struct Set2None {}

#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Set2Locals {
    #[tf(block(min_items = 1, max_items = 1))]
    pub one: Attr<Set2LocalsOne>,
    #[tf(block)]
    pub two: Attr<Set2LocalsOne>,
}

#[derive(Clone, Default, PartialEq, TfSchema)]
pub struct Set2LocalsOne {}

// Data source `set`.
#[derive(Clone, Default, PartialEq, TfSchema)]
#[tf(version = 1)]
pub struct SetData {
    #[tf(computed)]
    pub id: Attr<String>,
}

// Ephemeral resource `set`.
#[derive(Clone, Default, PartialEq, TfSchema)]
#[tf(kind = ephemeral)]
pub struct SetEphemeral {}

// List resource `set`.
#[derive(Clone, Default, PartialEq, TfSchema)]
#[tf(kind = list)]
pub struct SetList {}

// Action `set`.
#[derive(Clone, Default, PartialEq, TfSchema)]
#[tf(kind = action)]
pub struct SetAction {
    #[tf(required)]
    pub count: Attr<Number>,
}

/// Returns the schemas of `odd`.
#[must_use]
pub fn schemas() -> ProviderSchema {
    ProviderSchema::new()
        .provider(OddProvider::schema())
        .resource_schemas(named(&[
            ("set", Set2::schema),
        ]))
        .data_source_schemas(named(&[
            ("set", SetData::schema),
        ]))
        .ephemeral_resource_schemas(named(&[
            ("set", SetEphemeral::schema),
        ]))
        .list_resource_schemas(named(&[
            ("set", SetList::schema),
        ]))
        .action_schemas(named(&[
            ("set", || tfvalue::schema::ActionSchema::new(SetAction::block())),
        ]))
}

type Named<T> = (&'static str, fn() -> T);

fn named<T>(all: &[Named<T>]) -> BTreeMap<String, T> {
    let all = all.iter();
    all.map(|&(name, make)| (name.to_owned(), make())).collect()
}
