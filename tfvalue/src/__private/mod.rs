//! The items that generated code uses. They are not part of the public API and can change at any time.

mod adapt;
mod api;
mod block;
mod flatten;
mod history;
mod layers;
mod object;
mod part;
mod planning;
mod probed;
mod secret;
mod variant;
mod view;
mod writer;

pub use serde::de::{Error as DeError, MapAccess, SeqAccess};
pub use serde::ser::SerializeStruct;
pub use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub use std::clone::Clone;
pub use std::convert::{AsRef, From, TryFrom};
pub use std::default::Default;
pub use std::iter::IntoIterator;
pub use std::marker::PhantomData;
pub use std::ops::FnOnce;
pub use std::option::Option::{self, None, Some};
pub use std::primitive::{bool, i64, str, u8, usize};
pub use std::result::Result::{self, Err, Ok};
pub use std::str::FromStr;
pub use std::string::String;
pub use std::sync::Arc;
pub use std::{fmt, unreachable};

pub use self::adapt::{
    Adapted, Adapter, DefaultText, EmptyAsNull, InList, InMap, InOption, InSet, InUnknown, IsEmpty,
    NullIf, Nullable, Text, TextField, TextForm, Through, default_text, nullable,
};
pub use self::api::{ByApi, ByText, from_member, kept, named, to_member};
pub use self::block::{BlockField, Group};
pub use self::flatten::{
    Flat, Members, Route, check_part, check_root, from_counted, write_members, write_own,
    write_with_parts,
};
pub use self::history::{moved, upgrade, upgrade_identity};
pub use self::layers::{Choose, Fallback, FieldView, If, Layer, NotNull, Probe};
pub use self::object::{Object, element, fill, filled, from_map, object, store};
pub use self::part::{Part, WritePart};
pub use self::planning::{
    Planning, Promises, SameAs, Spelling, canonical_text, plan_value, ready_made, replace_if,
};
pub use self::planning::{call_plan, same_as};
pub use self::probed::{Fit, Probed, ProbedRef, Unfit};
pub use self::secret::{Hidden, Secret, Sensitive, WriteOnly, debug};
pub use self::variant::{Kept, Name, NoOther, Other, facts_with_other, variant, variant_from_str};
pub use self::view::{Itself, Viewed, ViewedBy, or_default, required};
pub use self::writer::Writer;

pub use crate::attr::fast_read::{Cows, Directly, Maps};
pub use crate::error::Error;
#[cfg(feature = "regex")]
pub use crate::model::Pattern;
pub use crate::model::{
    About, Argument, Arguments, Field, Flags, FunctionError, Role, TfArguments, TfFunction,
    TfIdentity, TfSchema, TfType, TypeFacts as Facts, TypeKind as Kind,
};
pub use crate::model::{
    ActionKind, DataSourceKind, EphemeralKind, ListKind, ProviderKind, ProviderMetaKind,
    ResourceKind, StateStoreKind,
};
pub use crate::model::{Constant, Literal, Range};
pub use crate::model::{Constraints, TfPaths};
pub use crate::model::{Faults, TfKnown};
pub use crate::model::{FromApi, ToApi};
pub use crate::model::{History, ImportPart, Move, Origin, ResourceIdentity, Upgrade};
pub use crate::path::{Path, Step};
#[cfg(feature = "provider")]
pub use crate::provider::traits::state_only::{Completed, complete};
pub use crate::schema::{Block, Function, Identity};
pub use crate::state::MovedFrom;
#[cfg(feature = "derive")]
pub use crate::timeouts::timeout;
pub use crate::ty::Type;
pub use crate::validate::{Checked, Elements, Keys, Within, check_struct, check_value};

/// Returns the step to an attribute whose name comes from the program.
#[must_use]
pub const fn step(name: &'static str) -> Step {
    Step::of_name(name)
}

/// A list that contains the remaining arguments of a function.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot hold the remaining arguments of a function",
    label = "not a list",
    note = "`variadic` requires `Vec<T>`, with the type of one argument as `T`"
)]
pub trait Variadic {
    /// The type of one argument.
    type Element: TfType;
}

impl<T: TfType> Variadic for Vec<T> {
    type Element = T;
}

/// A derived struct that has a schema.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be flattened",
    label = "not a struct with named fields that derives `TfSchema`",
    note = "remove `Option`, `Unknown`, `Attr` or `Box` around the struct, or remove `flatten`"
)]
pub trait Fields {
    /// The fields of the struct itself, sorted by name.
    ///
    /// If a struct contains itself through other structs, rustc's error shows only this name.
    const MEMBERS_ARE_NOT_RECURSIVE: &'static [Field];

    /// The fields, including the fields of flattened structs, sorted by name.
    const FIELDS: &'static [Field] = Self::MEMBERS_ARE_NOT_RECURSIVE;
}

/// The check for the field with this index in a derived struct.
pub trait Checks<const FIELD: usize> {
    /// The evaluation fails if the field violates a rule.
    const PASSED: ();
}
