//! The foundation of the derive: the traits that the derive implements, and `Field`, which describes the fields of a
//! struct as constants.

/// Calls a macro with the names of the elements of every tuple that can be a field.
macro_rules! for_tuples {
    ($tuples:ident) => {
        $tuples! {
            (A)
            (A B)
            (A B C)
            (A B C D)
            (A B C D E)
            (A B C D E F)
            (A B C D E F G)
            (A B C D E F G H)
        }
    };
}

mod api;
pub(crate) mod config;
mod const_or_owned;
mod constraints;
mod content;
pub(crate) mod elements;
mod facts;
mod field;
mod history;
mod kinds;
pub(crate) mod known;
mod literal;
mod message;
mod paths;
#[cfg(feature = "regex")]
mod pattern;
mod planning;
mod same;
mod traits;
pub(crate) mod typed;
mod types;

pub(crate) use self::api::parse;
pub use self::api::{FromApi, ToApi};
pub(crate) use self::const_or_owned::Code;
pub(crate) use self::const_or_owned::FieldText;
pub(crate) use self::const_or_owned::Headlines;
pub(crate) use self::const_or_owned::{Names, set};
pub(crate) use self::const_or_owned::{ObjectCheck, Supply, Table};
pub use self::constraints::Constraints;
pub(crate) use self::constraints::Length;
pub(crate) use self::constraints::Nested;
#[cfg(feature = "regex")]
pub(crate) use self::constraints::Regex;
pub(crate) use self::content::Content;
pub use self::content::TypeKind;
pub use self::facts::TypeFacts;
pub(crate) use self::facts::{MemberFacts, Model};
pub(crate) use self::field::FieldRules;
pub use self::field::{
    About, Argument, Arguments, Field, Flags, FunctionError, Role, TfArguments, TfFunction,
    TfIdentity,
};
pub(crate) use self::history::{Convert, ConvertMoved, IdentitySchema};
pub use self::history::{History, ImportPart, Move, Origin, ResourceIdentity, Upgrade};
pub use self::kinds::{
    ActionKind, DataSourceKind, EphemeralKind, ListKind, ProviderKind, ProviderMetaKind,
    ResourceKind, StateStoreKind,
};
pub use self::known::{Faults, TfKnown};
pub(crate) use self::literal::Integer;
pub use self::literal::{Constant, Literal, Range};
pub(crate) use self::message::{Digits, fail};
pub use self::paths::{ListPath, MapPath, TfPaths};
#[cfg(feature = "regex")]
pub use self::pattern::Pattern;
pub(crate) use self::planning::{Keep, Replace};
pub use self::planning::{Planning, Promises, SameAs, Spelling};
pub use self::traits::{TfSchema, TfType};
