//! The actions of a change.

use serde::de::Deserializer;
use serde::ser::{Serialize, Serializer};
use tfvalue::__internal::show::ErrorPath;
use tfvalue::Result;

use super::field::{Field, deserialize_as_field};
use super::open_enum::open_enum;

open_enum! {
    /// An action of a change.
    pub enum Action {
        /// Nothing changes.
        NoOp = "no-op",
        /// The object is created.
        Create = "create",
        /// The data source is read during the apply.
        Read = "read",
        /// The object is updated in place.
        Update = "update",
        /// The object is destroyed.
        Delete = "delete",
        /// The object is kept but no longer managed.
        Forget = "forget",
    }
}

/// The actions of a change, in order.
///
/// # Examples
///
/// ```
/// use tfvalue_show::{Action, Actions};
///
/// let actions = Actions::from([Action::Delete, Action::Create]);
/// assert!(actions.is_replace() && actions.deletes() && actions.creates());
/// assert!(!actions.creates_before_delete());
/// assert!(Actions::from([Action::NoOp]).is_no_op());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Actions(Vec<Action>);

impl Actions {
    /// Returns the actions in order.
    #[must_use]
    pub fn as_slice(&self) -> &[Action] {
        &self.0
    }

    fn has(&self, action: &Action) -> bool {
        self.0.contains(action)
    }

    /// Returns `true` if nothing changes.
    #[must_use]
    pub fn is_no_op(&self) -> bool {
        self.0 == [Action::NoOp]
    }

    /// Returns `true` if an object is created, including as a replacement.
    #[must_use]
    pub fn creates(&self) -> bool {
        self.has(&Action::Create)
    }

    /// Returns `true` if a data source is read.
    #[must_use]
    pub fn reads(&self) -> bool {
        self.has(&Action::Read)
    }

    /// Returns `true` if the object is updated in place.
    #[must_use]
    pub fn updates(&self) -> bool {
        self.has(&Action::Update)
    }

    /// Returns `true` if the object is destroyed, including as part of a replacement.
    #[must_use]
    pub fn deletes(&self) -> bool {
        self.has(&Action::Delete)
    }

    /// Returns `true` if the object is kept but no longer managed.
    #[must_use]
    pub fn forgets(&self) -> bool {
        self.has(&Action::Forget)
    }

    /// Returns `true` if the object is destroyed or forgotten, and another object is created.
    #[must_use]
    pub fn is_replace(&self) -> bool {
        self.creates() && (self.deletes() || self.forgets())
    }

    /// Returns `true` if the object is replaced, and the new object is created first.
    #[must_use]
    pub fn creates_before_delete(&self) -> bool {
        self.is_replace() && self.0.first() == Some(&Action::Create)
    }
}

impl<const N: usize> From<[Action; N]> for Actions {
    fn from(actions: [Action; N]) -> Self {
        Actions(actions.into())
    }
}

impl From<Vec<Action>> for Actions {
    fn from(actions: Vec<Action>) -> Self {
        Actions(actions)
    }
}

impl Field for Actions {
    fn read<'de, D: Deserializer<'de>>(
        deserializer: D,
        path: &ErrorPath,
    ) -> Result<Self, D::Error> {
        Vec::read(deserializer, path).map(Actions)
    }
}

deserialize_as_field! { Actions }

impl Serialize for Actions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}
