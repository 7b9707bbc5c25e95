//! The structs for whole schemas.

use tfvalue::schema::{
    Attribute, AttributeType, Block, NestedBlock, ProviderSchema, Schema, SchemaKind,
};

/// A schema to write a struct for.
pub(super) struct Root<'a> {
    /// The name in documentation.
    pub(super) title: String,
    /// The name of the struct in Terraform's spelling.
    pub(super) struct_name: String,
    /// The name of the schema, or `None` for the provider's configuration.
    pub(super) name: Option<&'a str>,
    pub(super) block: &'a Block,
    version: i64,
    kind: &'static Kind,
}

/// A kind of schema.
struct Kind {
    title: &'static str,
    /// The suffix of the struct's name.
    suffix: &'static str,
    /// The field of `ProviderSchema` that contains such schemas.
    field: &'static str,
    /// The `kind` in the derive.
    role: Option<&'static str>,
    /// Whether schemas of this kind have a version.
    is_stored: bool,
    /// Whether attributes of this kind can be computed.
    computes: bool,
    /// The reserved attribute names.
    attributes: &'static [&'static str],
    /// The reserved block names.
    blocks: &'static [&'static str],
}

/// Builds schemas from a table. A table compiles faster than a sequence of calls.
const NAMED: &str = "
type Named<T> = (&'static str, fn() -> T);

fn named<T>(all: &[Named<T>]) -> BTreeMap<String, T> {
    let all = all.iter();
    all.map(|&(name, make)| (name.to_owned(), make())).collect()
}
";

const NONE: Kind = Kind {
    title: "",
    suffix: "",
    field: "",
    role: None,
    is_stored: false,
    computes: true,
    attributes: &[],
    blocks: &[],
};

static PROVIDER: Kind = Kind {
    title: "The configuration of the provider",
    suffix: "_provider",
    field: "provider",
    role: Some("provider"),
    computes: false,
    attributes: SchemaKind::Provider.reserved_attributes(),
    blocks: SchemaKind::Provider.reserved_blocks(),
    ..NONE
};

static RESOURCE: Kind = Kind {
    title: "Resource",
    field: "resource_schemas",
    role: Some("resource"),
    is_stored: true,
    attributes: SchemaKind::Resource.reserved_attributes(),
    blocks: SchemaKind::Resource.reserved_blocks(),
    ..NONE
};

static DATA_SOURCE: Kind = Kind {
    title: "Data source",
    suffix: "_data",
    field: "data_source_schemas",
    role: Some("data_source"),
    attributes: SchemaKind::DataSource.reserved_attributes(),
    blocks: SchemaKind::DataSource.reserved_blocks(),
    ..NONE
};

static EPHEMERAL: Kind = Kind {
    title: "Ephemeral resource",
    suffix: "_ephemeral",
    field: "ephemeral_resource_schemas",
    role: Some("ephemeral"),
    attributes: SchemaKind::EphemeralResource.reserved_attributes(),
    blocks: SchemaKind::EphemeralResource.reserved_blocks(),
    ..NONE
};

static LIST: Kind = Kind {
    title: "List resource",
    suffix: "_list",
    field: "list_resource_schemas",
    role: Some("list"),
    computes: false,
    ..NONE
};

static ACTION: Kind = Kind {
    title: "Action",
    suffix: "_action",
    field: "action_schemas",
    role: Some("action"),
    computes: false,
    ..NONE
};

static STATE_STORE: Kind = Kind {
    title: "State store",
    suffix: "_store",
    field: "state_store_schemas",
    role: Some("state_store"),
    computes: false,
    ..NONE
};

/// Returns all schemas of a provider.
pub(super) fn all<'a>(name: &str, provider: &'a ProviderSchema) -> Vec<Root<'a>> {
    let of_provider = provider.provider.iter().map(|schema| Root {
        title: PROVIDER.title.to_owned(),
        struct_name: format!("{name}{}", PROVIDER.suffix),
        name: None,
        block: &schema.block,
        version: schema.version,
        kind: &PROVIDER,
    });
    let of_schemas = [
        (&RESOURCE, &provider.resource_schemas),
        (&DATA_SOURCE, &provider.data_source_schemas),
        (&EPHEMERAL, &provider.ephemeral_resource_schemas),
        (&LIST, &provider.list_resource_schemas),
        (&STATE_STORE, &provider.state_store_schemas),
    ];
    let of_schemas = of_schemas.into_iter().flat_map(|(kind, schemas)| {
        let root = |(name, schema): (&'a String, &'a Schema)| {
            Root::named(kind, name, &schema.block, schema.version)
        };
        schemas.iter().map(root)
    });
    let actions = provider.action_schemas.iter();
    let of_actions = actions.map(|(name, action)| Root::named(&ACTION, name, &action.block, 0));
    of_provider.chain(of_schemas).chain(of_actions).collect()
}

/// Writes the function that returns all schemas.
pub(super) fn function(provider: &str, roots: &[Root<'_>], types: &[String]) -> String {
    let mut text = format!(
        "/// Returns the schemas of `{provider}`.\n#[must_use]\n\
         pub fn schemas() -> ProviderSchema {{\n    ProviderSchema::new()\n"
    );
    let roots: Vec<_> = roots.iter().zip(types).collect();
    for group in roots.chunk_by(|(a, _), (b, _)| a.kind.field == b.kind.field) {
        let field = group[0].0.kind.field;
        let entries = group.iter().filter_map(|(root, ty)| {
            let make = match field {
                "action_schemas" => {
                    format!("|| tfvalue::schema::ActionSchema::new({ty}::block())")
                }
                _ => format!("{ty}::schema"),
            };
            let name = root.name?;
            Some(format!("            ({name:?}, {make}),\n"))
        });
        let entries: String = entries.collect();
        text += &match group[0].0.name {
            None => format!("        .{field}({}::schema())\n", group[0].1),
            Some(_) => format!("        .{field}(named(&[\n{entries}        ]))\n"),
        };
    }
    text += "}\n";
    if roots.iter().any(|(root, _)| root.name.is_some()) {
        text + NAMED
    } else {
        text
    }
}

impl<'a> Root<'a> {
    fn named(kind: &'static Kind, name: &'a str, block: &'a Block, version: i64) -> Self {
        Root {
            title: format!("{} `{name}`", kind.title),
            struct_name: format!("{name}{}", kind.suffix),
            name: Some(name),
            block,
            version,
            kind,
        }
    }

    /// Returns the items of `#[tf(…)]` for the root: the version and the kind. The kind is omitted if the schema has
    /// attributes that the kind does not allow, although Terraform does.
    pub(super) fn items(&self) -> Vec<String> {
        let version = (self.version != 0).then(|| format!("version = {}", self.version));
        let kind = self.role().map(|role| format!("kind = {role}"));
        kind.into_iter().chain(version).collect()
    }

    pub(super) fn reserves_attribute(&self, attribute: &Attribute) -> bool {
        let is_configured = attribute.required || attribute.optional;
        let name = attribute.name.as_ref();
        is_configured && self.role().is_some() && self.kind.attributes.contains(&name)
    }

    pub(super) fn reserves_block(&self, block: &NestedBlock) -> bool {
        self.role().is_some() && self.kind.blocks.contains(&block.type_name.as_ref())
    }

    fn role(&self) -> Option<&'static str> {
        let has_all = (self.kind.is_stored || self.version == 0)
            && (self.kind.computes || !block_computes(self.block));
        self.kind.role.filter(|_| has_all)
    }
}

fn block_computes(block: &Block) -> bool {
    block.attributes.iter().any(attribute_computes)
        || (block.block_types.iter()).any(|nested| block_computes(&nested.block))
}

fn attribute_computes(attribute: &Attribute) -> bool {
    let within = match &attribute.ty {
        AttributeType::Nested(object) => object.attributes.iter().any(attribute_computes),
        _ => false,
    };
    attribute.computed || within
}
