//! Finds the paths of changed values that require replacement.

use std::collections::HashSet;

use super::pair::{self, Pairs};
use super::{compare, identity};
use crate::error::Result;
use crate::model::{Field, Flags, Replace};
use crate::path::Path;
use crate::schema::Nesting;
use crate::ty::Type;
use crate::value::{At, Value, elements};

/// The maximum number of elements with an unknown identity that are compared with each prior element. If there are more
/// such elements, a single unknown element represents them, so that the time stays linear.
const MOST_UNDECIDED: usize = 16;

/// Returns the paths that require replacement.
pub(crate) fn paths(
    fields: &[Field],
    config: &Value,
    prior: &Value,
    planned: &Value,
) -> Result<Vec<Path>> {
    let mut search = ReplaceSearch::default();
    let site = ReplaceSite {
        config: Some(config),
        prior: Some(prior),
        planned: Some(planned),
    };
    search.object(fields, None, site)?;
    Ok(search.found)
}

#[derive(Default)]
struct ReplaceSearch {
    path: Path,
    found: Vec<Path>,
}

/// An object or member before and after the change; `None` if the object or member does not exist.
#[derive(Clone, Copy)]
struct ReplaceSite<'a> {
    config: Option<&'a Value>,
    prior: Option<&'a Value>,
    planned: Option<&'a Value>,
}

impl<'a> ReplaceSite<'a> {
    /// Returns a part of each value. All parts of an unknown value are unknown.
    fn map(self, part: impl Fn(&'a Value) -> Option<&'a Value>) -> Self {
        let part = |value: Option<&'a Value>| match value {
            Some(value) if value.is_unknown() => Some(value),
            value => value.and_then(&part),
        };
        ReplaceSite {
            config: part(self.config),
            prior: part(self.prior),
            planned: part(self.planned),
        }
    }

    /// Returns the values for an element at an unknown position: unknown if the collection is unknown, and `None`
    /// otherwise.
    fn elsewhere(self) -> Self {
        self.map(|_| None)
    }

    fn is_unknown(self) -> bool {
        self.config.is_some_and(Value::is_unknown)
    }

    /// Returns `true` if the value of a field changes. An unknown value counts as a change only if the configuration is
    /// unknown, because a computed value may stay the same.
    fn is_changed(self, field: &Field) -> Result<bool> {
        let is_null = |value: Option<&Value>| value.is_none_or(Value::is_null);
        Ok(match (self.prior, self.planned) {
            (_, Some(planned)) if planned.is_unknown() => self.is_unknown(),
            (Some(prior), Some(planned)) if is_null(self.config) && may_be(planned, prior) => false,
            (Some(prior), Some(planned)) => !compare::mean_the_same(field, planned, prior)?,
            (prior, planned) => is_null(prior) != is_null(planned),
        })
    }
}

/// Returns `true` if the unknown members of a planned object can turn out to be equal to the members of the prior object.
fn may_be(planned: &Value, prior: &Value) -> bool {
    match (planned.members(), prior.members()) {
        (Some(planned), Some(prior)) => planned
            .zip(prior)
            .all(|((_, planned), (_, prior))| may_be(planned, prior)),
        _ => planned.is_unknown() || planned == prior,
    }
}

impl ReplaceSearch {
    fn object(
        &mut self,
        fields: &[Field],
        flags: Option<Flags>,
        site: ReplaceSite<'_>,
    ) -> Result<()> {
        for field in fields.iter().filter(|field| replaces_any(field)) {
            self.path.push(field.step());
            self.member(field, flags, site.map(|object| object.get(field.name())))
                .map_err(|error| field.blame(error))?;
            self.path.pop();
        }
        Ok(())
    }

    fn member(&mut self, field: &Field, flags: Option<Flags>, site: ReplaceSite<'_>) -> Result<()> {
        let requires = match &field.planning().replace {
            Replace::Never => false,
            Replace::Always => is_changed(field, flags, site)?,
            Replace::IfConfigured => {
                site.config.is_some_and(|config| !config.is_null())
                    && is_changed(field, flags, site)?
            }
            Replace::If(condition) => match (site.prior, site.planned) {
                (Some(prior), Some(planned)) if is_changed(field, flags, site)? => {
                    if planned.is_unknown() {
                        condition.holds(prior, &Value::unknown(field.wire_type()))?
                    } else {
                        condition.holds(prior, planned)?
                    }
                }
                _ => false,
            },
        };
        if requires {
            self.add();
            return Ok(());
        }
        if site.planned.is_some_and(Value::is_unknown) && !site.is_unknown() {
            return Ok(()); // It may stay what it is.
        }
        let Some(nesting) = field
            .nesting()
            .filter(|_| field.fields().iter().any(replaces_any))
        else {
            return Ok(());
        };
        let flags = field.flags_within(flags);
        let known = site.map(|value| value.is_present().then_some(value));
        match nesting {
            Nesting::Single | Nesting::Group => self.object(field.fields(), flags, known),
            Nesting::Set => self.identified(field, flags, nesting, known),
            Nesting::List if !field.planning().pair_by.is_empty() || field.is_in_any_order() => {
                self.identified(field, flags, nesting, known)
            }
            Nesting::List | Nesting::Map => self.elements(field, flags, known),
        }
    }

    fn elements(
        &mut self,
        field: &Field,
        flags: Option<Flags>,
        site: ReplaceSite<'_>,
    ) -> Result<()> {
        let (prior, planned) = (places(site.prior), places(site.planned));
        let is_new = |at: &&At<'_>| site.prior.and_then(|prior| at.of(prior)).is_none();
        for at in prior.iter().chain(planned.iter().filter(is_new)) {
            self.element(field, flags, at, site.map(|value| at.of(value)))?;
        }
        if site.is_unknown() {
            let mut added = ReplaceSearch::default();
            added.object(field.fields(), flags, site.elsewhere())?;
            if !added.found.is_empty() {
                self.add();
            }
        }
        Ok(())
    }

    fn add(&mut self) {
        self.found.push(self.path.clone());
    }

    fn element(
        &mut self,
        field: &Field,
        flags: Option<Flags>,
        at: &At<'_>,
        site: ReplaceSite<'_>,
    ) -> Result<()> {
        self.path.push(at.step());
        self.object(field.fields(), flags, site)
            .map_err(|error| error.at_step(at.step()))?;
        self.path.pop();
        Ok(())
    }

    /// Compares elements that are identified by their members. An element of a list that stays in its place has its own
    /// path. For any other element, the path of the collection is reported.
    fn identified(
        &mut self,
        field: &Field,
        flags: Option<Flags>,
        nesting: Nesting,
        site: ReplaceSite<'_>,
    ) -> Result<()> {
        let priors = match (site.config, site.planned, site.prior) {
            (Some(config), _, Some(prior)) => pair::elements(field, flags, nesting, config, prior),
            (None, Some(planned), Some(prior)) => {
                pair::states(field, flags, nesting, planned, prior)
            }
            _ => Pairs::none(),
        };
        let plans = match (site.config, site.planned) {
            (Some(config), Some(planned)) if nesting == Nesting::Set => {
                pair::configured(field, flags, config, planned)
            }
            (_, planned) => Pairs::ByPlace(planned),
        };
        let mut others = ReplaceSearch::default();
        let mut kept = HashSet::new();
        let mut undecided = Vec::new();
        for at in places(site.config.or(site.planned)) {
            let (prior, is_in_place) = priors.of(&at);
            kept.extend(prior.map(std::ptr::from_ref));
            let config = site.config.and_then(|config| at.of(config));
            let site = ReplaceSite {
                config,
                prior,
                planned: plans.of(&at).0.or(config),
            };
            if nesting == Nesting::List && prior.is_some() && is_in_place {
                self.element(field, flags, &at, site)?;
            } else if others.found.is_empty() {
                others.object(field.fields(), flags, site)?;
            }
            if config.is_some_and(|config| !identity::is_decided(field, config)) {
                undecided.push(site);
            }
        }
        if site.is_unknown() {
            others.object(field.fields(), flags, site.elsewhere())?;
        }
        let removed = site.prior.map(elements::of).unwrap_or_default();
        let removed = removed.into_iter().map(|(_, prior)| prior);
        let removed = removed.filter(|prior| !kept.contains(&std::ptr::from_ref(*prior)));
        undecided.push(site.elsewhere());
        others.removed(field, flags, removed, undecided)?;
        if !others.found.is_empty() {
            self.add();
        }
        Ok(())
    }

    /// Compares unmatched prior elements with the elements that they could turn out to match.
    fn removed<'a>(
        &mut self,
        field: &Field,
        flags: Option<Flags>,
        removed: impl Iterator<Item = &'a Value>,
        sites: Vec<ReplaceSite<'_>>,
    ) -> Result<()> {
        let unknown = Value::unknown(Type::Dynamic);
        let any = ReplaceSite {
            config: Some(&unknown),
            prior: None,
            planned: Some(&unknown),
        };
        let is_few = sites.len() <= MOST_UNDECIDED;
        let sites = if is_few { sites } else { vec![any] };
        for prior in removed {
            for site in &sites {
                if self.found.is_empty() {
                    let prior = Some(prior);
                    self.object(field.fields(), flags, ReplaceSite { prior, ..*site })?;
                }
            }
        }
        Ok(())
    }
}

/// Returns `true` if the value of a field changes. In an object, only the members that the configuration or a default
/// sets are compared.
fn is_changed(field: &Field, flags: Option<Flags>, site: ReplaceSite<'_>) -> Result<bool> {
    let default = match (site.config, &field.planning().default) {
        (Some(config), Some(default)) if config.is_null() => Some(default.value()?),
        _ => None,
    };
    let config = default.as_ref().or(site.config);
    match (field.pairing(), config, site.prior) {
        (Some(nesting), Some(config), Some(prior)) if config.is_present() && prior.is_present() => {
            let flags = field.flags_within(flags);
            Ok(!pair::is_same_configuration(
                field, flags, nesting, prior, config,
            ))
        }
        _ => site.is_changed(field),
    }
}

fn places(value: Option<&Value>) -> Vec<At<'_>> {
    let elements = value.map(elements::of).unwrap_or_default();
    elements.into_iter().map(|(at, _)| at).collect()
}

/// Returns `true` if a change to the field, or to a nested field, can require replacement.
fn replaces_any(field: &Field) -> bool {
    !matches!(field.planning().replace, Replace::Never) || field.fields().iter().any(replaces_any)
}
