//! The derive macro of `tfvalue`; use it through that crate.

mod ast;
mod attr;
mod bound;
mod case;
mod check;
mod ctxt;
mod doc;
mod expand;
mod meta;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Derives what a struct or enum is to Terraform: its schema, what reads and writes it, and a `Debug`
/// that shows no secrets.
///
/// | shape | is | implements |
/// |---|---|---|
/// | `struct Server { … }` | a resource, data source, nested block or nested attribute | `TfSchema`, `TfType`, `Serialize`, `Deserialize`, `Debug` |
/// | the same with `#[tf(object)]` | a plain object type | all but `TfSchema` |
/// | `struct Port(u16);` | what it wraps | all but `TfSchema` |
/// | `enum Size { Small, Large }` | a string | all but `TfSchema` |
///
/// Do not derive or implement serde's traits or `Debug` beside it, unless with
/// [`#[tf(schema_only)]`](#schema_only).
///
/// ```
/// use std::collections::BTreeMap;
/// use tfvalue::{Attr, TfSchema, Unknown};
///
/// /// A virtual server.
/// #[derive(TfSchema)]
/// #[tf(version = 2)]
/// struct Server {
///     /// Unique name of the server.
///     #[tf(required)]
///     name: Attr<String>,
///     #[tf(computed)]
///     id: Attr<String>,
///     #[tf(optional, sensitive)]
///     token: Attr<String>,
///     #[tf(optional)]
///     tags: Attr<BTreeMap<String, Attr<String>>>,
///     #[tf(block(min_items = 1))]
///     disk: Unknown<Vec<Disk>>,
/// }
///
/// #[derive(TfSchema)]
/// struct Disk {
///     /// Size in GiB.
///     #[tf(required)]
///     size: Attr<u32>,
/// }
///
/// let schema = Server::schema();
/// assert_eq!(schema.version, 2);
/// assert_eq!(schema.block.description, "A virtual server.");
/// assert!(schema.block.attribute("token").unwrap().sensitive);
/// assert_eq!(schema.block.block_type("disk").unwrap().min_items, 1);
///
/// let server = Server {
///     name: "web".into(),
///     id: Attr::unknown(),
///     token: "hush".into(),
///     tags: Attr::null(),
///     disk: vec![Disk { size: 10.into() }].into(),
/// };
/// let bytes = tfvalue::msgpack::to_vec(&server)?;
/// let server: Server = tfvalue::msgpack::from_slice(&bytes)?;
/// assert_eq!(server.name.as_deref(), Some("web"));
/// assert!(server.id.is_unknown());
/// assert!(!format!("{server:?}").contains("hush"));
/// # Ok::<(), tfvalue::Error>(())
/// ```
///
/// Type parameters and lifetimes are allowed. A field whose type is made of `Cow<'a, str>`, options,
/// lists and maps borrows its text from the input, as `&'a str` does. The name on the wire is the
/// field's name, without `r#`. The doc comment is the description, as Markdown.
///
/// What a type cannot be is an error of the compiler: for structs with type parameters where they
/// are used, for all others where they are derived. A struct cannot contain itself, since
/// Terraform has no recursive types.
///
/// # Attributes of structs
///
/// ## `version`
///
/// The version of the stored form, 0 if not given. A greater one makes Terraform ask for an upgrade
/// of older states.
///
/// ```
/// # use tfvalue::TfSchema;
/// #[derive(TfSchema)]
/// #[tf(version = 3)]
/// struct Bucket {}
///
/// assert_eq!(Bucket::VERSION, 3);
/// ```
///
/// ## `description`
///
/// A description in the place of the doc comment.
///
/// ```
/// # use tfvalue::TfSchema;
/// /// Keep this in step with the console.
/// #[derive(TfSchema)]
/// #[tf(description = "A bucket.")]
/// struct Bucket {}
///
/// assert_eq!(Bucket::block().description, "A bucket.");
/// ```
///
/// ## `deprecated`
///
/// The resource should no longer be used; Terraform shows the message, if one is given.
///
/// ```
/// # use tfvalue::TfSchema;
/// #[derive(TfSchema)]
/// #[tf(deprecated = "use `bucket`")]
/// struct Pail {}
///
/// assert_eq!(Pail::block().deprecation_message, "use `bucket`");
/// ```
///
/// ## `rename_all`
///
/// The case of names: `"lowercase"`, `"UPPERCASE"`, `"PascalCase"`, `"camelCase"`, `"snake_case"`,
/// `"SCREAMING_SNAKE_CASE"`, `"kebab-case"` or `"SCREAMING-KEBAB-CASE"`. Also of enums.
///
/// ```
/// # use tfvalue::TfSchema;
/// #[derive(TfSchema)]
/// #[tf(rename_all = "camelCase")]
/// struct Bucket {
///     is_public: bool,
/// }
///
/// assert!(Bucket::block().attribute("isPublic").is_some());
/// ```
///
/// ## `object`
///
/// The struct is a plain object type, not a nested attribute or block. Its fields have names and
/// types, and no flags.
///
/// ```
/// use tfvalue::schema::AttributeType;
/// use tfvalue::{Attr, ObjectType, TfSchema, Type};
///
/// #[derive(TfSchema)]
/// #[tf(object)]
/// struct Range {
///     from: u16,
///     to: Option<u16>,
/// }
///
/// #[derive(TfSchema)]
/// struct Firewall {
///     #[tf(required)]
///     open: Attr<Vec<Range>>,
/// }
///
/// let range = Type::Object(ObjectType::new([("from", Type::Number), ("to", Type::Number)]));
/// assert_eq!(
///     Firewall::block().attribute("open").unwrap().ty,
///     AttributeType::Type(Type::list(range)),
/// );
/// ```
///
/// ## `schema_only`
///
/// Nothing but `TfSchema` and `TfType` is derived: serde's impls and `Debug` are yours, and so is
/// that they agree with the schema. Also of enums and newtypes.
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use tfvalue::TfSchema;
///
/// #[derive(TfSchema, Serialize, Deserialize, Debug)]
/// #[tf(schema_only)]
/// struct Bucket {
///     #[serde(alias = "title")]
///     name: String,
/// }
///
/// let bucket: Bucket = tfvalue::msgpack::from_slice(b"\x81\xa5title\xa1b")?;
/// assert_eq!(bucket.name, "b");
/// # Ok::<(), tfvalue::Error>(())
/// ```
///
/// ## `crate`
///
/// Where generated code finds this library, for macros and libraries that re-export it.
///
/// ```
/// mod framework {
///     pub use tfvalue;
/// }
/// use framework::tfvalue::TfSchema;
///
/// #[derive(TfSchema)]
/// #[tf(crate = "framework::tfvalue")]
/// struct Bucket {}
/// # let _ = Bucket {};
/// ```
///
/// # Attributes of fields
///
/// ## `required`, `optional`, `computed`
///
/// Who sets an attribute: the configuration must, the configuration may, the provider may. `optional`
/// and `computed` go together. They must be there where the type can be null and unknown, as `Attr`
/// can; else a type without null is required, and one with null optional.
///
/// `required` is a promise to the configuration, and no type: a required attribute may still arrive
/// as null or unknown.
///
/// ```
/// use tfvalue::{Attr, TfSchema};
///
/// #[derive(TfSchema)]
/// struct Bucket {
///     #[tf(required)]
///     name: Attr<String>,
///     #[tf(optional, computed)]
///     region: Attr<String>,
///     size: u64,
///     owner: Option<String>,
/// }
///
/// let block = Bucket::block();
/// let region = block.attribute("region").unwrap();
/// assert!(region.optional && region.computed);
/// assert!(block.attribute("size").unwrap().required);
/// assert!(block.attribute("owner").unwrap().optional);
/// ```
///
/// ## `sensitive`
///
/// Terraform hides the value, and so do errors and `Debug`.
///
/// ## `write_only`
///
/// The value is only sent to the provider, and is null in plans and states: it is written so for
/// `Purpose::Plan` and `Purpose::State`. Errors and `Debug` do not show it.
///
/// ```
/// use tfvalue::msgpack::{Purpose, to_vec_for};
/// use tfvalue::{Attr, TfSchema};
///
/// #[derive(TfSchema)]
/// struct User {
///     #[tf(computed, sensitive)]
///     key: Attr<String>,
///     #[tf(optional, write_only)]
///     password: Attr<String>,
/// }
///
/// let user = User { key: "k".into(), password: "hush".into() };
/// assert_eq!(
///     format!("{user:?}"),
///     "User { key: (sensitive value), password: (sensitive value) }",
/// );
/// assert_eq!(to_vec_for(&user, Purpose::Plan)?, b"\x82\xa3key\xa1k\xa8password\xc0");
/// # Ok::<(), tfvalue::Error>(())
/// ```
///
/// ## `lossy`
///
/// Allows `f64` and `f32` on an attribute that the configuration may set. A number that such a type
/// cannot hold comes back changed, which Terraform refuses; `Number` holds every number.
///
/// ```
/// use tfvalue::{Attr, TfSchema};
///
/// #[derive(TfSchema)]
/// struct Alarm {
///     #[tf(optional, lossy)]
///     threshold: Attr<f64>,
/// }
/// # let _ = Alarm::block();
/// ```
///
/// ## `rename`, `description`, `deprecated`
///
/// The name on the wire, and what `description` and `deprecated` are for structs.
///
/// ```
/// use tfvalue::{Attr, TfSchema};
///
/// #[derive(TfSchema)]
/// struct Bucket {
///     #[tf(optional, rename = "acl", description = "Who may read.", deprecated = "use `policy`")]
///     access: Attr<String>,
/// }
///
/// let block = Bucket::block();
/// let acl = block.attribute("acl").unwrap();
/// assert_eq!(acl.description, "Who may read.");
/// assert_eq!(acl.deprecation_message, "use `policy`");
/// ```
///
/// ## `block`
///
/// A nested block in the place of an attribute. How blocks are collected comes from the type:
///
/// | type | nesting | absent blocks |
/// |---|---|---|
/// | `Option<T>`, `Attr<T>` | single | null |
/// | `T` with `block(min_items = 1, max_items = 1)` | single | never |
/// | `T` with `block(group)` | group | a `T` with nulls and without blocks |
/// | `Vec<T>`, `BTreeSet<T>`, `Set<T>`, maps; also in `Unknown` | list, set, map | empty |
///
/// `min_items` and `max_items` say how many blocks there must be in a list or set.
///
/// ```
/// use std::collections::BTreeMap;
/// use tfvalue::schema::Nesting;
/// use tfvalue::{Attr, TfSchema, Unknown};
///
/// #[derive(TfSchema)]
/// struct Server {
///     #[tf(block(min_items = 1, max_items = 3))]
///     disk: Unknown<Vec<Disk>>,
///     #[tf(block)]
///     mount: BTreeMap<String, Disk>,
///     #[tf(block)]
///     swap: Option<Disk>,
///     #[tf(block(group))]
///     boot: Disk,
/// }
///
/// #[derive(TfSchema)]
/// struct Disk {
///     #[tf(optional)]
///     size: Attr<u32>,
/// }
///
/// let block = Server::block();
/// let nesting = |name| block.block_type(name).unwrap().nesting;
/// assert_eq!(nesting("disk"), Nesting::List);
/// assert_eq!(nesting("mount"), Nesting::Map);
/// assert_eq!(nesting("swap"), Nesting::Single);
/// assert_eq!(nesting("boot"), Nesting::Group);
///
/// let server: Server = tfvalue::msgpack::from_slice(b"\x84\xa4boot\xc0\xa4disk\x90\xa5mount\x80\xa4swap\xc0")?;
/// assert!(server.boot.size.is_null());
/// # Ok::<(), tfvalue::Error>(())
/// ```
///
/// ## `members`
///
/// Other flags for all members of a nested attribute, and for the members within them. So one struct
/// can be configured here and computed there.
///
/// ```
/// use tfvalue::schema::AttributeType;
/// use tfvalue::{Attr, TfSchema};
///
/// #[derive(TfSchema)]
/// struct Server {
///     #[tf(optional)]
///     network: Attr<Network>,
///     #[tf(computed, members = computed)]
///     networks: Attr<Vec<Network>>,
///     #[tf(optional, computed, members(optional, computed))]
///     fallback: Attr<Network>,
/// }
///
/// #[derive(TfSchema)]
/// struct Network {
///     #[tf(required)]
///     ip: Attr<String>,
/// }
///
/// let block = Server::block();
/// let AttributeType::Nested(networks) = &block.attribute("networks").unwrap().ty else {
///     panic!("a nested attribute");
/// };
/// assert!(networks.attributes[0].computed && !networks.attributes[0].required);
/// ```
///
/// ## `object` of a field
///
/// Makes a plain object type of a struct that has a schema of its own, where a nested attribute is
/// not possible or not wanted.
///
/// ```
/// use tfvalue::{Attr, TfSchema};
///
/// #[derive(TfSchema)]
/// struct Server {
///     #[tf(computed, object)]
///     routes: Attr<Vec<Vec<Route>>>,
/// }
///
/// #[derive(TfSchema)]
/// struct Route {
///     to: String,
/// }
///
/// let ty = Server::block().attribute("routes").unwrap().implied_type();
/// assert_eq!(ty.to_json(), r#"["list",["list",["object",{"to":"string"}]]]"#);
/// ```
///
/// # Attributes of variants
///
/// ## `rename`, `other`
///
/// The string of a variant, which is else its name as it is written, or as `rename_all` says. A
/// variant with `other` keeps any other string; without one, another string is an error that names
/// those that there are.
///
/// ```
/// use tfvalue::TfSchema;
///
/// #[derive(TfSchema, PartialEq)]
/// #[tf(rename_all = "kebab-case")]
/// enum Tier {
///     Standard,
///     LongTerm,
///     #[tf(rename = "IA")]
///     InfrequentAccess,
///     #[tf(other)]
///     Other(String),
/// }
///
/// let tiers: Vec<Tier> = tfvalue::msgpack::from_slice(b"\x93\xa9long-term\xa2IA\xa3new")?;
/// assert!(tiers == [Tier::LongTerm, Tier::InfrequentAccess, Tier::Other("new".to_owned())]);
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[proc_macro_derive(TfSchema, attributes(tf))]
pub fn derive_tf_schema(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand::derive(&input).into()
}
