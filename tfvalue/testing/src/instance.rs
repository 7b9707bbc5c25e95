//! Contains `Instance`, one object of a managed resource with the state that Terraform stores.

use tfvalue::__internal::testing::{Annotations, MemberAnnotations, value_of_json};
use tfvalue::rules::PlannedAction;
use tfvalue::schema::Schema;
use tfvalue::tfplugin6::{DynamicValue, ResourceIdentityData};
use tfvalue::{Path, Value, json, paths::Step};

use super::calls::Core;
use super::config::Config;
use super::edit;
use super::existing::{self, Existing};
use super::finding::{Finding, FindingKind};
use super::lint::Lint;
use super::outcome::Outcome;
use super::part::PartKind;
use super::run::{Go, Run};

/// An object of a managed resource, which a test creates, changes and destroys.
///
/// Each method corresponds to a run of Terraform and starts with the state that the previous run stored.
///
/// # Examples
///
/// See the [module](super).
pub struct Instance<'h> {
    pub(super) core: &'h Core,
    /// The number that distinguishes this instance from all others.
    number: u64,
    /// Whether the stored object is not an object that this instance has created: a test that only plans pretends that
    /// the object exists, and an import can find an object of another instance.
    pub(super) is_pretended: bool,
    pub(super) type_name: String,
    /// The kind of the part. Only resources have objects.
    pub(super) kind: PartKind,
    pub(super) schema: &'h Schema,
    pub(super) stored: Option<Stored>,
    /// The most recently applied configuration.
    pub(super) configured: Option<Value>,
    /// Whether a replacement creates the new object first.
    pub(super) creates_first: bool,
    /// The old objects that failed replacements have left behind.
    pub(super) deposed: Vec<Stored>,
}

/// The data that Terraform stores for an object.
#[derive(Clone, PartialEq)]
pub(super) struct Stored {
    pub(super) json: String,
    pub(super) version: i64,
    pub(super) private: Vec<u8>,
    pub(super) identity: Option<ResourceIdentityData>,
    pub(super) identity_version: i64,
    pub(super) is_tainted: bool,
}

/// An object after a call.
pub(super) struct Current {
    pub(super) value: Value,
    pub(super) private: Vec<u8>,
    pub(super) identity: Option<ResourceIdentityData>,
    pub(super) is_tainted: bool,
}

impl Current {
    pub(super) fn of(value: Value, stored: Stored) -> Self {
        Current {
            value,
            private: stored.private,
            identity: stored.identity,
            is_tainted: stored.is_tainted,
        }
    }

    pub(super) fn nothing(run: &Run<'_>) -> Self {
        Current {
            value: Value::null(run.ty.clone()),
            private: Vec::new(),
            identity: None,
            is_tainted: false,
        }
    }
}

impl<'h> Instance<'h> {
    pub(super) fn new(core: &'h Core, type_name: &str, schema: &'h Schema) -> Self {
        Instance {
            core,
            number: core.objects().number(),
            is_pretended: false,
            type_name: type_name.to_owned(),
            kind: PartKind::Resource,
            schema,
            stored: None,
            configured: None,
            creates_first: false,
            deposed: Vec::new(),
        }
    }

    /// Makes replacements create the new object before they delete the old object, as with `create_before_destroy` in
    /// the configuration.
    ///
    /// If creating the new object fails, the old object remains, and the next step deletes the old object.
    ///
    /// # Examples
    ///
    /// ```
    /// # use tfvalue_testing::Harness;
    /// # fn example(harness: &Harness) {
    /// let mut server = harness.resource("shop_server").create_before_destroy();
    /// server.apply(r#"{"name": "a", "zone": "north"}"#).created();
    /// // Two servers cannot have the same name.
    /// server.apply(r#"{"name": "b", "zone": "south"}"#).replaced();
    /// # }
    /// ```
    #[must_use]
    pub fn create_before_destroy(mut self) -> Self {
        self.creates_first = true;
        self
    }

    pub(super) fn run(
        &mut self,
        verb: &str,
        step: impl FnOnce(&mut Self, &mut Run<'h>) -> Go<()>,
    ) -> Outcome {
        let mut run = Run::new(self.core, verb, &self.type_name, &self.schema.block);
        // The outcome contains the reason.
        let _ = step(self, &mut run);
        run.outcome.value = self.value();
        self.note(None);
        run.outcome
    }

    /// Remembers which objects exist, and the object that is being created.
    pub(super) fn note(&self, created: Option<&Existing>) {
        if self.core.process.is_none() || self.is_pretended {
            return;
        }
        let stored = self.stored.iter().chain(&self.deposed);
        let stored = stored.map(|one| self.existing(&self.value_of(one), true));
        let objects = stored.chain(created.cloned());
        self.core.objects().set(self.number, objects);
    }

    pub(super) fn existing(&self, value: &Value, is_certain: bool) -> Existing {
        Existing {
            type_name: self.type_name.clone(),
            name: self.core.shown(existing::name(&self.schema.block, value)),
            is_certain,
            is_state_only: false,
        }
    }

    /// Returns the state, or null if there is no state.
    pub(super) fn value(&self) -> Value {
        match &self.stored {
            Some(stored) => self.value_of(stored),
            None => Value::null(self.schema.block.implied_type()),
        }
    }

    fn value_of(&self, stored: &Stored) -> Value {
        let ty = self.schema.block.implied_type();
        let value = json::value_from_slice(stored.json.as_bytes(), &ty);
        value.unwrap_or_else(|_| Value::null(ty))
    }

    /// Applies a configuration, as `terraform apply` does.
    ///
    /// 1. Validates the configuration.
    /// 2. Upgrades and refreshes the state.
    /// 3. Validates again and plans the change, or plans twice if the object must be replaced.
    /// 4. Upgrades the state again. Deletes the old object if the object is replaced.
    /// 5. Validates and plans again with the values that were unknown before, and applies the plan.
    /// 6. Validates, refreshes, validates and plans once more. The plan must be empty.
    ///
    /// Each response is checked. After an error, the step ends as in Terraform, and the next step starts with the state
    /// that the provider returned with the error. If the creation of an object failed, the next step replaces the object.
    #[must_use = "check the outcome with a method such as `created`"]
    pub fn apply(&mut self, config: impl Into<Config>) -> Outcome {
        let config = config.into();
        self.run("apply", |object, run| object.apply_config(run, &config))
    }

    /// Plans a configuration, as `terraform plan` does. The state remains.
    #[must_use = "check the outcome with a method such as `created`"]
    pub fn plan(&mut self, config: impl Into<Config>) -> Outcome {
        let config = config.into();
        self.run("plan", |object, run| {
            let (known, planned) = run.config(&config)?;
            let deposed = object.deposed.clone();
            let planned = object.plan_config(run, [&planned, &known]).map(drop);
            object.deposed = deposed;
            planned
        })
    }

    /// Refreshes the state, as `terraform apply -refresh-only` does.
    #[must_use = "check the outcome with a method such as `created`"]
    pub fn refresh(&mut self) -> Outcome {
        self.run("refresh", |object, run| {
            object.stored = match object.current(run)? {
                Some(current) => Some(object.store(run, &current)?),
                None => None,
            };
            Ok(())
        })
    }

    /// Deletes the object, as `terraform destroy` does. Afterwards, a read must not find the object.
    #[must_use = "check the outcome with a method such as `created`"]
    pub fn destroy(&mut self) -> Outcome {
        self.run("destroy", |object, run| {
            object.destroy_current(run)?;
            run.outcome.action = Some(PlannedAction::Delete);
            Ok(())
        })
    }

    /// Imports an object by its identifier, as `terraform import` does.
    ///
    /// If there is a state, the imported object must be equal to the object in the state, and the state does not
    /// change. Spellings that mean the same thing according to `same_as` are equal, and attributes that are
    /// `provider_only` can differ. If there is no state, the imported object becomes the state.
    ///
    /// If the object does not exist, the import fails, as in Terraform:
    ///
    /// ```
    /// # use tfvalue_testing::Harness;
    /// # fn example(harness: &Harness) {
    /// use tfvalue::Path;
    ///
    /// let mut server = harness.resource("shop_server");
    /// server.import("s-7").fails(Path::root(), "Cannot import non-existent remote object");
    /// # }
    /// ```
    #[must_use = "check the outcome with a method such as `created`"]
    pub fn import(&mut self, id: &str) -> Outcome {
        self.run("import", |object, run| object.import_by(run, id, None))
    }

    /// Like [`Instance::import`], but imports an object by its identity, which is given as JSON.
    #[must_use = "check the outcome with a method such as `created`"]
    pub fn import_identity(&mut self, identity: &str) -> Outcome {
        self.run("import", |object, run| {
            let identity = ResourceIdentityData {
                identity_data: Some(DynamicValue {
                    json: identity.into(),
                    msgpack: Vec::new(),
                }),
            };
            object.import_by(run, "", Some(identity))
        })
    }

    /// Replaces the state with a state from an older version, given as JSON, and upgrades the new state.
    ///
    /// If the given version is the current version, attributes that the schema does not have are removed first, as in
    /// Terraform.
    ///
    /// An attribute with the same name in both versions must not become null. The state has no identity, so Terraform
    /// upgrades an empty identity if the identity has a `version`. The next read must set the identity.
    #[must_use = "check the outcome with a method such as `created`"]
    pub fn upgrade(&mut self, version: i64, state: &str) -> Outcome {
        let stored = Stored {
            json: state.to_owned(),
            version,
            private: Vec::new(),
            identity: None,
            identity_version: 0,
            is_tainted: false,
        };
        self.run("upgrade", |object, run| {
            let current = object.upgraded(run, stored)?;
            object.stored = Some(object.store(run, &current)?);
            Ok(())
        })
    }

    /// Changes a value in the stored state, as if the object had been changed outside Terraform. The next refresh
    /// should restore the value.
    ///
    /// # Panics
    ///
    /// Panics if there is no state, or if the state has no such value.
    #[track_caller]
    pub fn set_stored(&mut self, path: impl Into<Path>, value: impl Into<Value>) {
        let value = value.into();
        let Some(stored) = &mut self.stored else {
            panic!("there is no state");
        };
        let ty = self.schema.block.implied_type();
        let changed = json::value_from_slice(stored.json.as_bytes(), &ty)
            .and_then(|state| state.with(path, value))
            .and_then(|state| json::value_to_string(&state, &ty));
        match changed {
            Ok(json) => stored.json = json,
            Err(error) => panic!("the stored state: {error}"),
        }
    }

    /// Replaces the identity in the stored state with an identity of a given schema version, as JSON. The next step
    /// upgrades the identity and reads the object.
    ///
    /// `None` removes the identity, as in a state that was stored by Terraform 1.11 or by a version of the provider
    /// without identities. The version of a missing identity is 0.
    ///
    /// # Panics
    ///
    /// Panics if there is no state.
    ///
    /// # Examples
    ///
    /// ```
    /// # use tfvalue_testing::Harness;
    /// # fn example(harness: &Harness) {
    /// let mut server = harness.resource("shop_server");
    /// server.apply(r#"{"name": "a"}"#).created();
    /// server.set_stored_identity(0, Some(r#"{"number": "17"}"#));
    /// server.apply(r#"{"name": "a"}"#).unchanged();
    /// # }
    /// ```
    #[track_caller]
    pub fn set_stored_identity(&mut self, version: i64, identity: Option<&str>) {
        let Some(stored) = &mut self.stored else {
            panic!("there is no state");
        };
        stored.identity_version = version;
        stored.identity = identity.map(|identity| ResourceIdentityData {
            identity_data: Some(DynamicValue {
                json: identity.into(),
                msgpack: Vec::new(),
            }),
        });
    }

    /// Checks that a refresh detects changes outside Terraform.
    ///
    /// Changes each string, number and bool of the stored state in turn, and refreshes the state. The refresh must
    /// return the actual value, except for attributes that are `provider_only`. Afterwards, the stored state is the
    /// same as before the call.
    #[must_use = "check the outcome with a method such as `created`"]
    pub fn drift(&mut self) -> Outcome {
        self.run("drift", |object, run| object.drift_in(run))
    }

    /// Forgets the state. The object remains in the service, as after `terraform state rm`.
    pub fn forget(&mut self) {
        self.stored = None;
        self.deposed.clear();
    }

    /// Returns the private data in the state.
    #[must_use]
    pub fn private(&self) -> &[u8] {
        self.stored.as_ref().map_or(&[], |stored| &stored.private)
    }

    /// Returns `true` if creating the object caused an error, so that Terraform will replace the object.
    #[must_use]
    pub fn is_tainted(&self) -> bool {
        self.stored.as_ref().is_some_and(|stored| stored.is_tainted)
    }

    /// Returns the annotations of the members, if they are known.
    pub(super) fn members(&self) -> MemberAnnotations<'h> {
        let annotations = self.core.annotations(&self.type_name);
        annotations.map(Annotations::members).unwrap_or_default()
    }

    /// Returns a copy of a state in which values have their spellings from another state, if the annotations treat both
    /// spellings as equal.
    pub(super) fn spelled(&self, old: &Value, new: Value) -> Value {
        match self.core.annotations(&self.type_name) {
            Some(annotations) => annotations.spelled(old, new),
            None => new,
        }
    }

    /// Returns `true` if, according to the annotations, a difference at the given path concerns only the provider. The
    /// service stores neither values that concern only the provider nor the revision of a write-only value.
    pub(super) fn concerns_only_provider(&self, state: &Value, path: &Path, other: &Value) -> bool {
        let annotations = self.core.annotations(&self.type_name);
        annotations.is_some_and(|one| one.concern_only_provider(state, path, other))
    }

    /// Compares an upgraded state with the stored state.
    pub(super) fn compare_upgraded(&self, run: &mut Run<'h>, stored: &Stored, new: &Value) {
        let method = "UpgradeResourceState";
        if stored.version == self.schema.version {
            if self.core.is_legacy.get() {
                // Terraform tolerates that SDKv2 normalizes null, empty values and numbers.
                return;
            }
            let Ok(old) = json::value_from_slice(stored.json.as_bytes(), &run.ty) else {
                return;
            };
            for part in edit::differences(&old, new) {
                let finding = Finding::lint(method, Lint::UpgradeChanged, part.path);
                run.add(finding.values(run.block, part.old, part.new));
            }
            return;
        }
        let Ok(old) = value_of_json(&stored.json) else {
            return;
        };
        for (name, old) in old.members().into_iter().flatten() {
            let new = new.get(Step::Attribute(name.to_owned().into()));
            let Some(new) = new.filter(|new| new.is_null() && !old.is_null()) else {
                continue;
            };
            let path = Path::root().attribute(name);
            let finding = Finding::lint(method, Lint::UpgradeChanged, path);
            run.add(finding.values(run.block, old, new));
        }
    }

    /// Returns the state that Terraform stores for an object.
    pub(super) fn store(&self, run: &mut Run<'h>, current: &Current) -> Go<Stored> {
        match json::value_to_string(&current.value, &run.ty) {
            Ok(json) => Ok(Stored {
                json,
                version: self.schema.version,
                private: current.private.clone(),
                identity: current.identity.clone(),
                identity_version: self.identity_schema().map_or(0, |schema| schema.version),
                is_tainted: current.is_tainted,
            }),
            Err(error) => run.stop(
                "ApplyResourceChange",
                FindingKind::FailedCall,
                error.to_string(),
            ),
        }
    }
}
