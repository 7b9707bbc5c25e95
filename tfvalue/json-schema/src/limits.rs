//! Keywords that limit values.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use tfvalue::{Error, Number};

use crate::Reading;
use crate::document::{Fragment, Pointer};
use crate::facts::{Bound, Facts, Preset, fits, kind_of_value};

impl<'d> Reading<'d> {
    pub(crate) fn add_values(&mut self, fragment: &Fragment<'d>, facts: &mut Facts<'d>) {
        let values = match (fragment.get("enum"), fragment.get("const")) {
            (Some(values), _) => Some(self.list(values, &fragment.at("enum")).iter().collect()),
            (None, Some(value)) => Some(vec![value]),
            (None, None) => None,
        };
        facts.is_constant |= fragment.get("const").is_some();
        if let Some(mut values) = values {
            values.retain(|value: &&Json| !value.is_null());
            if let Some(others) = facts.values.take() {
                let others: BTreeSet<_> = others.iter().map(ToString::to_string).collect();
                values.retain(|value| others.contains(&value.to_string()));
            }
            facts.values = Some(values);
        }
        self.add_default(fragment, facts);
    }

    /// Adds a default. A default is an annotation: the default of a schema overrides the defaults of its parts, and a
    /// later part overrides an earlier part.
    fn add_default(&mut self, fragment: &Fragment<'d>, facts: &mut Facts<'d>) {
        if let Some(old) = &mut facts.default {
            old.since = old.since.min(fragment.depth);
        }
        let Some(json) = fragment.get("default").filter(|json| !json.is_null()) else {
            return;
        };
        let new = Preset {
            json,
            at: fragment.at("default"),
            depth: fragment.depth,
            since: usize::MAX,
        };
        let (kept, lost) = match facts.default.take() {
            Some(old) if old.since > old.depth => (old, Some(new)),
            old => (new, old),
        };
        if let Some(lost) = lost.filter(|lost| lost.json != kept.json) {
            self.note(&lost.at, "another default overrides this one".to_owned());
        }
        facts.default = Some(kept);
    }

    pub(crate) fn add_bounds(&mut self, fragment: &Fragment<'d>, facts: &mut Facts<'d>) {
        for (keyword, exclusive, is_min) in [
            ("minimum", "exclusiveMinimum", true),
            ("maximum", "exclusiveMaximum", false),
        ] {
            // In OpenAPI 3.0 and Kubernetes, the exclusive keyword is a bool that modifies the inclusive keyword.
            let is_exclusive = fragment.get(exclusive) == Some(&Json::Bool(true));
            let mut add = |bound: Option<Number>, is_included: bool| {
                let Some(number) = bound else {
                    return;
                };
                let range = &mut facts.range;
                let old = if is_min { &mut range.0 } else { &mut range.1 };
                let is_tighter =
                    old.as_ref().is_none_or(
                        |Bound(old, _)| {
                            if is_min { number > *old } else { number < *old }
                        },
                    );
                let is_same = old.as_ref().is_some_and(|Bound(old, _)| number == *old);
                if is_tighter || is_same && !is_included {
                    *old = Some(Bound(number, is_included));
                }
            };
            add(self.number(fragment, keyword), !is_exclusive);
            if !matches!(fragment.get(exclusive), Some(Json::Bool(_))) {
                add(self.number(fragment, exclusive), false);
            }
        }
        for ((min, max), length) in [
            ("minLength", "maxLength"),
            ("minItems", "maxItems"),
            ("minProperties", "maxProperties"),
        ]
        .into_iter()
        .zip(&mut facts.lengths)
        {
            length.0 = length.0.max(self.count(fragment, min));
            if let Some(bound) = self.count(fragment, max) {
                length.1 = Some(length.1.map_or(bound, |old| old.min(bound)));
            }
        }
        if let Some(step) = self.number(fragment, "multipleOf") {
            if step > Number::from(0) {
                facts.steps.push(step);
            } else {
                let got = format!("a number greater than 0 is required, got {step}");
                self.fault(&fragment.at("multipleOf"), Error::msg(got));
            }
        }
        facts.expressions.extend(self.text(fragment, "pattern"));
        facts.is_secret |= self.text(fragment, "format") == Some("password");
    }

    /// Removes the values that the types do not allow, and the types that have no allowed values.
    pub(crate) fn end_values(&mut self, pointer: &Pointer<'d>, facts: &mut Facts<'d>) {
        let Some(values) = &mut facts.values else {
            return;
        };
        if let Some(kinds) = &facts.kinds {
            values.retain(|value| kinds.contains(&kind_of_value(value)));
        }
        if values.is_empty() && !facts.is_nullable {
            facts.is_contradictory = true;
            self.contradiction(
                pointer,
                "the type and the allowed values of the schemas exclude each other",
            );
        }
        if values
            .iter()
            .any(|value| value.is_array() || value.is_object())
        {
            facts.values = None;
            self.unchecked(pointer);
        } else if let Some(kinds) = &mut facts.kinds {
            kinds.retain(|kind| values.iter().any(|value| fits(*kind, value)));
        }
    }

    pub(crate) fn end_bounds(&mut self, pointer: &Pointer<'d>, facts: &mut Facts<'d>) {
        match &facts.range {
            (Some(Bound(min, a)), Some(Bound(max, b)))
                if min > max || min == max && !(*a && *b) =>
            {
                self.contradiction(pointer, "the minimum is greater than the maximum");
                facts.range = (None, None);
            }
            _ => {}
        }
        let is_empty = |(min, max): &_| matches!((min, max), (Some(min), Some(max)) if min > max);
        if facts.lengths.iter().any(is_empty) {
            self.contradiction(
                pointer,
                "the minimum length is greater than the maximum length",
            );
            facts.lengths = Default::default();
        }
    }
}
