//! Terraform and OpenTofu providers in Rust: the value wire format for serde, with schemas, planning and validation
//! derived from structs, and a server.
//!
//! **To write a provider, begin with [the path](https://docs.rs/tfvalue-guide/latest/tfvalue_guide/path/index.html), the
//! first part of the [guide](https://docs.rs/tfvalue-guide).**
//!
//! Terraform sends a provider its resources, data sources and configuration as MessagePack or JSON.
//! The schema of the provider determines the encoding. With this crate, one annotated struct
//! generates the schema, the decoder and the encoder, so they cannot drift apart.
//!
//! ```
//! use tfvalue::{Attr, TfSchema, Unknown};
//!
//! /// A virtual server.
//! #[derive(TfSchema)]
//! #[tf(kind = resource, version = 2)] // `kind` turns on the checks for a resource
//! struct Server {
//!     /// Unique name of the server.
//!     #[tf(required)]
//!     name: Attr<String>,
//!     /// Memory in GiB.
//!     #[tf(optional)]
//!     memory: Attr<i64>,
//!     #[tf(computed)]
//!     id: Attr<String>,
//!     #[tf(block(min_items = 1))]
//!     disk: Unknown<Vec<Disk>>,
//! }
//!
//! /// A disk.
//! #[derive(TfSchema)]
//! struct Disk {
//!     /// Size in GiB.
//!     #[tf(required)]
//!     size: Attr<i64>,
//! }
//!
//! // The schema that the provider announces:
//! let schema = Server::schema();
//! assert_eq!(schema.version, 2);
//!
//! // A value from Terraform: {"disk": [{"size": 20}], "id": nil, "memory": unknown, "name": "web"}
//! let bytes = b"\x84\xa4disk\x91\x81\xa4size\x14\xa2id\xc0\xa6memory\xd4\0\0\xa4name\xa3web";
//! let mut server: Server = tfvalue::msgpack::from_slice(bytes)?;
//! assert_eq!(server.name, "web");
//! assert!(server.memory.is_unknown());
//!
//! // The provider's response:
//! server.id.set_unknown();
//! let planned = tfvalue::msgpack::to_vec(&server)?;
//! # assert_eq!(planned.len(), bytes.len() + 2);
//! # Ok::<(), tfvalue::Error>(())
//! ```
//!
//! Always give the [`kind`](macro@TfSchema#kind) of a root struct. Without it, the compiler cannot
//! check that the types can hold every null and unknown value that Terraform sends.
//!
//! # Types
//!
//! | Rust | Terraform |
//! |---|---|
//! | `T` | a known value, never null: for views of state, results, identities |
//! | `Option<T>` | a value or null |
//! | `Unknown<T>` | a value, or unknown with its [`Refinements`] |
//! | [`Attr<T>`](Attr) = `Unknown<Option<T>>` | a value, null or unknown: the attributes of a resource |
//! | `String`, `&str`, `Cow<str>`, `Box<str>`, enums of unit variants | string |
//! | integers, [`Number`]; floats if loss of precision is accepted | number |
//! | `bool` | bool |
//! | `Vec<T>`, `[T; N]` | list |
//! | `BTreeSet<T>`, [`Set<T>`](Set) | set |
//! | `BTreeMap`, `HashMap` with string keys | map |
//! | tuples, [`EmptyTuple`] | tuple |
//! | a struct that derives [`TfSchema`](macro@TfSchema) | nested attribute; `#[tf(block)]` nested block; `#[tf(object)]` plain object type |
//! | [`GoDuration`] | string: a duration in the notation of Go, such as `1h30m` |
//! | [`Json<T>`](Json) | string: a JSON document, which serde reads as a `T` |
//! | [`Text<T>`](Text) | string: an IP address, a URL, a time, a number of bytes or another [`TfText`] |
//! | newtypes | as the type that they wrap |
//! | [`Dynamic`], without `Attr` | dynamic: a [`Value`] that carries its [`Type`] |
//!
//! If a type cannot hold the value that Terraform sends, the error names the attribute:
//! `disk[0].size: a number is required, got null`.
//!
//! # Where to go next
//!
//! * [The guide](https://docs.rs/tfvalue-guide): the way from an empty directory to a release in twelve pages, and pages
//!   to look things up.
//! * [`TfSchema`](macro@TfSchema): the attributes of the derive macro.
//! * [`plan`]: planning from annotations.
//! * [`rules`]: what Terraform checks in a provider's responses, for tests.
//! * `provider`: traits for providers, and responses to the calls of the protocol.
//! * [`msgpack`] and [`json`]: reading and writing. `DynamicValue` and the other messages of the
//!   protocol are in `tfplugin6` and `tfplugin5`.
//! * [`Value`] and [`Type`]: values whose type is known only at run time.
//! * [`schema`]: building, reading, checking and comparing schemas.
//! * [`state`]: upgrades of stored states, moves, imports and identities.
//! * `serve`: the process of a provider, which Terraform starts and calls.
//! * The crate [tfvalue-client](https://docs.rs/tfvalue-client): a client that starts a provider, written in any language,
//!   and calls it.
//! * The crate [tfvalue-testing](https://docs.rs/tfvalue-testing): a harness for tests of providers, without Terraform.
//! * The crate [tfvalue-show](https://docs.rs/tfvalue-show): plans, states and configurations as `terraform show -json` and
//!   `tofu show -json` print them, and state files.
//! * [`prelude`]: the names that most files of a provider use.
//! * `examples/terraform-provider-inventory` in the repository: a complete provider.
//!
//! # Other formats
//!
//! The same structs work with other serde formats. Known values are read and written as plain
//! values. Writing an unknown value is an error, never a silent null. `serde_json`, TOML, CBOR,
//! stock MessagePack and postcard are tested. RON does not work, because it writes the names of newtypes.
//!
//! # Features
//!
//! * `derive` (default): the derive macro.
//! * `provider`: traits for providers, the messages of the protocol, and `serve`, the process that Terraform
//!   starts and calls.
//! * `regex`: the constraint [`regex`](macro@TfSchema#validation).
//! * `base64`, `ipnet`, `rfc3339`, `url`, `uuid`, `yaml`: types for [strings](Text) with such contents; `rfc3339` also
//!   has the rule `same_as = rfc3339`, which compares times.
//! * `unstable-state-store`: state stores, which only development builds of Terraform can use. It can change in each
//!   release.
//!
//! The minimum Rust version is 1.85 with all features. New versions of the dependencies of `provider`, such
//! as tokio, can require a newer one; a lock file keeps the older ones.
//!
//! # prost
//!
//! The messages in `tfplugin5` and `tfplugin6` implement prost's traits, so prost is part of the
//! public API. It is re-exported as `tfvalue::prost`; use its traits through this re-export to get
//! the right version. A new major version of prost is a breaking change of this crate: tfvalue then
//! gets a new major version, too (a new minor version before 1.0).

#![warn(clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(docsrs, feature(doc_cfg))]

/// Works like `?`, but without calls of `Try` and `From`. Debug builds do not inline these calls.
/// They took a tenth of the code of a provider, because generic code is compiled for each type.
macro_rules! tri {
    ($result:expr) => {
        match $result {
            Ok(value) => value,
            Err(error) => return Err(error),
        }
    };
}

mod attr;
#[macro_use]
mod bridge;
mod diagnostics;
mod error;
pub mod json;
mod limits;
mod model;
pub mod msgpack;
mod names;
mod nfc;
mod number;
mod path;
pub mod plan;
#[cfg(feature = "provider")]
mod plugin;
pub mod prelude;
mod printable;
mod private;
#[cfg(feature = "provider")]
pub mod provider;
mod refinements;
pub mod rules;
pub mod schema;
#[cfg(feature = "provider")]
pub mod serve;
pub mod state;
mod text;
#[cfg(feature = "provider")]
mod tfplugin;
#[cfg(feature = "provider")]
pub mod tfplugin5;
#[cfg(feature = "provider")]
pub mod tfplugin6;
#[cfg(feature = "derive")]
mod timeouts;
#[cfg(feature = "provider")]
mod timestamp;
mod ty;
mod validate;
pub mod value;
#[cfg(feature = "provider")]
mod wait;

#[doc(hidden)]
#[path = "internal.rs"]
pub mod __internal;
#[doc(hidden)]
pub mod __private;

#[cfg(feature = "base64")]
pub use self::attr::Base64;
#[cfg(feature = "yaml")]
pub use self::attr::Yaml;
pub use self::attr::{
    Attr, ByteSize, Dynamic, EmptyTuple, GoDuration, Json, Set, Text, TfText, Unknown,
};
pub use self::diagnostics::{Diagnostic, Diagnostics, Severity};
pub use self::error::{Category, Error, Position, Result};
pub use self::model::{
    Argument, FromApi, FunctionError, ListPath, MapPath, TfArguments, TfFunction, TfIdentity,
    TfKnown, TfPaths, TfSchema, TfType, ToApi, TypeFacts, TypeKind,
};
pub use self::number::{Number, NumberError};
pub use self::path::{Path, Step};
pub use self::private::PrivateData;
pub use self::refinements::{Bound, Refinements};
#[doc(inline)]
pub use self::schema::Schema;
pub use self::ty::{ObjectAttribute, ObjectType, TupleType, Type};
#[doc(inline)]
pub use self::value::Value;

#[cfg(feature = "provider")]
pub use self::serve::serve;

#[cfg(feature = "derive")]
// The definitions of its links, which the test `repository` writes, then the page.
#[doc = include_str!("derive.links")]
#[doc = include_str!("derive.md")]
pub use tfvalue_derive::TfSchema;

/// Derives [`TfFunction`](trait@TfFunction) and [`TfArguments`] for a struct with the parameters of a function, and a
/// `Debug` that hides secrets.
///
/// It accepts the attributes of [`TfSchema`](macro@TfSchema#functions) that apply to functions.
///
/// # Examples
///
/// ```
/// use tfvalue::{Type, TfFunction};
///
/// /// Returns the first part of a text.
/// #[derive(TfFunction)]
/// #[tf(returns = String, summary = "Cuts a text")]
/// struct Cut {
///     text: String,
///     /// The number of characters.
///     length: u32,
/// }
///
/// let function = Cut::function();
/// assert_eq!(function.return_type, Type::String);
/// assert_eq!(function.parameters[1].name, "length");
/// ```
#[cfg(feature = "derive")]
pub use tfvalue_derive::TfFunction;

#[cfg(feature = "provider")]
pub use ::prost;
