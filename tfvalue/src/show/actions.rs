//! What is done to an object.

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

use super::field::{self, Field};
use super::open_enum::words;

words! {
    /// One action of a change.
    pub enum Action {
        /// Nothing is done.
        NoOp = "no-op",
        /// The object is created.
        Create = "create",
        /// The data source is read while applying.
        Read = "read",
        /// The object is updated in place.
        Update = "update",
        /// The object is destroyed.
        Delete = "delete",
        /// The object is left alone and no longer managed.
        Forget = "forget",
    }
}

/// The actions of a change, in their order.
///
/// # Examples
///
/// ```
/// use tfvalue::show::{Action, Actions};
///
/// let actions = Actions::from([Action::Delete, Action::Create]);
/// assert!(actions.is_replace() && actions.deletes() && actions.creates());
/// assert!(!actions.creates_before_delete());
/// assert!(Actions::from([Action::NoOp]).is_no_op());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Actions(Vec<Action>);

impl Actions {
    /// Returns the single actions.
    #[must_use]
    pub fn as_slice(&self) -> &[Action] {
        &self.0
    }

    fn has(&self, action: &Action) -> bool {
        self.0.contains(action)
    }

    /// Tells whether nothing is done.
    #[must_use]
    pub fn is_no_op(&self) -> bool {
        self.0 == [Action::NoOp]
    }

    /// Tells whether an object is created, also in the place of another.
    #[must_use]
    pub fn creates(&self) -> bool {
        self.has(&Action::Create)
    }

    /// Tells whether a data source is read.
    #[must_use]
    pub fn reads(&self) -> bool {
        self.has(&Action::Read)
    }

    /// Tells whether the object is updated in place.
    #[must_use]
    pub fn updates(&self) -> bool {
        self.has(&Action::Update)
    }

    /// Tells whether the object is destroyed, also to make place for another.
    #[must_use]
    pub fn deletes(&self) -> bool {
        self.has(&Action::Delete)
    }

    /// Tells whether the object is left alone and no longer managed.
    #[must_use]
    pub fn forgets(&self) -> bool {
        self.has(&Action::Forget)
    }

    /// Tells whether another object takes the place of this one, which is destroyed or forgotten.
    #[must_use]
    pub fn is_replace(&self) -> bool {
        self.creates() && (self.deletes() || self.forgets())
    }

    /// Tells whether the object is replaced by another that is created first.
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
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::read(deserializer).map(Actions)
    }
}

impl<'de> Deserialize<'de> for Actions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::read(deserializer)
    }
}

impl Serialize for Actions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}
