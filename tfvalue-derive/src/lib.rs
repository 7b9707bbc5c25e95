//! The derive macro of `tfvalue`; use it through that crate.

mod ast;
mod attr;
mod bound;
mod case;
mod check;
mod ctxt;
mod doc;
mod expand;
mod guess;
mod kind;
mod meta;
mod receiver;
mod suggest;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Derives what a struct or enum is to Terraform: its schema, what reads and writes it, and a `Debug`
/// that shows no secrets.
///
/// | shape | is | implements |
/// |---|---|---|
/// | `struct Server { … }` | a resource, data source, nested block or nested attribute | `TfSchema`, `TfType`, `Serialize`, `Deserialize`, `Debug` |
/// | the same with `#[tf(object)]` | a plain object type | all but `TfSchema` |
/// | the same with `#[tf(kind = identity)]` | the identity of a resource | `TfIdentity` in the place of `TfSchema` |
/// | the same with `#[tf(kind = function)]` | the parameters of a function | `TfFunction`, `Debug` |
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
/// A struct that Terraform would refuse does not compile: if it has type parameters, the error is
/// reported where it is used, and otherwise where it is derived. A struct cannot contain itself,
/// since Terraform has no recursive types; see [E0391](#e0391).
///
/// Names are Terraform identifiers: a letter or `_`, then letters, digits, `_` and `-`, in Unicode's
/// normalization form C. Those of nested blocks consist of `a` to `z`, digits and `_`. Members of a
/// plain object, and attributes that are only computed, may have other names too.
///
/// Facts about a field come from its type, not from how the type is spelled: aliases, and types that
/// `macro_rules!` passes on, work like the types that they stand for.
///
/// # Dynamic values
///
/// `Dynamic` is a value of any type, which it carries with it. What Terraform permits:
///
/// | place | allowed | its values |
/// |---|---|---|
/// | an attribute, or a member of a struct or tuple | yes | any |
/// | blocks in a list or map, and attributes in them | yes | any, since Terraform sends a tuple or object |
/// | elements of a `Vec` or map, and members of these elements | yes | all elements must have one type |
/// | elements of a set or array, and anything in these elements | no: a compile error | |
/// | `#[tf(as = …)]` without `with` | no: a compile error | |
///
/// Terraform itself sends `list(dynamic)` and `map(dynamic)` with elements of one type, and stops with
/// a panic if a provider answers with several. The elements are known only at run time, so writing
/// them fails then.
///
/// ```compile_fail
/// # use tfvalue::{Attr, Dynamic, Set, TfSchema};
/// #[derive(TfSchema)]
/// struct Server {
///     #[tf(optional)]
///     anything: Attr<Set<Dynamic>>,
/// }
/// ```
///
/// # Attributes of structs
///
/// ## `version`
///
/// The version of the stored form, 0 if not given. A greater one makes Terraform ask for an upgrade
/// of older states, which `tfplugin6::RawState` reads. States of the same version are read as this
/// struct, so a type that takes fewer values than before, such as `u16` in the place of `i64`, needs a
/// new version.
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
/// ## `kind`
///
/// What the struct is the root of. The compiler then refuses what such a root cannot have:
///
/// | kind | `computed`, `default` | `write_only` | may be unknown | may be null | has a version |
/// |---|---|---|---|---|---|
/// | `resource` | yes | yes | all that can be configured | all that is computed | yes |
/// | `data_source` | yes | no | | all that is computed | |
/// | `ephemeral` | yes | no | all that can be configured | all that is computed | |
/// | `provider` | no | no | all that can be configured | | |
/// | `provider_meta`, `list` | no | no | | | |
/// | `action` | no | yes | all that can be configured | | |
/// | `identity` | | | | | yes |
/// | `function` | | | | | |
///
/// "May be unknown" means that the types must be able to hold unknown values, those of elements and
/// members included, since the configuration may set them to what is decided only during apply.
/// Fields that are [`known`](#known) are left out of it. "May be null" is the same for what is null
/// until the provider has set it. Names at the root that Terraform keeps for itself, such as `count`,
/// are refused, unless with [`allow_reserved`](#allow_reserved).
///
/// Nested structs have no kind: the rules apply to their members too. A struct with a kind or a
/// version is not a nested block, and not a nested attribute either, unless [`members`](#members) or
/// [`object`](#object-of-a-field) replaces what it says of its members.
///
/// ```
/// use tfvalue::{Attr, TfSchema};
///
/// #[derive(TfSchema)]
/// #[tf(kind = resource, version = 1)]
/// struct Server {
///     #[tf(computed)]
///     id: Attr<String>,
///     #[tf(required)]
///     zones: Attr<Vec<Attr<String>>>,
/// }
/// # let _ = Server::schema();
/// ```
///
/// ```compile_fail
/// # use tfvalue::{Attr, TfSchema};
/// #[derive(TfSchema)]
/// #[tf(kind = resource)]
/// struct Server {
///     #[tf(required)]
///     zones: Attr<Vec<String>>,
/// }
/// ```
///
/// An identity implements [`TfIdentity`](schema/trait.TfIdentity.html) in the place of `TfSchema`. Its
/// attributes are strings, numbers, bools, and lists of these, and either `required_for_import` or
/// `optional_for_import`; where nothing is said, those that cannot be null are required.
///
/// ```
/// use tfvalue::TfSchema;
/// use tfvalue::TfIdentity;
///
/// #[derive(TfSchema)]
/// #[tf(kind = identity)]
/// struct ServerIdentity {
///     #[tf(required_for_import)]
///     id: String,
///     #[tf(optional_for_import)]
///     region: Option<String>,
/// }
///
/// let schema = ServerIdentity::identity_schema();
/// assert!(schema.attributes[0].required_for_import);
/// # let _ = |id: ServerIdentity| (id.id, id.region);
/// ```
///
/// A function is a struct of its parameters, in their order, and implements
/// [`TfFunction`](schema/trait.TfFunction.html). The types tell whether it is called with null and
/// unknown values; without, Terraform refuses null and answers unknown by itself. The last
/// parameter can be `variadic`, and takes all further arguments. `returns` is the type of what it
/// returns, `summary` what it does in a few words.
///
/// ```
/// use tfvalue::TfSchema;
/// use tfvalue::TfFunction;
///
/// /// Joins the parts, with the separator in between.
/// #[derive(TfSchema)]
/// #[tf(kind = function, returns = String, summary = "Joins parts")]
/// struct Join {
///     separator: Option<String>,
///     #[tf(variadic)]
///     parts: Vec<String>,
/// }
///
/// let function = Join::function();
/// assert!(function.parameters[0].allow_null_value);
/// assert_eq!(function.variadic_parameter.unwrap().name, "parts");
///
/// let call = Join::from_arguments([&b"\xa1-"[..], b"\xa1a", b"\xa1b"])?;
/// assert_eq!(call.parts.join(&call.separator.unwrap_or_default()), "a-b");
///
/// let error = Join::from_arguments([&b"\xa1-"[..], b"\xa1a", b"\x01"]).unwrap_err();
/// assert_eq!(error.argument, Some(2));
/// assert_eq!(error.text, "a string is required, got a number");
/// # Ok::<(), tfvalue::FunctionError>(())
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
/// ## `paths`
///
/// A type for paths into the struct, with a method for each member: for diagnostics, and for what
/// makes Terraform replace a resource. It is the struct's name with `Paths` at its end, and
/// `paths()` of the struct returns the path to the whole.
///
/// ```
/// use std::collections::BTreeMap;
/// use tfvalue::{Attr, Path, TfSchema, Unknown};
///
/// #[derive(TfSchema)]
/// #[tf(paths)]
/// struct Server {
///     #[tf(optional)]
///     tags: Attr<BTreeMap<String, Attr<String>>>,
///     #[tf(block)]
///     disk: Unknown<Vec<Disk>>,
/// }
///
/// #[derive(TfSchema)]
/// #[tf(paths)]
/// struct Disk {
///     #[tf(required, rename = "gib")]
///     size: Attr<u32>,
/// }
///
/// let path: Path = Server::paths().disk().index(0).size();
/// assert_eq!(path.to_string(), "disk[0].gib");
/// assert_eq!(Server::paths().tags().key("a").to_string(), r#"tags["a"]"#);
/// ```
///
/// ```compile_fail
/// # use tfvalue::{Attr, TfSchema};
/// # #[derive(TfSchema)]
/// # #[tf(paths)]
/// # struct Disk {
/// #     #[tf(required)]
/// #     size: Attr<u32>,
/// # }
/// Disk::paths().siez();
/// ```
///
/// Within a struct that does not say `paths`, go on by [`Path`](struct.Path.html)'s own methods.
///
/// ## `known_view`
///
/// Another struct with the same fields, in which all is known: for states, and for what is sent to a
/// service. `Unknown` falls away, at any depth; `Attr` becomes `Option`, and where it is `required`
/// what is within. Nested structs become their views where they say `known_view` too. It is made
/// with `TryFrom`, and an error tells of all that is not known.
///
/// The view implements only `Debug`, which hides what is sensitive. It has no serde impls and is not
/// `Clone`, `PartialEq` or `Default`; implement what you need for it.
///
/// ```
/// use tfvalue::{Attr, TfSchema, Unknown};
///
/// #[derive(TfSchema)]
/// #[tf(known_view = ServerState)]
/// struct Server {
///     #[tf(required)]
///     name: Attr<String>,
///     #[tf(computed)]
///     ip: Attr<String>,
///     #[tf(block)]
///     disk: Unknown<Vec<Disk>>,
/// }
///
/// #[derive(TfSchema)]
/// #[tf(known_view = DiskState)]
/// struct Disk {
///     #[tf(required)]
///     size: Attr<u32>,
/// }
///
/// let disk = vec![Disk { size: 10.into() }].into();
/// let server = Server { name: "web".into(), ip: Attr::null(), disk };
/// let ServerState { name, ip, disk } = server.try_into()?;
/// assert_eq!((name.as_str(), ip, disk[0].size), ("web", None, 10));
///
/// let disk = vec![Disk { size: Attr::unknown() }].into();
/// let server = Server { name: Attr::null(), ip: Attr::null(), disk };
/// assert_eq!(
///     ServerState::try_from(server).unwrap_err().to_string(),
///     "name: a known value is required, got null; \
///      disk[0].size: a known value is required, got an unknown value",
/// );
/// # Ok::<(), tfvalue::Error>(())
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
/// Allows `f64` and `f32` on an attribute that the configuration may set, and in the members of a
/// struct that [`members`](#members) or [`object`](#object-of-a-field) makes configurable. A number
/// that such a type cannot hold comes back changed, which Terraform refuses; `Number` holds every
/// number.
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
/// | `Vec<T>`, `BTreeSet<T>`, `Set<T>`, maps; also in `Unknown` | list, set, map | empty; null is read as empty |
/// | the same in `Option` or `Attr` | list, set, map | null or empty, and the difference is kept |
///
/// Terraform represents the absence of blocks in a list, set or map as an empty one, and refuses
/// null from a provider. Only providers with the legacy type system, such as those built with `SDKv2`,
/// may answer with null. A struct that reads what they answer and writes it again keeps the
/// difference with `Option<Vec<T>>`, or `Attr<Vec<T>>` if it can be unknown. A struct with a
/// [`kind`](#kind) cannot have such a field, since it is written by a provider.
///
/// ```
/// use tfvalue::{Attr, TfSchema};
///
/// #[derive(TfSchema)]
/// struct Target {
///     #[tf(block)]
///     parameter: Attr<Vec<Parameter>>,
/// }
///
/// #[derive(TfSchema)]
/// struct Parameter {
///     #[tf(required)]
///     name: Attr<String>,
/// }
///
/// let null = b"\x81\xa9parameter\xc0";
/// let target: Target = tfvalue::msgpack::from_slice(null)?;
/// assert!(target.parameter.is_null());
/// assert_eq!(tfvalue::msgpack::to_vec(&target)?, null);
/// # Ok::<(), tfvalue::Error>(())
/// ```
///
/// `min_items` and `max_items` say how many blocks there must be in a list or set; for an array, both
/// are its length. The number of blocks can be unknown, but a single block in a list, set or map is
/// never null or unknown: only its attributes are.
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
/// can be configured here and computed there. All rules apply to the flags that the members have in
/// the end: a member with a default must stay computed, a write-only one cannot become so, a float
/// that becomes configurable needs [`lossy`](#lossy), and the types must hold the unknown and null
/// values that the [`kind`](#kind) of the root asks for.
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
/// not possible or not wanted. The flags of the members do not apply then, so they cannot be
/// write-only or have defaults. If a member is [`sensitive`](#sensitive), this field must be too.
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
/// ## `flatten`
///
/// The members of another struct that derives `TfSchema` stand in the place of the field, as if they
/// were written here. Two members of the same name are an error of the compiler. Nothing is
/// buffered on the way, so unknown values stay what they are.
///
/// A struct with type parameters cannot flatten others, since its members must be known where it is
/// written.
///
/// ```
/// use tfvalue::{Attr, TfSchema};
///
/// #[derive(TfSchema)]
/// struct Common {
///     #[tf(computed)]
///     id: Attr<String>,
///     #[tf(optional)]
///     zone: Attr<String>,
/// }
///
/// #[derive(TfSchema)]
/// struct Server {
///     #[tf(flatten)]
///     common: Common,
///     #[tf(required)]
///     name: Attr<String>,
/// }
///
/// let server: Server = tfvalue::msgpack::from_slice(b"\x83\xa2id\xd4\0\0\xa4name\xa3web\xa4zone\xc0")?;
/// assert!(server.common.id.is_unknown());
/// assert_eq!(Server::block().attributes.len(), 3);
/// # let _ = (server.common.zone, server.name);
/// # Ok::<(), tfvalue::Error>(())
/// ```
///
/// ## `default`
///
/// The attribute is optional and computed. While planning,
/// [`apply_defaults`](trait.TfSchema.html#method.apply_defaults) sets it if the configuration leaves it
/// null, whatever the proposed value holds, and
/// [`fill_defaults`](trait.TfSchema.html#method.fill_defaults) sets it if the proposed value is null
/// too. Reading and writing never do. Any expression of the type is allowed, and text for whatever is
/// made of text.
///
/// ```
/// use tfvalue::{Attr, TfSchema};
///
/// #[derive(TfSchema, Clone)]
/// struct Server {
///     #[tf(default = "small")]
///     size: Attr<String>,
///     #[tf(default = 2 * 1024)]
///     memory: Attr<i64>,
///     #[tf(optional)]
///     note: Attr<String>,
/// }
///
/// let config = Server { size: Attr::null(), memory: 512.into(), note: Attr::null() };
/// let mut planned = config.clone();
/// planned.apply_defaults(&config);
/// assert_eq!(planned.size.as_deref(), Some("small"));
/// assert_eq!(planned.memory.value(), Some(&512));
/// assert!(planned.note.is_null());
/// ```
///
/// Defaults apply at any depth of nested structs, in lists and maps too, but they do not create a
/// parent: if the configuration leaves a nested attribute or block null, it stays null, and so do the
/// defaults within. What is unknown in the configuration stays unknown.
///
/// ```
/// use tfvalue::{Attr, TfSchema};
///
/// #[derive(TfSchema, Clone)]
/// struct Server {
///     #[tf(optional)]
///     network: Attr<Network>,
/// }
///
/// #[derive(TfSchema, Clone)]
/// struct Network {
///     #[tf(default = 1500)]
///     mtu: Attr<u16>,
/// }
///
/// let config = Server { network: Network { mtu: Attr::null() }.into() };
/// let mut planned = config.clone();
/// planned.apply_defaults(&config);
/// assert_eq!(planned.network.value().unwrap().mtu.value(), Some(&1500));
///
/// let config = Server { network: Attr::null() };
/// let mut planned = config.clone();
/// planned.apply_defaults(&config);
/// assert!(planned.network.is_null());
/// ```
///
/// Elements of sets cannot have defaults, since nothing tells which element of the plan is which of
/// the configuration.
///
/// ## `empty_as_null`
///
/// An empty string, list, set or map is written as null, and null is read as empty: for services
/// that know no difference. Who configures an empty list gets null in the plan, which Terraform
/// refuses; where that matters, keep the two apart with `Attr`.
///
/// ```
/// use tfvalue::{TfSchema, Unknown};
///
/// #[derive(TfSchema)]
/// struct Server {
///     #[tf(optional, empty_as_null)]
///     aliases: Unknown<Vec<String>>,
/// }
///
/// let server = Server { aliases: vec![].into() };
/// let bytes = tfvalue::msgpack::to_vec(&server)?;
/// assert_eq!(bytes, b"\x81\xa7aliases\xc0");
/// let server: Server = tfvalue::msgpack::from_slice(&bytes)?;
/// assert!(server.aliases.known().unwrap().is_empty());
/// # Ok::<(), tfvalue::Error>(())
/// ```
///
/// ## `display`
///
/// A string for Terraform, which the type's `Display` writes and its `FromStr` reads. It applies to
/// what is within `Attr`, `Unknown`, `Option`, lists, sets and maps, but not to type parameters. A
/// [`known_view`](#known_view) holds the type itself, as in `Option<IpAddr>`.
///
/// ```
/// use std::net::IpAddr;
/// use tfvalue::{Attr, TfSchema};
///
/// #[derive(TfSchema)]
/// struct Host {
///     #[tf(required, display)]
///     ip: Attr<IpAddr>,
///     #[tf(optional, display)]
///     servers: Attr<Vec<Attr<IpAddr>>>,
/// }
///
/// let error = tfvalue::msgpack::from_slice::<Host>(b"\x82\xa2ip\xa1x\xa7servers\xc0").unwrap_err();
/// assert_eq!(error.to_string(), "ip: invalid IP address syntax");
/// # let _ = Host::block();
/// ```
///
/// ## `as`
///
/// What a type is to Terraform that has serde impls of its own and no `TfType`. It stands in the
/// place of what is within `Attr`, `Unknown` and `Option`. It cannot be or hold `Dynamic`, since other
/// serde impls do not write the type that each dynamic value carries.
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use tfvalue::{Attr, TfSchema, Type};
///
/// #[derive(Serialize, Deserialize, Debug)]
/// struct Version(u32, u32);
///
/// #[derive(TfSchema)]
/// struct Server {
///     #[tf(computed, as = (u32, u32))]
///     firmware: Attr<Version>,
/// }
///
/// let ty = Server::block().attribute("firmware").unwrap().implied_type();
/// assert_eq!(ty, Type::tuple([Type::Number, Type::Number]));
/// let bytes = tfvalue::msgpack::to_vec(&Server { firmware: Version(1, 2).into() })?;
/// assert_eq!(bytes, b"\x81\xa8firmware\x92\x01\x02");
/// # Ok::<(), tfvalue::Error>(())
/// ```
///
/// ## `with`
///
/// A module whose functions `serialize` and `deserialize` write and read what is within `Attr`,
/// `Unknown` and `Option`, as serde's `with`; beside it `as` says what it is to Terraform.
///
/// ```
/// use std::time::Duration;
/// use tfvalue::{Attr, TfSchema};
///
/// mod seconds {
///     use serde::{Deserialize, Deserializer, Serializer};
///     use std::time::Duration;
///
///     pub fn serialize<S: Serializer>(value: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
///         serializer.serialize_u64(value.as_secs())
///     }
///
///     pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
///         u64::deserialize(deserializer).map(Duration::from_secs)
///     }
/// }
///
/// #[derive(TfSchema)]
/// struct Server {
///     #[tf(optional, with = "seconds", as = u64)]
///     timeout: Attr<Duration>,
/// }
///
/// let server: Server = tfvalue::msgpack::from_slice(b"\x81\xa7timeout\x3c")?;
/// assert_eq!(server.timeout.value(), Some(&Duration::from_secs(60)));
/// # let _ = Server::block();
/// # Ok::<(), tfvalue::Error>(())
/// ```
///
/// ## `known`
///
/// The attribute is read only where all is known, so that its type needs no unknown whatever the
/// [`kind`](#kind) of the root.
///
/// ```
/// use tfvalue::{Attr, TfSchema};
///
/// #[derive(TfSchema)]
/// #[tf(kind = provider)]
/// struct Provider {
///     #[tf(optional, known)]
///     retries: Option<u32>,
///     #[tf(optional)]
///     url: Attr<String>,
/// }
/// # let _ = Provider::block();
/// ```
///
/// ## `allow_reserved`
///
/// Allows a name that Terraform keeps for itself. Such an attribute can be set only by the block `_`
/// of newer versions.
///
/// ```
/// use tfvalue::{Attr, TfSchema};
///
/// #[derive(TfSchema)]
/// #[tf(kind = resource)]
/// struct Machine {
///     #[tf(optional, allow_reserved)]
///     count: Attr<u32>,
/// }
/// # let _ = Machine::block();
/// ```
///
/// # Errors of the compiler
///
/// Errors say what is wrong and how to fix it. One needs an explanation:
///
/// ## E0391
///
/// `error[E0391]: cycle detected` that names `MEMBERS_ARE_NOT_RECURSIVE`: the struct contains itself
/// through another struct, as in
///
/// ```compile_fail,E0391
/// # use tfvalue::{Attr, TfSchema};
/// #[derive(TfSchema)]
/// struct Folder {
///     #[tf(optional)]
///     files: Attr<Vec<File>>,
/// }
///
/// #[derive(TfSchema)]
/// struct File {
///     #[tf(optional)]
///     folder: Attr<Box<Folder>>,
/// }
/// ```
///
/// Terraform has no recursive types, and its schemas have a fixed depth: write a struct for each
/// level, as deep as the service goes, or leave out the way back. The notes of the error list the
/// structs on the cycle. The compiler finds the cycle itself, while it computes what is known of the
/// types, so the text is not ours; only if a struct names itself in a field is there a plain error.
///
/// # Attributes of variants
///
/// ## `rename`, `other`
///
/// The string of a variant, which is else its name as it is written, or as `rename_all` says. A
/// variant with `other` keeps any other string; without one, another string is an error that names
/// those that there are, and the descriptions of attributes list them. That goes for stored states too:
/// a variant that is removed makes them unreadable.
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
    let mut input = parse_macro_input!(input as DeriveInput);
    receiver::replace(&mut input);
    expand::derive(&input).into()
}
