//! Parts of annotations. They are either constants of a derived struct, or values of a description that is built at run
//! time.
//!
//! The compiler evaluates the tables of derived structs. These tables hold references and function pointers. The tables
//! of descriptions own their contents. Both kinds of tables have the same types, so the same code uses both.

use std::borrow::Cow;
use std::mem;
use std::sync::Arc;

use crate::diagnostics::Diagnostics;
use crate::error::Result;
use crate::value::Value;

/// Replaces a value in a `const fn`, which cannot drop the old value. The old value is a constant, so nothing leaks.
pub(crate) const fn set<T>(slot: &mut T, value: T) {
    mem::forget(mem::replace(slot, value));
}

/// A text.
#[derive(Clone)]
pub(crate) enum FieldText {
    Const(&'static str),
    Owned(Box<str>),
}

impl FieldText {
    pub(crate) const fn as_str(&self) -> &str {
        match self {
            FieldText::Const(text) => text,
            FieldText::Owned(text) => text,
        }
    }
}

impl FieldText {
    /// Returns the string as the name of an attribute.
    pub(crate) fn to_cow(&self) -> Cow<'static, str> {
        match self {
            FieldText::Const(text) => Cow::Borrowed(text),
            FieldText::Owned(text) => Cow::Owned(String::from(&**text)),
        }
    }
}

/// Several constants or values.
#[derive(Clone)]
pub(crate) enum Table<T: 'static> {
    Const(&'static [T]),
    Owned(Box<[T]>),
}

impl<T> Table<T> {
    pub(crate) const fn as_slice(&self) -> &[T] {
        match self {
            Table::Const(all) => all,
            Table::Owned(all) => all,
        }
    }
}

/// Names of members of an object.
#[derive(Clone)]
pub(crate) enum Names {
    Const(&'static [&'static str]),
    Owned(Box<[Box<str>]>),
}

impl Names {
    pub(crate) const NONE: Self = Names::Const(&[]);

    pub(crate) const fn len(&self) -> usize {
        match self {
            Names::Const(names) => names.len(),
            Names::Owned(names) => names.len(),
        }
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the name at an index below the length.
    pub(crate) const fn get(&self, index: usize) -> &str {
        match self {
            Names::Const(names) => names[index],
            Names::Owned(names) => &names[index],
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> + Clone {
        (0..self.len()).map(|index| self.get(index))
    }

    pub(crate) fn to_vec(&self) -> Vec<&str> {
        self.iter().collect()
    }

    pub(crate) fn contains(&self, name: &str) -> bool {
        self.iter().any(|one| one == name)
    }
}

/// The headlines for violated constraints, keyed by the names of the constraints. `other` is the headline for all other
/// constraints, and for values that do not match the type.
#[derive(Clone)]
pub(crate) enum Headlines {
    Const(&'static [(&'static str, &'static str)]),
    Owned(Box<str>),
}

impl Headlines {
    /// Returns the headline for a constraint.
    pub(crate) fn get(&self, constraint: &str) -> Option<&str> {
        match self {
            Headlines::Const(all) => {
                let of = |wanted: &str| all.iter().find(|(name, _)| *name == wanted);
                of(constraint)
                    .or_else(|| of("other"))
                    .map(|(_, text)| *text)
            }
            Headlines::Owned(text) => Some(text),
        }
    }
}

/// The Rust code of an annotation: a function of generated code, or a closure of a description.
pub(crate) enum Code<F, C: ?Sized> {
    Const(F),
    Owned(Arc<C>),
}

impl<F: Copy, C: ?Sized> Clone for Code<F, C> {
    fn clone(&self) -> Self {
        match self {
            Code::Const(code) => Code::Const(*code),
            Code::Owned(code) => Code::Owned(Arc::clone(code)),
        }
    }
}

impl<F: Copy, C: ?Sized> Code<F, C> {
    /// Returns the result of the function or of the closure.
    pub(crate) fn run<T>(&self, function: impl FnOnce(F) -> T, closure: impl FnOnce(&C) -> T) -> T {
        match self {
            Code::Const(code) => function(*code),
            Code::Owned(code) => closure(code),
        }
    }
}

/// The value to plan if the attribute is not configured.
#[derive(Clone)]
pub(crate) enum Supply {
    Const(fn() -> Result<Value>),
    Owned(Value),
}

impl Supply {
    pub(crate) fn value(&self) -> Result<Value> {
        match self {
            Supply::Const(value) => value(),
            Supply::Owned(value) => Ok(value.clone()),
        }
    }
}

/// Decides, based on the prior and the planned value, whether a change requires a replacement.
pub(crate) type Condition =
    Code<fn(&Value, &Value) -> Result<bool>, dyn Fn(&Value, &Value) -> Result<bool> + Send + Sync>;

impl Condition {
    pub(crate) fn holds(&self, prior: &Value, planned: &Value) -> Result<bool> {
        self.run(|holds| holds(prior, planned), |holds| holds(prior, planned))
    }
}

/// Checks requirements that no other constraint can express.
pub(crate) type Check =
    Code<fn(&Value) -> Diagnostics, dyn Fn(&Value) -> Diagnostics + Send + Sync>;

/// A check of an object.
#[derive(Clone, Copy)]
pub(crate) enum ObjectCheck<'a> {
    Const(fn(&Value) -> Diagnostics),
    Owned(&'a (dyn Fn(&Value) -> Diagnostics + Send + Sync)),
}

impl ObjectCheck<'_> {
    pub(crate) fn faults(self, object: &Value) -> Diagnostics {
        match self {
            ObjectCheck::Const(check) => check(object),
            ObjectCheck::Owned(check) => check(object),
        }
    }
}

impl Check {
    pub(crate) fn faults(&self, value: &Value) -> Diagnostics {
        self.run(|check| check(value), |check| check(value))
    }
}
