//! An in-memory service that stores boxes, and the bugs that the service and its provider can have.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Mutex, MutexGuard};

use tfvalue::{Attr, Error, Number, Value};

use super::depot::Crate;
use super::hall::Hall;

/// A bug in a provider, or in how the provider interprets its service.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Bug {
    #[default]
    None,
    // Bugs that change stored values.
    TrimsNewline,
    CutsText,
    RoundsToF32,
    RoundsToCents,
    DropsNullValues,
    DropsNullElements,
    LowersKeys,
    SortsElements,
    DropsDuplicates,
    WrapsAt32Bits,
    IgnoresCase,
    ExpandsTemplates,
    NormalizesCompatibility,
    EndsAtQuote,
    TruncatesFractions,
    // Bugs in the handling of objects.
    DeleteFailsIfMissing,
    ReadFailsIfMissing,
    LeavesObject,
    LeavesCancelledObject,
    LosesChildren,
    UpdatesOthers,
    DeletesOthers,
    OverwritesOthers,
    PanicsIfServiceFails,
    IgnoresFailure,
    LostWhileUnknown,
    // Bugs in what is shown.
    HashOrder,
    HashOrderInState,
    CopiesSecret,
    CopiesToken,
    SecretInError,
    EncodedSecretInError,
    SecretInLog,
    NeverUsesKey,
    ReadsTime,
}

/// What the service knows.
#[derive(Default)]
pub(crate) struct Service {
    pub(crate) bug: Bug,
    pub(crate) content: Mutex<Content>,
}

#[derive(Default)]
pub(crate) struct Content {
    pub(crate) crates: BTreeMap<String, Crate>,
    /// The crate and the text for each item.
    pub(crate) items: BTreeMap<String, (String, String)>,
    pub(crate) halls: BTreeMap<String, Hall>,
    /// The order of the marks, which is different in each process.
    order: HashSet<String>,
    calls_until_failure: Option<u32>,
    pub(crate) next: u64,
    reads: i64,
}

impl Service {
    /// Makes a later call fail. The number of the call is counted from now.
    pub(crate) fn fail_at(&self, call: Option<u32>) {
        self.content.lock().unwrap().calls_until_failure = call;
    }

    /// Begins a call.
    fn call(&self) -> Result<MutexGuard<'_, Content>, Error> {
        let mut content = self.content.lock().unwrap();
        if let Some(left) = &mut content.calls_until_failure {
            *left = left.saturating_sub(1);
            if *left == 0 {
                content.calls_until_failure = None;
                return Err(Error::msg("the service is not available"));
            }
        }
        Ok(content)
    }

    pub(crate) fn insert(&self, mut new: Crate) -> Result<Crate, Error> {
        let mut content = self.call()?;
        let name = new.name.require("name")?.clone();
        let mut crates = content.crates.values();
        let same = crates.find(|one| one.name == new.name);
        if let Some(same) = same {
            if self.bug != Bug::OverwritesOthers {
                return Err(Error::msg(format!("a crate {name:?} exists already")));
            }
            new.id = same.id.clone();
        }
        content.next += 1;
        if new.id.is_unknown() {
            new.id.set(format!("c-{}", content.next));
        }
        if new.token.is_unknown() {
            new.token.set(format!("token-of-crate-{}", content.next));
        }
        new.revision.set(1);
        self.keep(&mut content, &mut new)?;
        Ok(new)
    }

    /// As the last step, prints the label of a crate.
    pub(crate) fn print(&self, id: &str) -> Result<(), Error> {
        let content = self.call()?;
        let found = content.crates.get(id).map(drop);
        found.ok_or_else(|| Error::msg("there is no such crate"))
    }

    pub(crate) fn find(&self, id: &str) -> Result<Option<Crate>, Error> {
        let mut content = self.call()?;
        content.reads += 1;
        let reads = content.reads;
        let mut found = content.crates.get(id).cloned();
        if let (Some(found), Bug::ReadsTime) = (&mut found, self.bug) {
            found.revision.set(reads);
        }
        Ok(found)
    }

    pub(crate) fn update(&self, mut new: Crate) -> Result<Crate, Error> {
        let mut content = self.call()?;
        let id = new.id.require("id")?.clone();
        let Some(old) = content.crates.get(&id) else {
            return Err(Error::msg("there is no such crate"));
        };
        new.revision.set(old.revision.require("revision")? + 1);
        if self.bug == Bug::LosesChildren {
            content.items.retain(|_, (parent, _)| *parent != id);
        }
        if self.bug == Bug::UpdatesOthers {
            for other in content.crates.values_mut() {
                other.text.clone_from(&new.text);
            }
        }
        self.keep(&mut content, &mut new)?;
        Ok(new)
    }

    pub(crate) fn remove(&self, id: &str) -> Result<(), Error> {
        let mut content = self.call()?;
        let removed = content.crates.remove(id);
        if self.bug == Bug::DeletesOthers {
            content.crates.clear();
        }
        match removed {
            None if self.bug == Bug::DeleteFailsIfMissing => Err(Error::msg("404 Not Found")),
            _ => Ok(()),
        }
    }

    pub(crate) fn put_item(&self, id: &str, parent: &str, text: &str) -> Result<(), Error> {
        let item = (parent.to_owned(), text.to_owned());
        self.call()?.items.insert(id.to_owned(), item);
        Ok(())
    }

    pub(crate) fn item(&self, id: &str) -> Result<Option<(String, String)>, Error> {
        Ok(self.call()?.items.get(id).cloned())
    }

    pub(crate) fn remove_item(&self, id: &str) -> Result<(), Error> {
        self.call()?.items.remove(id);
        Ok(())
    }

    pub(crate) fn names(&self) -> Result<Vec<String>, Error> {
        let content = self.call()?;
        let names = content.crates.values().filter_map(|one| one.name.value());
        let names = names.cloned();
        Ok(match self.bug {
            Bug::HashOrder => names.collect::<HashSet<_>>().into_iter().collect(),
            _ => names.collect(),
        })
    }

    /// Stores a crate as the service interprets it, and sets the values that only the service can determine.
    fn keep(&self, content: &mut Content, new: &mut Crate) -> Result<(), Error> {
        new.note = match (self.bug, new.password.as_deref(), new.token.as_deref()) {
            (Bug::CopiesSecret, Some(password), _) => format!("uses {password}").into(),
            (Bug::CopiesToken, _, Some(token)) => format!("has {token}").into(),
            (_, password, _) => password.map_or("open", |_| "closed").into(),
        };
        let marks = new.marks.value().into_iter().flatten();
        let marks = marks.filter_map(|mark| mark.value().cloned());
        let seen: Vec<_> = match self.bug {
            Bug::HashOrderInState => {
                content.order.extend(marks.clone());
                let all: Vec<_> = marks.collect();
                let order = content.order.iter().filter(|mark| all.contains(mark));
                order.map(|mark| mark.clone().into()).collect()
            }
            _ => marks.map(Attr::from).collect(),
        };
        new.seen.set(seen);
        let mut stored = new.clone();
        self.spoil(&mut stored)?;
        content.crates.insert(new.id.require("id")?.clone(), stored);
        Ok(())
    }

    fn spoil(&self, stored: &mut Crate) -> Result<(), Error> {
        let text = |change: fn(&str) -> String, stored: &mut Crate| {
            stored.text = stored.text.as_deref().map(change).into();
        };
        match self.bug {
            Bug::TrimsNewline => text(|text| text.trim_end_matches('\n').to_owned(), stored),
            Bug::CutsText => text(|text| text.chars().take(64).collect(), stored),
            Bug::IgnoresCase => text(str::to_lowercase, stored),
            Bug::ExpandsTemplates => text(|text| text.replace("$${", "${"), stored),
            Bug::NormalizesCompatibility => {
                text(
                    |text| text.replace('\u{fb01}', "fi").replace('①', "1"),
                    stored,
                );
            }
            Bug::EndsAtQuote => text(
                |text| text.split('"').next().unwrap_or_default().to_owned(),
                stored,
            ),
            Bug::RoundsToF32 => {
                if let Some(weight) = stored.weight.value() {
                    #[allow(clippy::cast_possible_truncation)]
                    let rounded = weight.to_f64() as f32;
                    stored.weight = Number::try_from(f64::from(rounded))?.into();
                }
            }
            Bug::RoundsToCents => {
                if let Some(price) = stored.price.value() {
                    let cents = (price.to_f64() * 100.0).round() / 100.0;
                    stored.price = Number::try_from(cents)?.into();
                }
            }
            Bug::TruncatesFractions => {
                if let Some(price) = stored.price.value().filter(|price| !price.is_integer()) {
                    stored.price = Number::try_from(price.to_f64().trunc())?.into();
                }
            }
            Bug::WrapsAt32Bits => {
                if let Some(amount) = stored.amount.value() {
                    #[allow(clippy::cast_possible_truncation)]
                    let wrapped = *amount as i32;
                    stored.amount.set(wrapped);
                }
            }
            Bug::DropsNullValues => {
                if let Some(labels) = stored.labels.value_mut() {
                    labels.retain(|_, label| !label.is_null());
                }
            }
            Bug::LowersKeys => {
                if let Some(labels) = stored.labels.value_mut() {
                    let lower = std::mem::take(labels).into_iter();
                    *labels = lower.map(|(key, one)| (key.to_lowercase(), one)).collect();
                }
            }
            Bug::DropsNullElements => {
                if let Some(tags) = stored.tags.value_mut() {
                    tags.retain(|tag| !tag.is_null());
                }
            }
            Bug::SortsElements => {
                if let Some(tags) = stored.tags.value_mut() {
                    tags.sort_by(|one, other| one.value().cmp(&other.value()));
                }
            }
            Bug::DropsDuplicates => {
                if let Some(tags) = stored.tags.value_mut() {
                    tags.dedup_by(|one, other| one == other);
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// Returns the name of a crate in the state.
pub(crate) fn name(state: &Value) -> Option<String> {
    Some(state.get("name")?.as_str()?.to_owned())
}
