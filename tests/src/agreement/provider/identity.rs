//! The identities in requests and responses.

use tfvalue::rules::Phase;
use tfvalue::schema::ProviderSchema;
use tfvalue::tfplugin6::{
    ResourceIdentityData, get_resource_identity_schemas, upgrade_resource_identity,
};
use tfvalue::{Result, Value};

use super::{Shared, read};
use crate::agreement::case::{Case, Kind};
use crate::agreement::identity::Found;
use crate::agreement::record::Expected;
use crate::agreement::values;

impl Shared {
    pub(super) fn identities(&self) -> get_resource_identity_schemas::Response {
        let mut all = ProviderSchema::default();
        for case in self.cases.values() {
            if let Some(identity) = &case.identity {
                all.resource_identity_schemas
                    .insert(format!("agree_{}", case.ty), identity.schema.clone());
            }
        }
        (&all).into()
    }

    /// Returns the identity in a response, and the faults that Terraform finds in it.
    pub(super) fn identity(
        &self,
        case: &Case,
        is_wrong: bool,
        phase: Phase,
    ) -> Result<(Option<ResourceIdentityData>, Found)> {
        let Some(identity) = &case.identity else {
            return Ok((None, Found::default()));
        };
        let found = if is_wrong {
            identity.found(phase, &self.source, case)
        } else {
            Found::default()
        };
        if matches!(
            phase,
            Phase::Upgrade | Phase::Move | Phase::Import | Phase::Refresh
        ) {
            let read = identity.read(is_wrong);
            self.record(case, |record| record.identity = read);
        }
        Ok((Some(identity.data(is_wrong)?), found))
    }

    /// Adds the messages about an identity that cannot be decoded. Terraform does not read the identity if it cannot
    /// decode the value.
    pub(super) fn expect_undecodable(&self, case: &Case, found: Found, decoded: Option<&Value>) {
        if decoded.is_some() {
            self.record(case, |record| record.expected.extend(found.undecodable));
        }
    }

    pub(super) fn upgrade_identity(
        &self,
        request: &upgrade_resource_identity::Request,
    ) -> Result<upgrade_resource_identity::Response> {
        let mut cases = self.cases.values();
        let case = cases.find(|case| request.type_name.strip_prefix("agree_") == Some(&case.ty));
        let Some((case, identity)) = case.and_then(|it| Some((it, it.identity.as_ref()?))) else {
            return Err(serde::ser::Error::custom("there is no such identity"));
        };
        let json = request.raw_identity.as_ref().map(|raw| &*raw.json);
        let json = json.unwrap_or_default();
        let ty = identity.schema.implied_type();
        let sent = if json.is_empty() {
            Value::null(ty)
        } else {
            tfvalue::json::value_from_slice(json, &ty)?
        };
        let differences = [
            (request.version != 0).then(|| format!("version {}", request.version)),
            differing("raw identity", &identity.stored()?, &sent)?,
        ];
        let is_mutated = case.kind == Kind::UpgradeIdentity;
        let (data, found) = self.identity(case, is_mutated, Phase::Upgrade)?;
        let faults = found.faults.iter();
        let faults = faults.map(|fault| Expected::of(fault, &self.source, case));
        self.record(case, |record| {
            record.sent.extend(differences.into_iter().flatten());
            record.log.push(format!("upgraded identity: {data:?}"));
            if is_mutated {
                record.mutation = identity.name;
            }
            record.expected.extend(faults);
            record.expected.extend(found.undecodable);
        });
        Ok(upgrade_resource_identity::Response {
            upgraded_identity: data,
            ..Default::default()
        })
    }

    /// Compares the identity in a request with the identity in the last response.
    pub(super) fn compare_identity(
        &self,
        case: &Case,
        call: &str,
        sent: Option<&ResourceIdentityData>,
    ) -> Result<()> {
        let Some(identity) = &case.identity else {
            return Ok(());
        };
        let data = sent.and_then(|sent| sent.identity_data.as_ref());
        let sent = read(data, &identity.schema.implied_type())?;
        let own = self.record(case, |record| record.identity.clone());
        let own = own.map_or_else(|| identity.stored(), Ok)?;
        let difference = differing(call, &own, &sent)?;
        self.record(case, |record| record.sent.extend(difference));
        Ok(())
    }

    /// Adds the faults that Terraform finds if an object that was imported by its identity has no identity.
    pub(super) fn expect_imported_identity(&self, case: &Case) -> bool {
        let mut imported = case.identity.iter().filter(|one| one.is_imported);
        let is_missing = imported.any(|one| one.read(true).is_some_and(|it| it.is_null()));
        if is_missing {
            let summary = format!("import of {} didn't return an identity", case.address());
            let start = String::new();
            let expected = Expected::Begins { summary, start };
            self.record(case, |record| record.expected.push(expected));
        }
        is_missing
    }
}

fn differing(call: &str, own: &Value, sent: &Value) -> Result<Option<String>> {
    let text = |value: &Value| Ok::<_, tfvalue::Error>(values::comparable(value)?.to_string());
    let (own, sent) = (text(own)?, text(sent)?);
    Ok((own != sent).then(|| format!("{call}: identity {own}\n  but sent {sent}")))
}
