//! Finds the paths whose change requires replacement.

use std::collections::HashSet;

use super::elements;
use super::pair::{self, Pairs};
use crate::error::Result;
use crate::model::{Field, Flags, Replace};
use crate::path::Path;
use crate::schema::Nesting;
use crate::value::{At, Value};

/// Returns the paths that require replacement.
pub(crate) fn paths(
    fields: &[Field],
    config: &Value,
    prior: &Value,
    planned: &Value,
) -> Result<Vec<Path>> {
    let mut search = Search {
        path: Path::root(),
        found: Vec::new(),
    };
    let site = Site {
        config: Some(config),
        prior: Some(prior),
        planned: Some(planned),
    };
    search.object(fields, None, site)?;
    Ok(search.found)
}

struct Search {
    path: Path,
    found: Vec<Path>,
}

/// An object or member before and after the change; `None` if it is not there.
#[derive(Clone, Copy)]
struct Site<'a> {
    config: Option<&'a Value>,
    prior: Option<&'a Value>,
    planned: Option<&'a Value>,
}

impl<'a> Site<'a> {
    fn map(self, part: impl Fn(&'a Value) -> Option<&'a Value>) -> Self {
        let part = |value: Option<&'a Value>| value.and_then(&part);
        Site {
            config: part(self.config),
            prior: part(self.prior),
            planned: part(self.planned),
        }
    }

    /// Returns `true` if the value changes. An unknown counts only if the configuration is unknown:
    /// a computed value may stay what it is.
    fn is_changed(self) -> bool {
        let is_null = |value: Option<&Value>| value.is_none_or(Value::is_null);
        match (self.prior, self.planned) {
            (_, Some(planned)) if planned.is_unknown() => {
                self.config.is_some_and(Value::is_unknown)
            }
            (Some(prior), Some(planned)) => prior != planned,
            (prior, planned) => is_null(prior) != is_null(planned),
        }
    }
}

impl Search {
    fn object(&mut self, fields: &[Field], flags: Option<Flags>, site: Site<'_>) -> Result<()> {
        for field in fields.iter().filter(|field| replaces_any(field)) {
            self.path.push(field.step());
            self.member(field, flags, site.map(|object| object.get(field.name())))
                .map_err(|error| field.blame(error))?;
            self.path.pop();
        }
        Ok(())
    }

    fn member(&mut self, field: &Field, flags: Option<Flags>, site: Site<'_>) -> Result<()> {
        let requires = match field.planning().replace {
            Replace::Never => false,
            Replace::Always => is_changed(field, flags, site),
            Replace::IfConfigured => {
                site.config.is_some_and(|config| !config.is_null())
                    && is_changed(field, flags, site)
            }
            Replace::If(condition) => match (site.prior, site.planned) {
                (Some(prior), Some(planned)) => {
                    is_changed(field, flags, site) && condition(prior, planned)?
                }
                _ => false,
            },
        };
        if requires {
            self.found.push(self.path.clone());
            return Ok(());
        }
        let is_unknown = |value: Option<&Value>| value.is_some_and(Value::is_unknown);
        if is_unknown(site.planned) && !is_unknown(site.config) {
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
            Nesting::List if !field.planning().pair_by.is_empty() => {
                self.identified(field, flags, nesting, known)
            }
            Nesting::List | Nesting::Map => self.elements(field, flags, known),
        }
    }

    fn elements(&mut self, field: &Field, flags: Option<Flags>, site: Site<'_>) -> Result<()> {
        let (prior, planned) = (places(site.prior), places(site.planned));
        let is_new = |at: &&At<'_>| site.prior.and_then(|prior| at.of(prior)).is_none();
        for at in prior.iter().chain(planned.iter().filter(is_new)) {
            self.element(field, flags, at, site.map(|value| at.of(value)))?;
        }
        Ok(())
    }

    fn element(
        &mut self,
        field: &Field,
        flags: Option<Flags>,
        at: &At<'_>,
        site: Site<'_>,
    ) -> Result<()> {
        self.path.push(at.step());
        self.object(field.fields(), flags, site)
            .map_err(|error| error.at_step(at.step()))?;
        self.path.pop();
        Ok(())
    }

    /// Compares elements that their members identify. Those of lists that stay in their place have a
    /// path; for all others, it is that of the collection.
    fn identified(
        &mut self,
        field: &Field,
        flags: Option<Flags>,
        nesting: Nesting,
        site: Site<'_>,
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
                pair::elements(field, flags, nesting, config, planned)
            }
            (_, planned) => Pairs::ByPlace(planned),
        };
        let mut others = Search {
            path: Path::root(),
            found: Vec::new(),
        };
        let mut kept = HashSet::new();
        for at in places(site.config.or(site.planned)) {
            let (prior, is_in_place) = priors.of(&at);
            kept.extend(prior.map(std::ptr::from_ref));
            let site = Site {
                config: site.config.and_then(|config| at.of(config)),
                prior,
                planned: plans.of(&at).0,
            };
            if nesting == Nesting::List && prior.is_some() && is_in_place {
                self.element(field, flags, &at, site)?;
            } else if others.found.is_empty() {
                others.object(field.fields(), flags, site)?;
            }
        }
        let removed = site.prior.map(elements::of).unwrap_or_default();
        let mut removed = removed
            .into_iter()
            .filter(|(_, element)| !kept.contains(&std::ptr::from_ref(*element)));
        while let (true, Some((_, prior))) = (others.found.is_empty(), removed.next()) {
            let site = Site {
                config: None,
                prior: Some(prior),
                planned: None,
            };
            others.object(field.fields(), flags, site)?;
        }
        if !others.found.is_empty() {
            self.found.push(self.path.clone());
        }
        Ok(())
    }
}

/// Returns `true` if the value of a field changes. Of objects, only what the configuration sets counts.
fn is_changed(field: &Field, flags: Option<Flags>, site: Site<'_>) -> bool {
    match (field.nesting(), site.config, site.prior) {
        (Some(nesting), Some(config), Some(prior)) if config.is_present() && prior.is_present() => {
            let flags = field.flags_within(flags);
            !pair::is_same_configuration(field, flags, nesting, prior, config)
        }
        _ => site.is_changed(),
    }
}

fn places(value: Option<&Value>) -> Vec<At<'_>> {
    let elements = value.map(elements::of).unwrap_or_default();
    elements.into_iter().map(|(at, _)| at).collect()
}

/// Returns `true` if a change of the field, or of anything within, can require replacement.
fn replaces_any(field: &Field) -> bool {
    !matches!(field.planning().replace, Replace::Never) || field.fields().iter().any(replaces_any)
}
