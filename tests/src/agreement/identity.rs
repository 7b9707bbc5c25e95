//! Identities in responses, which may be incorrect.

use serde_json::Value as Json;
use tfvalue::rules::{Fault, Phase, check_identity};
use tfvalue::schema::{Identity, IdentityAttribute};
use tfvalue::tfplugin6::{DynamicValue, ResourceIdentityData};
use tfvalue::{Result, Type, Value};
use tfvalue_testing::response;

use super::case::{Case, Kind};
use super::diagnostics;
use super::mutate::mutate;
use super::parts::parts;
use super::record::Expected;
use super::schema::CASE;
use super::values;
use crate::random::Rng;

/// The identity of an object, and a response with an incorrect identity.
pub(super) struct Identified {
    pub(super) schema: Identity,
    pub(super) honest: Value,
    wrong: DynamicValue,
    pub(super) name: &'static str,
    /// Whether the rest of the response is also incorrect.
    pub(super) is_one_of_two: bool,
    /// Whether the state contains an identity with version 0. If not, the state was written by an older program or
    /// provider.
    pub(super) is_stored: bool,
    /// Whether the object is imported by its identity instead of an ID.
    pub(super) is_imported: bool,
}

/// The faults that Terraform finds in an identity.
#[derive(Default)]
pub(super) struct Found {
    pub(super) faults: Vec<Fault>,
    /// The messages about an identity that cannot be decoded.
    pub(super) undecodable: Vec<Expected>,
}

impl Identified {
    pub(super) fn new(rng: &mut Rng, number: u64, kind: Kind) -> Result<Self> {
        let types = [
            Type::String,
            Type::Number,
            Type::Bool,
            Type::list(Type::String),
            Type::list(Type::Number),
        ];
        let count = rng.below(4);
        let others = (0..count).map(|index| {
            let ty = types[rng.below(types.len())].clone();
            IdentityAttribute::optional(format!("i{index}"), ty)
        });
        let case = IdentityAttribute::required(CASE, Type::Number);
        let schema = Identity::new([case].into_iter().chain(others));
        let ty = schema.implied_type();
        let value = |rng: &mut Rng| {
            let members = schema.attributes.iter().map(|one| {
                let value = match &*one.name {
                    CASE => Value::from(number),
                    _ if rng.one_in(6) => Value::null(one.ty.clone()),
                    _ => values::value(rng, &one.ty, None)?,
                };
                Ok((one.name.to_string(), value))
            });
            Value::object(members.collect::<Result<Vec<_>>>()?)
        };
        let (honest, other) = (value(rng)?, value(rng)?);
        let (wrong, name) = match rng.below(8) {
            0 => (
                DynamicValue::encode_value(&other, &ty)?,
                "identity: changed",
            ),
            1 => (
                DynamicValue::encode_value(&Value::null(ty.clone()), &ty)?,
                "identity: null",
            ),
            2 => (
                DynamicValue::encode_value(&Value::unknown(ty.clone()), &ty)?,
                "identity: unknown",
            ),
            3 => (DynamicValue::default(), "identity: missing"),
            _ => (mutate(rng, &honest, &ty, &[&other])?.0, "identity: mutated"),
        };
        // Terraform crashes if the identity in an import block contains a null element.
        let has_null = parts(&honest)
            .iter()
            .flat_map(parts)
            .any(|one| one.is_null());
        let is_imported = kind == Kind::Import && rng.one_in(2) && !has_null;
        let is_upgraded = kind == Kind::UpgradeIdentity || rng.one_in(3);
        let mut schema = schema;
        schema.version = i64::from(is_upgraded);
        Ok(Identified {
            schema,
            honest,
            wrong,
            name,
            // The messages of an identity upgrade or of an import by identity contain the identity instead of an ID.
            is_one_of_two: kind != Kind::UpgradeIdentity && !is_imported && rng.one_in(3),
            is_stored: !rng.one_in(4),
            is_imported,
        })
    }

    /// Returns the identity in a response.
    pub(super) fn data(&self, is_wrong: bool) -> Result<ResourceIdentityData> {
        let honest = DynamicValue::encode_value(&self.honest, &self.schema.implied_type())?;
        let data = if is_wrong { self.wrong.clone() } else { honest };
        Ok(ResourceIdentityData {
            identity_data: Some(data),
        })
    }

    /// Returns the identity as it is in the state, or null.
    pub(super) fn stored(&self) -> Result<Value> {
        let ty = self.schema.implied_type();
        match self.in_state()? {
            Some(json) => tfvalue::json::value_from_slice(json.to_string().as_bytes(), &ty),
            None => Ok(Value::null(ty)),
        }
    }

    /// Returns the identity as it appears in a state file.
    pub(super) fn in_state(&self) -> Result<Option<Json>> {
        if !self.is_stored {
            return Ok(None);
        }
        let text = tfvalue::json::value_to_string(&self.honest, &self.schema.implied_type())?;
        Ok(serde_json::from_str(&text).ok())
    }

    /// Returns the identity that Terraform reads from a response.
    pub(super) fn read(&self, is_wrong: bool) -> Option<Value> {
        if !is_wrong {
            return Some(self.honest.clone());
        }
        response::decode(&self.wrong, &self.schema.implied_type()).ok()
    }

    /// Returns the faults that Terraform finds in the incorrect identity.
    pub(super) fn found(&self, phase: Phase, source: &str, case: &Case) -> Found {
        let is_json = self.wrong.msgpack.is_empty();
        match response::decode(&self.wrong, &self.schema.implied_type()) {
            Ok(identity) => Found {
                faults: check_identity(phase, &identity),
                ..Found::default()
            },
            Err(error) => {
                let mut undecodable = vec![diagnostics::undecodable(&error, is_json)];
                // Terraform also checks the unknown value that it uses instead of the identity.
                let (is_checked, may_be_unknown) = match (phase, case.kind) {
                    (Phase::Plan, Kind::Replace) => (true, true),
                    (Phase::Refresh, _) | (Phase::Plan, Kind::Destroy) => (true, false),
                    _ => (false, false),
                };
                if is_checked && !is_json {
                    if !may_be_unknown {
                        let faults = check_identity(phase, &Value::unknown(Type::Dynamic));
                        let faults = faults.iter().map(|fault| Expected::of(fault, source, case));
                        undecodable.extend(faults);
                    }
                    undecodable.push(Expected::Begins {
                        summary: "Provider produced an identity that doesn't match the schema"
                            .to_owned(),
                        start: format!(
                            "Provider {source:?} returned an identity for {} that doesn't",
                            case.address()
                        ),
                    });
                }
                Found {
                    undecodable,
                    ..Found::default()
                }
            }
        }
    }
}
