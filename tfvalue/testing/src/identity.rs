//! Checks that an object keeps its identity, and that an object stored without an identity receives one.

use tfvalue::rules::Rule;
use tfvalue::schema::Identity;
use tfvalue::tfplugin6::{RawState, ResourceIdentityData, upgrade_resource_identity};
use tfvalue::{Path, Value, json};

use super::current::READ;
use super::finding::Finding;
use super::instance::{Current, Instance};
use super::lint::Lint;
use super::run::{Go, Run};

const UPGRADE: &str = "UpgradeResourceIdentity";

impl<'h> Instance<'h> {
    pub(super) fn identity_schema(&self) -> Option<&'h Identity> {
        let identities = &self.core.announced().schema.resource_identity_schemas;
        identities.get(&self.type_name)
    }

    /// Upgrades the identity in the state if the version of the identity differs. An object without an identity has
    /// version 0 and empty JSON.
    pub(super) fn upgraded_identity(
        &self,
        run: &mut Run<'h>,
        identity: Option<&ResourceIdentityData>,
        version: i64,
    ) -> Go<Option<ResourceIdentityData>> {
        let Some(schema) = self.identity_schema() else {
            return Ok(identity.cloned());
        };
        let data = identity.and_then(|one| one.identity_data.as_ref());
        let version = data.map_or(0, |_| version);
        if version == schema.version {
            return Ok(identity.cloned());
        }
        let json = data.map(|data| data.json.clone()).unwrap_or_default();
        let request = upgrade_resource_identity::Request {
            type_name: self.type_name.clone(),
            version,
            raw_identity: Some(RawState {
                json,
                ..RawState::default()
            }),
        };
        let response: upgrade_resource_identity::Response = run.call(UPGRADE, &request)?;
        run.diagnose(response.diagnostics)?;
        match value(schema, response.upgraded_identity.as_ref()) {
            Ok(value) => Ok(value.and(response.upgraded_identity)),
            Err(error) => run.stop(UPGRADE, Rule::WrongType.into(), error.to_string()),
        }
    }

    /// Reads an object without an identity, as stored by Terraform 1.11 or by an older version of the provider. The
    /// response must contain an identity.
    pub(super) fn read_without_identity(&self, run: &mut Run<'h>, current: &Current) -> Go<()> {
        if self.identity_schema().is_none() || !run.core.refreshes {
            return Ok(());
        }
        let old = Current {
            value: current.value.clone(),
            private: current.private.clone(),
            identity: self.upgraded_identity(run, None, 0)?,
            is_tainted: current.is_tainted,
        };
        if let Some(read) = self.read(run, &old)? {
            self.keeps_identity(
                run,
                READ,
                [current.identity.as_ref(), read.identity.as_ref()],
            );
        }
        Ok(())
    }

    /// Returns the stored identity as JSON, as Terraform stores it.
    pub(super) fn identity_json(&self) -> Option<Vec<u8>> {
        let ty = self.identity_schema()?.implied_type();
        let identity = self.stored.as_ref()?.identity.as_ref()?;
        let data = identity.identity_data.as_ref()?;
        if !data.json.is_empty() {
            return Some(data.json.clone());
        }
        let value = data.decode_value(&ty).ok()?;
        let json = json::value_to_string(&value, &ty).ok()?;
        Some(json.into_bytes())
    }

    /// Compares the identity in a response with the identity in the request.
    pub(super) fn compare_identities(
        &self,
        run: &mut Run<'h>,
        method: &'static str,
        identities: [Option<&ResourceIdentityData>; 2],
    ) {
        if self.core.has_mutable_identity(&self.type_name) {
            return;
        }
        let Some((schema, [old, new])) = self.keeps_identity(run, method, identities) else {
            return;
        };
        for attribute in &schema.attributes {
            let name = &*attribute.name;
            let (Some(old), Some(new)) = (old.get(name), new.get(name)) else {
                continue;
            };
            // A null attribute has not been set yet. Older versions of a provider stored an empty string for values
            // that were not known.
            if old.is_null() || old.as_str() == Some("") || old == new {
                continue;
            }
            // An identity has no sensitive attributes.
            let path = Path::root().attribute(name);
            let finding = Finding::lint(method, Lint::IdentityChanged, path);
            run.add(Finding {
                expected: Some(old.clone()),
                actual: Some(new.clone()),
                ..finding
            });
        }
    }

    /// Checks that an object with an identity keeps the identity. Returns the schema of the identity, and the old and
    /// new identities.
    fn keeps_identity(
        &self,
        run: &mut Run<'h>,
        method: &'static str,
        [old, new]: [Option<&ResourceIdentityData>; 2],
    ) -> Option<(&'h Identity, [Value; 2])> {
        let schema = self.identity_schema()?;
        let old = value(schema, old).ok().flatten()?;
        if let Some(new) = value(schema, new).ok().flatten() {
            return Some((schema, [old, new]));
        }
        let finding = Finding::lint(method, Lint::IdentityChanged, Path::root());
        run.add(Finding {
            expected: Some(old),
            ..finding
        });
        None
    }
}

/// Reads an identity. Returns `None` if the identity is missing or null.
fn value(schema: &Identity, data: Option<&ResourceIdentityData>) -> tfvalue::Result<Option<Value>> {
    let data = data.and_then(|data| data.identity_data.as_ref());
    let value = data.map(|data| data.decode_value(&schema.implied_type()));
    Ok(value.transpose()?.filter(|value| !value.is_null()))
}
