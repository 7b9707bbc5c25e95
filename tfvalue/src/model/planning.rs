//! The planning annotations of a struct, as constants.

use super::const_or_owned::{Code, Condition, FieldText, Names, Supply, set};
use super::literal::{Literal, Range};
use crate::error::Result;
use crate::refinements::{Bound, Refinements};
use crate::value::Value;

/// The planning rules of a field.
#[derive(Clone)]
pub struct Planning {
    pub(crate) default: Option<Supply>,
    pub(crate) keep: Keep,
    pub(crate) keep_null: bool,
    pub(crate) replace: Replace,
    pub(crate) same_as: Option<SameAs>,
    pub(crate) promises: Option<Promises>,
    pub(crate) pair_by: Names,
    pub(crate) provider_only: bool,
    /// The default time limit for the operation with the same name as the field.
    pub(crate) time_limit: Option<FieldText>,
    /// The attribute that counts the changes to a write-only value.
    pub(crate) fingerprint: Option<FieldText>,
}

impl Planning {
    /// Returns `true` if there are no rules.
    pub(crate) fn is_none(&self) -> bool {
        let Planning {
            default,
            keep,
            // This field has no effect without `keep`.
            keep_null: _,
            replace,
            same_as,
            promises,
            pair_by,
            provider_only,
            time_limit,
            fingerprint,
        } = self;
        default.is_none()
            && matches!(keep, Keep::Never)
            && matches!(replace, Replace::Never)
            && same_as.is_none()
            && promises.is_none()
            && pair_by.is_empty()
            && !provider_only
            && time_limit.is_none()
            && fingerprint.is_none()
    }
}

/// Whether a computed attribute keeps its prior value when other attributes change.
#[derive(Clone)]
pub(crate) enum Keep {
    /// The attribute becomes unknown.
    Never,
    /// The attribute keeps the value.
    Always,
    /// The attribute keeps its value unless one of these members of the same object changes.
    UnlessChanged(Names),
}

/// Whether a change requires replacement.
#[derive(Clone)]
pub(crate) enum Replace {
    Never,
    Always,
    /// A change requires a replacement only if the configuration sets the attribute.
    IfConfigured,
    /// A change requires a replacement only if this function returns `true` for the prior and the planned value.
    If(Condition),
}

/// A function that returns the same result for all equivalent spellings of a value.
pub(crate) type Canonical = fn(&Value) -> Option<Value>;

/// The equivalent spellings of a value or an element.
#[derive(Clone, Copy)]
pub enum Spelling {
    /// Each value has only one spelling.
    One,
    /// Lists with the same elements in another order.
    AnyOrder,
    /// Values for which the function returns the same result have the same meaning. The function returns `None` for a
    /// value that has only one spelling.
    By(Canonical),
}

impl Spelling {
    /// Returns `true` if each value has only one spelling.
    pub(crate) const fn is_one(self) -> bool {
        matches!(self, Spelling::One)
    }
}

/// The equivalent spellings of a value.
#[derive(Clone, Copy)]
pub struct SameAs {
    pub(crate) whole: Spelling,
    /// The spellings of the elements of a collection.
    pub(crate) each: Spelling,
    /// Whether the plan hides the fact that the configuration has a different spelling.
    pub(crate) hides_edits: bool,
}

impl SameAs {
    /// Each value has only one spelling.
    pub const NONE: Self = SameAs {
        whole: Spelling::One,
        each: Spelling::One,
        hides_edits: false,
    };

    /// Sets the spellings of the value.
    #[must_use]
    pub const fn whole(mut self, spelling: Spelling) -> Self {
        self.whole = spelling;
        self
    }

    /// Sets the spellings of the elements.
    #[must_use]
    pub const fn each(mut self, spelling: Spelling) -> Self {
        self.each = spelling;
        self
    }

    /// Plans the prior spelling if the configuration has a different spelling.
    #[must_use]
    pub const fn hide_edits(mut self) -> Self {
        self.hides_edits = true;
        self
    }

    /// Returns `true` if the order of the elements has no meaning.
    pub(crate) const fn is_in_any_order(self) -> bool {
        matches!(self.whole, Spelling::AnyOrder)
    }

    /// Returns `true` if the comparison is done element by element.
    pub(crate) const fn is_of_elements(self) -> bool {
        self.is_in_any_order() || !self.each.is_one()
    }
}

/// Promises about unknown values.
#[derive(Clone)]
pub struct Promises {
    pub(crate) not_null: bool,
    pub(crate) prefix: FieldText,
    /// The bounds of a number.
    pub(crate) range: Option<Range>,
    /// The bounds on the number of elements.
    pub(crate) length: Option<(u64, Option<u64>)>,
}

impl Promises {
    /// No promise.
    pub const NONE: Self = Promises {
        not_null: false,
        prefix: FieldText::Const(""),
        range: None,
        length: None,
    };

    /// Promises that the value is not null.
    #[must_use]
    pub const fn not_null(mut self) -> Self {
        self.not_null = true;
        self
    }

    /// Promises that the string has a prefix.
    #[must_use]
    pub const fn prefix(mut self, prefix: &'static str) -> Self {
        set(&mut self.prefix, FieldText::Const(prefix));
        self
    }

    /// Promises that the number is within bounds.
    #[must_use]
    pub const fn range(mut self, range: Range) -> Self {
        set(&mut self.range, Some(range));
        self
    }

    /// Promises that the number of elements is within bounds.
    #[must_use]
    pub const fn length(mut self, min: u64, max: Option<u64>) -> Self {
        self.length = Some((min, max));
        self
    }

    /// Returns the promises as refinements.
    pub(crate) fn refinements(&self) -> Result<Refinements> {
        let mut refinements = Refinements::new();
        if self.not_null {
            refinements = refinements.not_null();
        }
        let prefix = self.prefix.as_str();
        if !prefix.is_empty() {
            refinements = refinements.prefix(prefix)?;
        }
        if let Some(Range { min, max, .. }) = &self.range {
            let bound = |literal: &Literal| Bound::inclusive(literal.number());
            refinements = refinements.bound(min.as_ref().map(bound), max.as_ref().map(bound))?;
        }
        if let Some((min, max)) = self.length {
            refinements = refinements.length(min, max)?;
        }
        Ok(refinements)
    }
}

impl Planning {
    /// No rule.
    pub const NONE: Self = Planning {
        default: None,
        keep: Keep::Never,
        keep_null: true,
        replace: Replace::Never,
        same_as: None,
        promises: None,
        pair_by: Names::NONE,
        provider_only: false,
        time_limit: None,
        fingerprint: None,
    };

    /// Sets the value to plan if the attribute is not configured.
    #[must_use]
    pub const fn default(mut self, value: fn() -> Result<Value>) -> Self {
        set(&mut self.default, Some(Supply::Const(value)));
        self
    }

    /// Keeps the prior value when other attributes change.
    #[must_use]
    pub const fn keep(mut self) -> Self {
        set(&mut self.keep, Keep::Always);
        self
    }

    /// Keeps the prior value unless one of these members changes.
    #[must_use]
    pub const fn keep_unless_changed(mut self, members: &'static [&'static str]) -> Self {
        set(&mut self.keep, Keep::UnlessChanged(Names::Const(members)));
        self
    }

    /// Keeps only a prior value that is not null.
    #[must_use]
    pub const fn keep_not_null(mut self) -> Self {
        self.keep_null = false;
        self
    }

    /// Requires a replacement if the value changes.
    #[must_use]
    pub const fn replace(mut self) -> Self {
        set(&mut self.replace, Replace::Always);
        self
    }

    /// Requires a replacement if a configured value changes.
    #[must_use]
    pub const fn replace_if_configured(mut self) -> Self {
        set(&mut self.replace, Replace::IfConfigured);
        self
    }

    /// Requires a replacement if the function returns `true` for the prior and the planned value.
    #[must_use]
    pub const fn replace_if(mut self, condition: fn(&Value, &Value) -> Result<bool>) -> Self {
        set(&mut self.replace, Replace::If(Code::Const(condition)));
        self
    }

    /// Keeps the prior spelling if the new value means the same thing.
    #[must_use]
    pub const fn same_as(mut self, same_as: SameAs) -> Self {
        self.same_as = Some(same_as);
        self
    }

    /// Sets promises about unknown values.
    #[must_use]
    pub const fn refine(mut self, promises: Promises) -> Self {
        set(&mut self.promises, Some(promises));
        self
    }

    /// Specifies the members that identify an element of a list or set.
    #[must_use]
    pub const fn pair_by(mut self, members: &'static [&'static str]) -> Self {
        set(&mut self.pair_by, Names::Const(members));
        self
    }

    /// Declares that the value concerns only the provider. Changes to the value therefore do not change other attributes.
    #[must_use]
    pub const fn provider_only(mut self) -> Self {
        self.provider_only = true;
        self
    }

    /// Sets the default time limit. The name of the field is also the name of the operation.
    #[must_use]
    pub const fn time_limit(mut self, duration: &'static str) -> Self {
        set(&mut self.time_limit, Some(FieldText::Const(duration)));
        self
    }

    /// Specifies the attribute that counts the changes to a write-only value.
    #[must_use]
    pub const fn fingerprint(mut self, revision: &'static str) -> Self {
        set(&mut self.fingerprint, Some(FieldText::Const(revision)));
        self
    }
}
