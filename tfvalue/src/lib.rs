//! Terraform and OpenTofu providers in Rust. The crate implements the value wire format for serde, derives schemas,
//! planning and validation from structs, and contains a server.
//!
//! **To write a provider, begin with [the path](https://docs.rs/tfvalue-guide/latest/tfvalue_guide/path/index.html), the
//! first part of the [guide](https://docs.rs/tfvalue-guide).**
//!
//! Terraform sends resources, data sources and the configuration to a provider as MessagePack or JSON.
//! The schema of the provider determines the encoding. With this crate, a single annotated struct generates the schema,
//! the decoder and the encoder, which therefore cannot get out of sync.
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
//! Always specify the [`kind`](macro@TfSchema#kind) of a root struct. Without the kind, the compiler cannot check that the
//! types can hold every null and unknown value that Terraform sends.
//!
//! # Types
//!
//! | Rust | Terraform |
//! |---|---|
//! | `T` | a known value that is never null: for views of states, results, identities |
//! | `Option<T>` | a value or null |
//! | `Unknown<T>` | a value, or unknown with its [`Refinements`](types::Refinements) |
//! | [`Attr<T>`](Attr) = `Unknown<Option<T>>` | a value, null or unknown: the attributes of a resource |
//! | `String`, `&str`, `Cow<str>`, `Box<str>`, enums of unit variants | string |
//! | integers, [`Number`]; floats, if a loss of precision is acceptable | number |
//! | `bool` | bool |
//! | `Vec<T>`, `[T; N]` | list |
//! | `BTreeSet<T>`, [`Set<T>`](Set) | set |
//! | `BTreeMap`, `HashMap` with string keys | map |
//! | tuples, [`EmptyTuple`](types::EmptyTuple) | tuple |
//! | a struct that derives [`TfSchema`](macro@TfSchema) | nested attribute; `#[tf(block)]` nested block; `#[tf(object)]` plain object type |
//! | [`GoDuration`] | string: a duration in the notation of Go, such as `1h30m` |
//! | [`Json<T>`](Json) | string: a JSON document, which serde reads as a `T` |
//! | [`Text<T>`](Text) | string: an IP address, a URL, a time, a number of bytes or another [`TfText`](texts::TfText) |
//! | newtypes | the same as the type that they wrap |
//! | [`Dynamic`], without `Attr` | dynamic: a [`Value`] that carries its [`Type`] |
//!
//! If a type cannot hold the value that Terraform sends, the error contains the name of the attribute:
//! `disk[0].size: a number is required, got null`.
//!
//! # Where to go next
//!
//! * [The guide](https://docs.rs/tfvalue-guide): twelve pages that lead from an empty directory to a release, and a
//!   page for each task.
//! * [`TfSchema`](macro@TfSchema): the annotations of the derive macro.
//! * [`plan`]: planning from annotations.
//! * [`rules`]: Terraform's checks of a provider's responses, for tests.
//! * `provider`: traits for providers, and responses to the calls of the protocol.
//! * [`msgpack`] and [`json`]: reading and writing. `DynamicValue` and the other messages of the
//!   protocol are in `tfplugin6` and `tfplugin5`.
//! * [`Value`] and [`Type`]: values whose type is known only at run time; [`types`], [`paths`], [`errors`], [`texts`] and
//!   [`functions`]: what belongs to these and other names here.
//! * [`schema`]: building, reading, checking and comparing schemas.
//! * [`state`]: upgrades of stored states, moves, imports and identities.
//! * `serve`: the provider process that Terraform starts and calls.
//! * The crate [tfvalue-client](https://docs.rs/tfvalue-client): a client that starts and calls a provider written in
//!   any language.
//! * The crate [tfvalue-testing](https://docs.rs/tfvalue-testing): a harness for testing providers without Terraform.
//! * The crate [tfvalue-show](https://docs.rs/tfvalue-show): state files, and plans, states and configurations in the
//!   format of `terraform show -json` and `tofu show -json`.
//! * [`prelude`]: the names that most files of a provider use.
//! * `examples/terraform-provider-inventory` in the repository: a complete provider.
//!
//! # Other formats
//!
//! The same structs work with other serde formats. Known values are read and written as plain values. Writing an
//! unknown value is an error: unknown values are never silently written as null. `serde_json`, TOML, CBOR, stock
//! MessagePack and postcard are tested. RON does not work, because it writes the names of newtypes.
//!
//! # Features
//!
//! * `derive` (default): the derive macro.
//! * `provider`: traits for providers, the messages of the protocol, and `serve`, the provider process that Terraform
//!   starts and calls.
//! * `regex`: the constraint [`regex`](macro@TfSchema#validation).
//! * `base64`, `ipnet`, `rfc3339`, `url`, `uuid`, `yaml`: types for [strings](Text) in these formats. `rfc3339` also
//!   adds the rule `same_as = rfc3339`, which compares times.
//! * `unstable-state-store`: state stores, which can be used only with development builds of Terraform. This feature
//!   can change in any release.
//!
//! The minimum Rust version is 1.87 with all features. The minimum version is raised only in a minor release, and only
//! to a Rust version that is at least a year old at that time. New versions of the dependencies of `provider`, such as
//! tokio, may require a newer Rust version. A lock file keeps the older versions of these dependencies.
//!
//! # What is not stable
//!
//! The messages in `tfplugin5` and `tfplugin6` follow the protocol and implement prost's traits. A minor version of
//! this crate can add fields to these messages, and can depend on a new major version of prost. No other module has
//! such messages or prost's types in its signatures, so providers do not need prost. To use a compatible version of
//! prost's traits, import them from the re-export `tfvalue::prost`.

#![warn(clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(docsrs, feature(doc_cfg))]
// The code that only providers use is small. Feature gates for this code would account for a quarter of all attributes
// in these modules.
#![cfg_attr(not(feature = "provider"), allow(dead_code, unused_imports))]

/// Works like the `?` operator, but without calls to `Try` and `From`. Debug builds do not inline these calls.
/// These calls made up a tenth of a provider's code, because generic code is compiled for each type.
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

pub use self::attr::{Attr, Dynamic, GoDuration, Json, Set, Text, Unknown};
pub use self::diagnostics::{Diagnostic, Diagnostics};
pub use self::error::{Error, Result};
pub use self::model::{FromApi, TfFunction, TfSchema, ToApi};
pub use self::number::Number;
pub use self::path::Path;
pub use self::private::PrivateData;
pub use self::ty::Type;
#[doc(inline)]
pub use self::value::Value;

/// Items for types: the traits for structs and members, the refinements of unknown values, and object and tuple types.
pub mod types {
    pub use crate::attr::EmptyTuple;
    pub use crate::model::{TfIdentity, TfKnown, TfType, TypeFacts, TypeKind};
    pub use crate::refinements::{Bound, Refinements};
    pub use crate::ty::{ObjectAttribute, ObjectType, TupleType};
}

/// Items for a [`Path`]: its steps, and compiler-checked paths to the members of a struct.
pub mod paths {
    pub use crate::model::{ListPath, MapPath, TfPaths};
    pub use crate::path::Step;
}

/// The properties of an [`Error`] or a [`Diagnostic`].
pub mod errors {
    pub use crate::diagnostics::Severity;
    pub use crate::error::{Category, Position};
    pub use crate::number::NumberError;
}

/// The arguments of a [`TfFunction`](trait@TfFunction), and its error.
pub mod functions {
    pub use crate::model::{Argument, FunctionError, TfArguments};
}

/// What a [`Text`] can contain.
pub mod texts {
    #[cfg(feature = "base64")]
    pub use crate::attr::Base64;
    #[cfg(feature = "yaml")]
    pub use crate::attr::Yaml;
    pub use crate::attr::{ByteSize, TfText};
}

#[cfg(feature = "provider")]
pub use self::serve::serve;

#[cfg(feature = "derive")]
// The definitions of the links on the page, which the test `repository` generates. The page itself follows.
#[doc = include_str!("derive.links")]
#[doc = include_str!("derive.md")]
pub use tfvalue_derive::TfSchema;

/// For a struct with the parameters of a function, derives [`TfFunction`](trait@TfFunction) and
/// [`TfArguments`](functions::TfArguments), and a `Debug` that hides secrets.
///
/// The derive accepts the annotations of [`TfSchema`](macro@TfSchema#functions) that apply to functions.
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
