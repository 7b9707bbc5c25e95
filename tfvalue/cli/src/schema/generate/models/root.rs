//! The structs for whole schemas.

use tfvalue::schema::{
    Attribute, AttributeType, Block, Identity, NestedBlock, ProviderSchema, Schema, SchemaKind,
};

/// A schema for which a struct is written.
pub(in crate::schema::generate) struct Root<'a> {
    /// The name in documentation.
    pub(in crate::schema::generate) title: String,
    /// The name of the struct in Terraform's naming style.
    pub(super) struct_name: String,
    /// The name of the schema, or `None` for the configuration and the metadata of the provider.
    pub(in crate::schema::generate) name: Option<&'a str>,
    pub(super) block: &'a Block,
    version: i64,
    pub(in crate::schema::generate) kind: &'static Kind,
    identity: Option<&'a Identity>,
}

/// A kind of schema.
pub(in crate::schema::generate) struct Kind {
    pub(in crate::schema::generate) schemas: SchemaKind,
    title: &'static str,
    /// The suffix of the struct's name.
    suffix: &'static str,
    /// The `kind` in the derive.
    role: &'static str,
    /// Whether schemas of this kind have a version.
    pub(in crate::schema::generate) is_stored: bool,
    /// Whether attributes in schemas of this kind can be computed.
    pub(in crate::schema::generate) computes: bool,
    /// Whether attributes in schemas of this kind can be write-only.
    pub(in crate::schema::generate) is_written: bool,
    /// The reserved attribute names.
    attributes: &'static [&'static str],
    /// The reserved block names.
    blocks: &'static [&'static str],
}

/// Builds schemas from a table. A table compiles faster than a sequence of function calls.
const NAMED: &str = "
type Named<T> = (&'static str, fn() -> T);

fn named<T>(all: &[Named<T>]) -> BTreeMap<String, T> {
    let all = all.iter();
    all.map(|&(name, make)| (name.to_owned(), make())).collect()
}
";

const NONE: Kind = Kind {
    schemas: SchemaKind::Provider,
    title: "",
    suffix: "",
    role: "",
    is_stored: false,
    computes: false,
    is_written: false,
    attributes: &[],
    blocks: &[],
};

static PROVIDER: Kind = Kind {
    title: "The configuration of the provider",
    suffix: "_provider",
    role: "provider",
    attributes: SchemaKind::Provider.reserved_attributes(),
    blocks: SchemaKind::Provider.reserved_blocks(),
    ..NONE
};

static META: Kind = Kind {
    schemas: SchemaKind::ProviderMeta,
    title: "The metadata that modules send to the provider",
    suffix: "_meta",
    role: "provider_meta",
    ..NONE
};

static RESOURCE: Kind = Kind {
    schemas: SchemaKind::Resource,
    title: "Resource",
    role: "resource",
    is_stored: true,
    computes: true,
    is_written: true,
    attributes: SchemaKind::Resource.reserved_attributes(),
    blocks: SchemaKind::Resource.reserved_blocks(),
    ..NONE
};

static DATA_SOURCE: Kind = Kind {
    schemas: SchemaKind::DataSource,
    title: "Data source",
    suffix: "_data",
    role: "data_source",
    computes: true,
    attributes: SchemaKind::DataSource.reserved_attributes(),
    blocks: SchemaKind::DataSource.reserved_blocks(),
    ..NONE
};

static EPHEMERAL: Kind = Kind {
    schemas: SchemaKind::EphemeralResource,
    title: "Ephemeral resource",
    suffix: "_ephemeral",
    role: "ephemeral",
    computes: true,
    attributes: SchemaKind::EphemeralResource.reserved_attributes(),
    blocks: SchemaKind::EphemeralResource.reserved_blocks(),
    ..NONE
};

static LIST: Kind = Kind {
    schemas: SchemaKind::ListResource,
    title: "List resource",
    suffix: "_list",
    role: "list",
    ..NONE
};

static ACTION: Kind = Kind {
    schemas: SchemaKind::Action,
    title: "Action",
    suffix: "_action",
    role: "action",
    is_written: true,
    ..NONE
};

static STATE_STORE: Kind = Kind {
    schemas: SchemaKind::StateStore,
    title: "State store",
    suffix: "_store",
    role: "state_store",
    ..NONE
};

/// Returns all schemas of a provider.
pub(in crate::schema::generate) fn all<'a>(
    name: &str,
    provider: &'a ProviderSchema,
) -> Vec<Root<'a>> {
    let own = [
        (&PROVIDER, &provider.provider),
        (&META, &provider.provider_meta),
    ];
    let of_provider = own.into_iter().filter_map(|(kind, schema)| {
        let schema = schema.as_ref()?;
        Some(Root {
            title: kind.title.to_owned(),
            struct_name: format!("{name}{}", kind.suffix),
            name: None,
            block: &schema.block,
            version: schema.version,
            kind,
            identity: None,
        })
    });
    let of_schemas = [
        (&RESOURCE, &provider.resource_schemas),
        (&DATA_SOURCE, &provider.data_source_schemas),
        (&EPHEMERAL, &provider.ephemeral_resource_schemas),
        (&LIST, &provider.list_resource_schemas),
        (&STATE_STORE, &provider.state_store_schemas),
    ];
    let of_schemas = of_schemas.into_iter().flat_map(|(kind, schemas)| {
        let root = move |(name, schema): (&'a String, &'a Schema)| {
            let root = Root::named(kind, name, &schema.block, schema.version);
            let identity = provider.resource_identity_schemas.get(name);
            Root {
                identity: identity.filter(|_| kind.schemas == SchemaKind::Resource),
                ..root
            }
        };
        schemas.iter().map(root)
    });
    let actions = provider.action_schemas.iter();
    let of_actions = actions.map(|(name, action)| Root::named(&ACTION, name, &action.block, 0));
    of_provider.chain(of_schemas).chain(of_actions).collect()
}

/// Writes the function that returns all schemas.
pub(super) fn function(
    provider: &str,
    roots: &[Root<'_>],
    types: &[String],
    identities: &[(&str, String)],
    functions: &[(&str, String)],
) -> String {
    let mut text = format!(
        "/// Returns the schemas of `{provider}`.\n#[must_use]\n\
         pub fn schemas() -> ProviderSchema {{\n    ProviderSchema::new()\n"
    );
    let mut is_named = false;
    let mut table = |member: &str, entries: &[String]| {
        is_named |= !entries.is_empty();
        match entries {
            [] => String::new(),
            _ => format!(
                "        .{member}(named(&[\n{}        ]))\n",
                entries.concat()
            ),
        }
    };
    let roots: Vec<_> = roots.iter().zip(types).collect();
    for group in roots.chunk_by(|(a, _), (b, _)| a.kind.schemas == b.kind.schemas) {
        let kind = group[0].0.kind.schemas;
        let entries = group.iter().filter_map(|(root, ty)| {
            let make = match kind {
                SchemaKind::Action => {
                    format!("|| tfvalue::schema::ActionSchema::new({ty}::block())")
                }
                _ => format!("{ty}::schema"),
            };
            Some(entry(root.name?, &make))
        });
        let entries: Vec<_> = entries.collect();
        text += &match group[0].0.name {
            None => format!("        .{}({}::schema())\n", kind.member(), group[0].1),
            Some(_) => table(kind.member(), &entries),
        };
    }
    let functions = functions.iter();
    let functions: Vec<_> = functions
        .map(|(name, ty)| entry(name, &format!("{ty}::function")))
        .collect();
    let identities = identities.iter();
    let identities: Vec<_> = identities
        .map(|(name, ty)| {
            let ty = format!("<{ty} as tfvalue::types::TfIdentity>");
            entry(name, &format!("{ty}::identity_schema"))
        })
        .collect();
    text += &table("functions", &functions);
    text += &table("resource_identity_schemas", &identities);
    text += "}\n";
    if is_named { text + NAMED } else { text }
}

fn entry(name: &str, make: &str) -> String {
    format!("            ({name:?}, {make}),\n")
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
            identity: None,
        }
    }

    /// Checks the schema against Terraform's rules.
    pub(in crate::schema::generate) fn validate(&self) -> Result<(), String> {
        let schema = Schema::new(self.block.clone());
        let valid = schema.validate_as(self.kind.schemas);
        valid.map_err(|error| error.to_string())
    }

    /// Returns the identity of a resource for which a struct can be written.
    pub(super) fn identity(&self) -> Option<&'a Identity> {
        self.identity.filter(|_| self.role().is_some())
    }

    /// Returns the items of `#[tf(…)]` for the root struct: the version and the kind. The kind is omitted if the schema
    /// has attributes that Terraform allows but the kind does not.
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
        let kind = self.kind;
        let is_broken = |one: &Attribute| {
            (one.computed && !kind.computes) || (one.write_only && !kind.is_written)
        };
        let has_all = (kind.is_stored || self.version == 0) && !block_has(self.block, &is_broken);
        has_all.then_some(kind.role)
    }
}

/// Returns `true` if an attribute at any depth satisfies a condition.
fn block_has(block: &Block, is_meant: &impl Fn(&Attribute) -> bool) -> bool {
    (block.attributes.iter()).any(|one| attribute_has(one, is_meant))
        || (block.block_types.iter()).any(|nested| block_has(&nested.block, is_meant))
}

fn attribute_has(attribute: &Attribute, is_meant: &impl Fn(&Attribute) -> bool) -> bool {
    let within = match &attribute.ty {
        AttributeType::Nested(object) => {
            (object.attributes.iter()).any(|one| attribute_has(one, is_meant))
        }
        _ => false,
    };
    is_meant(attribute) || within
}
