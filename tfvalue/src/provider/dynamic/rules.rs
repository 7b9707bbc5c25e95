//! `Rules`: the equivalent of the annotations on a member of a derived struct, built at run time.

use std::fmt;
use std::ops::{Bound, RangeBounds};
use std::sync::Arc;

use crate::diagnostics::Diagnostics;
use crate::model::{
    Code, Constraints, FieldRules, FieldText, Headlines, Keep, Literal, Names, Nested, Promises,
    Range, Replace, SameAs, Spelling, Supply, Table,
};
use crate::number::Number;
use crate::validate::of_all;
use crate::value::Value;

/// The rules of an attribute or nested block in a [`Description`](crate::provider::Description). The rules determine
/// how the member is planned, and which values a configuration may contain.
///
/// Each method corresponds to an [annotation](macro@crate::TfSchema) with the same name, and has the same effect.
///
/// # Examples
///
/// ```
/// use tfvalue::provider::Rules;
///
/// let size = Rules::new().default("small").one_of(["small", "large"]);
/// let zone = Rules::new().replace();
/// let port = Rules::new().range(1..=65535).required_with(["address"]);
/// # let _ = (size, zone, port);
/// ```
#[derive(Clone)]
#[must_use]
pub struct Rules {
    pub(super) rules: FieldRules,
    /// Mistakes in the rules themselves.
    pub(super) faults: Vec<String>,
}

impl Default for Rules {
    fn default() -> Self {
        Rules::new()
    }
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FieldRules {
            planning,
            constraints,
            empty_as_null,
        } = &self.rules;
        let mut all = f.debug_struct("Rules");
        if let Some(Supply::Owned(value)) = &planning.default {
            all.field("default", value);
        }
        let pair_by = planning.pair_by.to_vec();
        for (name, is_set) in [
            ("keep", !matches!(planning.keep, Keep::Never)),
            ("replace", !matches!(planning.replace, Replace::Never)),
            ("same_as", planning.same_as.is_some()),
            ("empty_as_null", *empty_as_null),
            ("provider_only", planning.provider_only),
            ("promises", planning.promises.is_some()),
            ("fingerprint", planning.fingerprint.is_some()),
        ] {
            if is_set {
                all.field(name, &true);
            }
        }
        if !pair_by.is_empty() {
            all.field("pair_by", &pair_by);
        }
        for (name, words) in constraints.iter().flat_map(of_all) {
            all.field(name, &format_args!("{words}"));
        }
        all.finish()
    }
}

impl Rules {
    /// Creates rules that require nothing.
    pub const fn new() -> Self {
        Rules {
            rules: FieldRules::NONE,
            faults: Vec::new(),
        }
    }

    fn constraints(&mut self) -> &mut Constraints {
        self.rules.constraints.get_or_insert(Constraints::NONE)
    }

    fn fault(&mut self, text: impl Into<String>) {
        self.faults.push(text.into());
    }

    /// Returns the constraints of elements or keys. Reports all other rules, because they have no effect on elements or
    /// keys.
    fn nested(&mut self, rule: &str, rules: Rules) -> Constraints {
        let Rules { rules, faults } = rules;
        self.faults.extend(faults);
        let nested = rules.constraints.unwrap_or(Constraints::NONE);
        let relations = nested.relations();
        let mut names = relations.iter().map(|(_, names)| *names);
        let names_others =
            names.any(|names| !names.is_empty()) || !nested.prefer_write_only.is_empty();
        if rules.empty_as_null || !rules.planning.is_none() {
            self.fault(format!(
                "`{rule}` contains a rule about planning, which has no effect there: remove it, or set it for the whole value"
            ));
        }
        if names_others {
            self.fault(format!(
                "`{rule}` contains a rule that names other members, which has no effect there: remove it, or set it for the whole value"
            ));
        }
        nested
    }

    fn promises(&mut self) -> &mut Promises {
        self.rules.planning.promises.get_or_insert(Promises::NONE)
    }

    fn spellings(&mut self) -> &mut SameAs {
        self.rules.planning.same_as.get_or_insert(SameAs::NONE)
    }
}

/// How the value is planned.
impl Rules {
    /// Sets the value to plan if the attribute is not configured. The attribute must be optional and computed. See
    /// [`default`](macro@crate::TfSchema#default).
    pub fn default(mut self, value: impl Into<Value>) -> Self {
        self.rules.planning.default = Some(Supply::Owned(value.into()));
        self
    }

    /// Keeps the prior value of a computed attribute when other attributes change. See
    /// [`keep`](macro@crate::TfSchema#keep).
    pub fn keep(mut self) -> Self {
        self.rules.planning.keep = Keep::Always;
        self
    }

    /// Keeps the prior value of a computed attribute, unless one of the given members of the same object changes.
    pub fn keep_unless_changed<N: Into<String>>(
        mut self,
        members: impl IntoIterator<Item = N>,
    ) -> Self {
        self.rules.planning.keep = Keep::UnlessChanged(names(members));
        self
    }

    /// Keeps the prior value of a computed attribute if it is not null.
    pub fn keep_not_null(mut self) -> Self {
        self.rules.planning.keep_null = false;
        match self.rules.planning.keep {
            Keep::Never => self.keep(),
            Keep::Always | Keep::UnlessChanged(_) => self,
        }
    }

    /// Requires replacement of the resource if the value changes. See
    /// [`replace`](macro@crate::TfSchema#replace).
    pub fn replace(mut self) -> Self {
        self.rules.planning.replace = Replace::Always;
        self
    }

    /// Requires replacement if the value changes and the configuration sets the value.
    pub fn replace_if_configured(mut self) -> Self {
        self.rules.planning.replace = Replace::IfConfigured;
        self
    }

    /// Requires replacement if the value changes and the function returns `true` for the prior value and the planned
    /// value. The planned value can be unknown. In this case, return `true` if the value could turn out to require
    /// replacement.
    pub fn replace_if(
        mut self,
        condition: impl Fn(&Value, &Value) -> bool + Send + Sync + 'static,
    ) -> Self {
        let condition = move |prior: &Value, planned: &Value| Ok(condition(prior, planned));
        self.rules.planning.replace = Replace::If(Code::Owned(Arc::new(condition)));
        self
    }

    /// Sets a function that returns the same string for all spellings of a value, such as a function from
    /// [`plan::same_as`](crate::plan::same_as). The function returns `None` for a value that has no other spelling. See
    /// [`same_as`](macro@crate::TfSchema#same_as).
    pub fn same_as(mut self, canonical: fn(&Value) -> Option<Value>) -> Self {
        self.spellings().whole = Spelling::By(canonical);
        self
    }

    /// Sets a function for the elements of a list, set or map. It works like the function of
    /// [`same_as`](Self::same_as).
    pub fn each_same_as(mut self, canonical: fn(&Value) -> Option<Value>) -> Self {
        self.spellings().each = Spelling::By(canonical);
        self
    }

    /// Ignores the order of the elements of a list.
    pub fn any_order(mut self) -> Self {
        self.spellings().whole = Spelling::AnyOrder;
        self
    }

    /// Plans the prior spelling if the configuration has a different spelling that means the same thing.
    pub fn hide_edits(mut self) -> Self {
        self.spellings().hides_edits = true;
        self
    }

    /// Treats null and an empty value as equivalent. See [`empty_as_null`](macro@crate::TfSchema#empty_as_null).
    pub fn empty_as_null(mut self) -> Self {
        self.rules.empty_as_null = true;
        self
    }

    /// Sets the members that identify an element of a list or set of objects. See
    /// [`pair_by`](macro@crate::TfSchema#pair_by).
    pub fn pair_by<N: Into<String>>(mut self, members: impl IntoIterator<Item = N>) -> Self {
        self.rules.planning.pair_by = names(members);
        self
    }

    /// Declares that the value concerns only the provider. See [`provider_only`](macro@crate::TfSchema#provider_only).
    pub fn provider_only(mut self) -> Self {
        self.rules.planning.provider_only = true;
        self
    }

    /// Promises that an unknown value will not be null. See [`refine`](macro@crate::TfSchema#refine).
    pub fn promise_not_null(mut self) -> Self {
        self.promises().not_null = true;
        self
    }

    /// Promises the beginning of an unknown string.
    pub fn promise_prefix(mut self, prefix: impl Into<String>) -> Self {
        let prefix = text(prefix);
        if prefix.as_str().is_empty() {
            self.fault("`promise_prefix` promises nothing: remove it, or change it");
        }
        self.promises().prefix = prefix;
        self
    }

    /// Promises the inclusive bounds of an unknown number.
    pub fn promise_range<N: Clone + Into<Number>>(mut self, range: impl RangeBounds<N>) -> Self {
        let (range, is_empty) = number_range(&range);
        if is_empty {
            self.fault("`promise_range` is empty, so no value is possible: change its bounds");
            return self;
        }
        self.promises().range = Some(range);
        self
    }

    /// Promises the inclusive bounds for the number of elements of an unknown list, set or map.
    pub fn promise_length(mut self, range: impl RangeBounds<u64>) -> Self {
        let (min, max, is_empty) = lengths(&range);
        if is_empty {
            self.fault("`promise_length` is empty, so no value is possible: change its bounds");
        }
        self.promises().length = Some((min.unwrap_or(0), max));
        self
    }

    /// Sets the attribute that counts the changes to a top-level write-only attribute. See
    /// [`fingerprint`](macro@crate::TfSchema#fingerprint).
    pub fn fingerprint(mut self, revision: impl Into<String>) -> Self {
        self.rules.planning.fingerprint = Some(text(revision));
        self
    }

    pub(super) fn time_limit(mut self, duration: impl Into<String>) -> Self {
        self.rules.planning.time_limit = Some(text(duration));
        self.provider_only()
    }
}

/// What a configuration may contain. Unknown values and null are always valid.
impl Rules {
    /// Allows only the given strings or numbers. See [`one_of`](macro@crate::TfSchema#one_of).
    pub fn one_of<T: Into<Value>>(mut self, values: impl IntoIterator<Item = T>) -> Self {
        let literals = values.into_iter().map(|value| literal(&value.into()));
        match literals.collect::<Option<Box<[_]>>>() {
            Some(literals) if literals.is_empty() => {
                self.fault("`one_of` lists no values: add some");
            }
            Some(literals) => self.constraints().one_of = Table::Owned(literals),
            None => self.fault("`one_of` requires strings or numbers"),
        }
        self
    }

    /// Allows only numbers in a range, such as `1..=65535`. See [`range`](macro@crate::TfSchema#range).
    pub fn range<N: Clone + Into<Number>>(mut self, range: impl RangeBounds<N>) -> Self {
        let (range, is_empty) = number_range(&range);
        if is_empty {
            self.fault("`range` is empty, so no value is valid: change its bounds");
            return self;
        }
        self.constraints().range = Some(range);
        self
    }

    /// Allows only strings, lists, sets and maps whose length is in a range, such as `..=64`. See
    /// [`length`](macro@crate::TfSchema#length).
    pub fn length(mut self, range: impl RangeBounds<u64>) -> Self {
        let (min, max, is_empty) = lengths(&range);
        if is_empty {
            self.fault("`length` is empty, so no value is valid: change its bounds");
            return self;
        }
        let bound = |length: Option<u64>| length.map(|length| Literal::Integer(length.into()));
        self.constraints().length = Some(Range::new(bound(min), bound(max), false));
        self
    }

    /// Allows only strings that contain a match of a regular expression. See
    /// [`regex`](macro@crate::TfSchema#regex).
    #[cfg(feature = "regex")]
    pub fn regex(mut self, pattern: impl Into<String>) -> Self {
        match crate::model::Pattern::compiled(pattern.into()) {
            Ok(pattern) => {
                if let Some(fault) = pattern.fault() {
                    self.fault(fault);
                }
                self = self.pattern(pattern);
            }
            Err(error) => self.fault(format!("`regex` is not valid: {error}")),
        }
        self
    }

    /// Sets a regular expression, which may have no effect.
    #[cfg(feature = "regex")]
    pub(crate) fn pattern(mut self, pattern: crate::model::Pattern) -> Self {
        let regex = crate::model::Regex::Owned(Arc::new(pattern));
        self.constraints().regex = Some(regex);
        self
    }

    /// Applies the constraints in the given rules to each element of a list, set or map.
    pub fn each(mut self, rules: Rules) -> Self {
        let nested = self.nested("each", rules);
        self.constraints().each = Some(Nested::Owned(Box::new(nested)));
        self
    }

    /// Applies the constraints in the given rules to each key of a map.
    pub fn keys(mut self, rules: Rules) -> Self {
        let nested = self.nested("keys", rules);
        self.constraints().keys = Some(Nested::Owned(Box::new(nested)));
        self
    }

    /// Allows a value only if none of the given members of the same object is set. See
    /// [`conflicts_with`](macro@crate::TfSchema#conflicts_with).
    pub fn conflicts_with<N: Into<String>>(mut self, members: impl IntoIterator<Item = N>) -> Self {
        self.constraints().conflicts_with = names(members);
        self
    }

    /// Requires that exactly one attribute is set: this attribute or one of the given members of the same object.
    pub fn exactly_one_of<N: Into<String>>(mut self, members: impl IntoIterator<Item = N>) -> Self {
        self.constraints().exactly_one_of = names(members);
        self
    }

    /// Requires that at least one attribute is set: this attribute or one of the given members of the same object.
    pub fn at_least_one_of<N: Into<String>>(
        mut self,
        members: impl IntoIterator<Item = N>,
    ) -> Self {
        self.constraints().at_least_one_of = names(members);
        self
    }

    /// Allows a value only if all of the given members of the same object are set.
    pub fn required_with<N: Into<String>>(mut self, members: impl IntoIterator<Item = N>) -> Self {
        self.constraints().required_with = names(members);
        self
    }

    /// Warns about a value if one of the given write-only members of the same object could be set instead.
    pub fn prefer_write_only<N: Into<String>>(
        mut self,
        members: impl IntoIterator<Item = N>,
    ) -> Self {
        self.constraints().prefer_write_only = names(members);
        self
    }

    /// Checks values with a function. The function is not called for null and unknown values, but parts of the value
    /// can be null or unknown. The paths of the function's errors are relative to the value. See
    /// [`check`](macro@crate::TfSchema#check).
    pub fn check(
        mut self,
        check: impl Fn(&Value) -> Result<(), Diagnostics> + Send + Sync + 'static,
    ) -> Self {
        self.constraints().check = Some(Code::Owned(Arc::new(faults(check))));
        self
    }

    /// Sets the headline of the errors that the constraints report. See
    /// [`headline`](macro@crate::TfSchema#headline).
    pub fn headline(mut self, headline: impl Into<String>) -> Self {
        self.constraints().headlines = Headlines::Owned(headline.into().into());
        self
    }
}

/// Converts a check to a function that returns the error message.
pub(super) fn faults(
    check: impl Fn(&Value) -> Result<(), Diagnostics>,
) -> impl Fn(&Value) -> Diagnostics {
    move |value| check(value).err().unwrap_or_default()
}

fn text(text: impl Into<String>) -> FieldText {
    FieldText::Owned(text.into().into())
}

fn names<N: Into<String>>(names: impl IntoIterator<Item = N>) -> Names {
    let names = names.into_iter().map(|name| name.into().into());
    Names::Owned(names.collect())
}

fn literal(value: &Value) -> Option<Literal> {
    match value.as_str() {
        Some(text) => Some(Literal::String(text.into())),
        None => value.as_number().cloned().map(number_literal),
    }
}

fn number_literal(number: Number) -> Literal {
    match number.as_i128() {
        Some(integer) => Literal::Integer(integer),
        None => Literal::Number(number),
    }
}

/// Returns the range, and whether the range is empty.
fn number_range<N: Clone + Into<Number>>(range: &impl RangeBounds<N>) -> (Range, bool) {
    let (min, above_min) = bound(range.start_bound());
    let (max, below_max) = bound(range.end_bound());
    let is_empty = match (&min, &max) {
        (Some(min), Some(max)) => min > max || (min == max && (above_min || below_max)),
        _ => false,
    };
    let range = Range {
        min: min.map(number_literal),
        max: max.map(number_literal),
        above_min,
        below_max,
    };
    (range, is_empty)
}

/// Returns a bound, and whether the bound is exclusive.
fn bound<N: Clone + Into<Number>>(bound: Bound<&N>) -> (Option<Number>, bool) {
    match bound {
        Bound::Included(number) => (Some(number.clone().into()), false),
        Bound::Excluded(number) => (Some(number.clone().into()), true),
        Bound::Unbounded => (None, false),
    }
}

/// Returns the minimum and the maximum length, and whether no length is allowed.
fn lengths(range: &impl RangeBounds<u64>) -> (Option<u64>, Option<u64>, bool) {
    let (min, max) = ends(range);
    let is_empty = max.is_some_and(|max| min.unwrap_or(0) > max);
    let min = min.map(|min| min.try_into().unwrap_or(u64::MAX));
    let max = max.map(|max| max.try_into().unwrap_or(0));
    (min, max, is_empty)
}

/// Returns the minimum and the maximum number in a range of integers.
pub(super) fn ends<N: Copy + Into<i128>>(
    range: &impl RangeBounds<N>,
) -> (Option<i128>, Option<i128>) {
    let min = match range.start_bound() {
        Bound::Included(min) => Some((*min).into()),
        Bound::Excluded(min) => Some((*min).into() + 1),
        Bound::Unbounded => None,
    };
    let max = match range.end_bound() {
        Bound::Included(max) => Some((*max).into()),
        Bound::Excluded(max) => Some((*max).into() - 1),
        Bound::Unbounded => None,
    };
    (min, max)
}
