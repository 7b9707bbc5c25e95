//! Terraform's and OpenTofu's value wire format for serde, with schemas derived from structs.
//!
//! Terraform sends a provider its resources, data and configuration as MessagePack (or JSON) that
//! follows the schema which the provider announced. With this crate one annotated struct is the
//! schema, the decoder and the encoder at once, so that they cannot drift apart.
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
//! // What the provider announces:
//! let schema = Server::schema();
//! assert_eq!(schema.version, 2);
//!
//! // What Terraform sends: {"disk": [{"size": 20}], "id": nil, "memory": unknown, "name": "web"}
//! let bytes = b"\x84\xa4disk\x91\x81\xa4size\x14\xa2id\xc0\xa6memory\xd4\0\0\xa4name\xa3web";
//! let mut server: Server = tfvalue::msgpack::from_slice(bytes)?;
//! assert_eq!(server.name.as_deref(), Some("web"));
//! assert!(server.memory.is_unknown());
//!
//! // What the provider answers:
//! server.id.set_unknown();
//! let planned = tfvalue::msgpack::to_vec(&server)?;
//! # assert_eq!(planned.len(), bytes.len() + 2);
//! # Ok::<(), tfvalue::Error>(())
//! ```
//!
//! Always say the [`kind`](macro@TfSchema#kind) of a root struct. Without it the compiler cannot check
//! that the types hold every null and unknown value that Terraform sends to such a root.
//!
//! # Null and unknown
//!
//! [`Attr<T>`](Attr), which is [`Unknown<Option<T>>`](Unknown), is what an attribute of a
//! resource's model normally is, because all three arrive: null even for a required attribute
//! (`name = null`, import, older state, an absent GROUP block), unknown for anything that can be
//! configured. A type that cannot hold what arrives gives an error that names the attribute:
//! `disk[0].size: a number is required, got null`.
//!
//! | Rust | Terraform |
//! |---|---|
//! | `T` | a known value, never null: for views of state, results, identities |
//! | `Option<T>` | or null |
//! | `Unknown<T>` | or unknown, with its [`Refinements`] |
//! | `Attr<T>` = `Unknown<Option<T>>` | all three |
//! | `String`, `&str`, `Cow<str>`, `Box<str>`, enums of unit variants | string |
//! | integers, [`Number`]; floats where loss is accepted | number |
//! | `bool` | bool |
//! | `Vec<T>`, `[T; N]` | list |
//! | `BTreeSet<T>`, [`Set<T>`](Set) | set |
//! | `BTreeMap`, `HashMap` with string keys | map |
//! | tuples, [`EmptyTuple`] | tuple |
//! | a struct that derives [`TfSchema`](macro@TfSchema) | nested attribute; `#[tf(block)]` nested block; `#[tf(object)]` plain object type |
//! | newtypes | what they wrap |
//! | [`Dynamic`] | dynamic: a [`Value`] that carries its [`Type`] |
//!
//! A strict type is a promise about every value, also about states that were stored years ago: a
//! `u16` cannot read the `70000` that an older version accepted, and an enum without an
//! [`other`](macro@TfSchema#other) variant cannot read a variant that was removed. Use
//! [`Number`] or `i64` and an `other` variant for what may change, or raise
//! [`version`](macro@TfSchema#version) and convert the old state.
//!
//! # Where to go next
//!
//! * The attributes of the derive: [`TfSchema`](macro@TfSchema).
//! * All faults of a configuration in one answer, with their paths: [`TfSchema::from_config`], and
//!   `DynamicValue::decode_config` and `validate_config`; [`Schema::validate_value`] without a struct.
//! * Defaults while planning: [`default`](macro@TfSchema#default),
//!   [`apply_defaults`](TfSchema::apply_defaults) and [`fill_defaults`](TfSchema::fill_defaults).
//! * States that an older version stored: `tfplugin6::RawState`.
//! * Paths for diagnostics and replacement: [`paths`](macro@TfSchema#paths) and [`Path`].
//! * Functions: [`kind = function`](macro@TfSchema#kind) and [`TfFunction`].
//! * Reading and writing: [`msgpack`] and [`json`]; `DynamicValue` and the other messages of the
//!   protocol in `tfplugin6` and `tfplugin5`, behind the features of those names.
//! * Values whose type is known only at run time: [`Value`] and [`Type`].
//! * Numbers that a double cannot hold: [`Number`].
//! * Schemas built by hand or read from Terraform's output ([`schema::json`]), whether they keep
//!   Terraform's rules, and what changed between two versions ([`schema::drift`]): [`schema`].
//! * Plans, states and configurations as `terraform show -json` and `tofu show -json` print them, for
//!   tools: [`show`].
//! * A whole provider: `examples/terraform-provider-inventory` in the repository.
//!
//! # Other formats
//!
//! The same structs work with other serde formats: a known value is read and written as what it
//! is, and writing an unknown one is an error, never a silent null. `serde_json`, TOML, CBOR,
//! stock MessagePack and postcard are tested. RON writes the names of newtypes and does not work.
//!
//! # Features
//!
//! * `derive` (default): the derive macro.
//! * `tfplugin5`, `tfplugin6`: prost messages of provider protocols 5 and 6, with conversions.

#![warn(clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(docsrs, feature(doc_cfg))]

/// Does what `?` does, without the functions behind it. Code that is generic over the types that it
/// reads is compiled for each of them, and in a debug build all of these are, too: a tenth of a
/// provider's code.
macro_rules! tri {
    ($result:expr) => {
        match $result {
            Ok(value) => value,
            Err(error) => return Err(error),
        }
    };
}

mod attr;
mod bridge;
mod error;
#[cfg(all(
    any(doc, doctest),
    feature = "derive",
    feature = "tfplugin5",
    feature = "tfplugin6"
))]
pub mod guide;
pub mod json;
mod limits;
mod model;
pub mod msgpack;
mod nfc;
mod number;
mod path;
mod refinements;
pub mod schema;
pub mod show;
mod text;
#[cfg(any(feature = "tfplugin5", feature = "tfplugin6"))]
mod tfplugin;
#[cfg(feature = "tfplugin5")]
pub mod tfplugin5;
#[cfg(feature = "tfplugin6")]
pub mod tfplugin6;
mod ty;
pub mod value;

#[doc(hidden)]
pub mod __private;

pub use self::attr::{Attr, Dynamic, EmptyTuple, Set, Unknown};
pub use self::error::{Category, Error, Position, Result};
pub use self::model::{
    Argument, Existing, FunctionError, ListPath, MapPath, TfFunction, TfIdentity, TfKnown, TfPaths,
    TfSchema, TfType, TypeFacts, TypeKind,
};
pub use self::number::{Number, NumberError};
pub use self::path::{Path, Step};
pub use self::refinements::{Bound, Refinements};
#[doc(inline)]
pub use self::schema::Schema;
pub use self::ty::{ObjectAttribute, ObjectType, TupleType, Type};
#[doc(inline)]
pub use self::value::Value;

#[cfg(feature = "derive")]
#[doc = include_str!("derive.md")]
pub use tfvalue_derive::TfSchema;

/// The code in the README is compiled and run with the tests.
#[cfg(all(doctest, feature = "derive", feature = "tfplugin6"))]
#[doc = include_str!("../../README.md")]
struct ReadmeDoctests;
