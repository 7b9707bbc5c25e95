//! Random values that the annotations of an attribute allow.

use tfvalue::__internal::testing as internal;
use tfvalue::{Number, Value};

use super::random::Rng;
use super::words;

/// The requirements that the annotations impose on a value.
#[derive(Clone, Copy, Default)]
pub(super) struct Limits<'a> {
    declared: internal::Limits<'a>,
    /// Whether the value is sensitive or write-only.
    pub(super) is_secret: bool,
    /// The values that error messages have revealed.
    learned: &'a [Value],
}

impl<'a> Limits<'a> {
    pub(super) fn new(declared: internal::Limits<'a>, is_secret: bool) -> Self {
        Limits {
            declared,
            is_secret,
            learned: &[],
        }
    }

    /// Adds the values that error messages have revealed.
    pub(super) fn with_learned(self, learned: &'a [Value]) -> Self {
        Limits { learned, ..self }
    }

    /// Returns the requirements for the elements of a collection.
    pub(super) fn elements(self) -> Self {
        Limits {
            declared: self.declared.elements(),
            ..self
        }
    }

    /// Returns the allowed numbers of characters or elements, if there is a limit.
    fn length(self) -> Option<(usize, usize)> {
        let size = |length: u64| usize::try_from(length).unwrap_or(usize::MAX);
        let (min, max) = self.declared.length()?;
        Some((size(min), max.map_or(usize::MAX, size)))
    }

    /// Returns a number of elements for a collection, at most `more` above the minimum.
    pub(super) fn count(self, rng: &mut Rng, more: usize) -> usize {
        let (min, max) = self.length().unwrap_or((0, usize::MAX));
        // Random collections with thousands of elements are not useful in tests.
        let max = if rng.one_in(4) && max <= 64 {
            max
        } else {
            max.min(min.saturating_add(more))
        };
        min + rng.below(max.saturating_sub(min).saturating_add(1))
    }

    /// Returns a string.
    pub(super) fn string(self, rng: &mut Rng) -> Value {
        if let Some(value) = self.one_of(rng) {
            return value;
        }
        if let Some(value) = self.learned(rng, |value| value.as_str().is_some()) {
            return value;
        }
        let text = match self.matching(rng) {
            Some(text) => return text.into(),
            None if self.is_secret => words::secret(rng),
            None => words::text(rng),
        };
        self.fitting(rng, text).into()
    }

    /// Returns a key.
    pub(super) fn key(self, rng: &mut Rng, index: usize) -> String {
        let keys = self.declared.keys();
        if keys.concern_strings() {
            let key = Limits::new(keys, false).string(rng);
            return key.as_str().unwrap_or_default().to_owned();
        }
        words::key(rng, index)
    }

    /// Returns a number.
    pub(super) fn number(self, rng: &mut Rng) -> Value {
        if let Some(value) = self.one_of(rng) {
            return value;
        }
        if let Some(value) = self.learned(rng, |value| value.as_number().is_some()) {
            return value;
        }
        // An exclusive bound of a range counts as an allowed number, because the provider can reject it.
        let [min, max] = self.declared.bounds();
        let is_integer = self.declared.is_integer();
        if min.is_none() && max.is_none() && !is_integer {
            return words::number(rng).into();
        }
        let is_allowed = |number: &Number| {
            let is_within = min.as_ref().is_none_or(|min| number >= min)
                && max.as_ref().is_none_or(|max| number <= max);
            is_within && (!is_integer || number.is_integer())
        };
        let ends = min.iter().chain(&max).cloned();
        let mut allowed: Vec<_> = words::numbers().filter(is_allowed).chain(ends).collect();
        let middle = [&min, &max].map(|end| end.as_ref().and_then(Number::as_i128));
        if let [Some(min), Some(max)] = middle {
            let half = (max / 2 + min / 2).clamp(min, max);
            allowed.push(half.into());
        }
        rng.pick(&allowed).clone().into()
    }

    /// Usually returns a value that an error message mentioned.
    fn learned(self, rng: &mut Rng, is_it: impl Fn(&Value) -> bool) -> Option<Value> {
        let fitting: Vec<&Value> = self.learned.iter().filter(|one| is_it(one)).collect();
        // Half of the secrets are too short, or have a form that the service refuses.
        let n = if self.is_secret { 2 } else { 6 };
        let is_used = !fitting.is_empty() && !rng.one_in(n);
        is_used.then(|| Value::clone(rng.pick::<&Value>(&fitting)))
    }

    fn one_of(self, rng: &mut Rng) -> Option<Value> {
        let values = self.declared.one_of();
        (!values.is_empty()).then(|| rng.pick(&values).clone())
    }

    fn matching(self, rng: &mut Rng) -> Option<String> {
        super::pattern::matching(rng, self.declared.pattern()?)
    }

    /// Returns a string of an allowed length. The length is often one of the limits.
    fn fitting(self, rng: &mut Rng, text: String) -> String {
        let Some((min, max)) = self.length() else {
            return text;
        };
        let length = text.chars().count();
        let length = match rng.below(6) {
            0 => min,
            1 if max <= 4096 => max,
            _ => length.clamp(min, max),
        };
        let filled = text
            .chars()
            .chain("x".repeat(length).chars().collect::<Vec<_>>());
        filled.take(length).collect()
    }
}
