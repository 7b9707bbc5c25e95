//! Fingerprints of write-only values, which allow a plan to detect that a value has changed.
//!
//! Terraform does not store write-only values, so each plan receives only the new value. The private data of the object
//! contains only a 24-bit fingerprint of the old value.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use ring::pbkdf2::{self, PBKDF2_HMAC_SHA256};
use ring::rand::{SecureRandom, SystemRandom};

use crate::error::{Error, Result};
use crate::msgpack;
use crate::number::Number;
use crate::private::PrivateData;
use crate::provider::context::Call;
use crate::provider::erased::Part;
use crate::provider::erased::layout::Fingerprint;
use crate::provider::erased::managed::ErasedResource;
use crate::provider::faults::check::Checks;
use crate::ty::Type;
use crate::value::Value;

/// The key in the private data. Keys that a provider chooses do not begin with a dot.
const KEY: &str = ".fingerprints";

/// The amount of work for one value, which takes about 20 ms. Both a plan and an apply do this work for each value with
/// a fingerprint.
const ROUNDS: u32 = 100_000;

/// The amount of work in a test. It can be small, because only the test reads the state.
const ROUNDS_IN_TESTS: u32 = 100;

/// The maximum work that private data can demand.
const MOST_ROUNDS: u32 = 100 * ROUNDS;

/// What a configuration changes. If several values share a revision attribute, the largest change counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    Nothing,
    /// The value is unknown.
    Maybe,
    Value,
}

/// Returns the configuration from which a change is planned, including the new revisions. The revision for a new object
/// is 1.
pub(crate) fn with_revisions(
    part: &Part,
    config: Value,
    prior: &Value,
    private: &[u8],
) -> Result<Value> {
    let all = &part.layout().fingerprints;
    if all.is_empty() {
        return Ok(config);
    }
    let mut changes = BTreeMap::new();
    if prior.is_null() {
        changes.extend(all.iter().map(|one| (&*one.revision, Change::Value)));
    } else {
        let stored = StoredFingerprints::read(&PrivateData::from_slice(private)?)?;
        for one in all {
            let change = stored.change(&one.name, config.get_named(&one.name))?;
            let largest = changes.entry(&*one.revision).or_insert(change);
            *largest = change.max(*largest);
        }
    }
    let members = config.members().into_iter().flatten();
    let members = members.map(|(name, value)| match changes.get(name) {
        Some(change) => (name, change.of(prior.get_named(name))),
        None => (name, value.clone()),
    });
    Value::object(members)
}

impl Change {
    /// Returns the revision after this change.
    fn of(self, prior: Option<&Value>) -> Value {
        match (self, prior) {
            (Change::Maybe, _) => Value::unknown(Type::Number),
            (Change::Nothing, Some(prior)) => prior.clone(),
            (Change::Nothing, None) => Value::null(Type::Number),
            (Change::Value, prior) => {
                let number = prior.and_then(Value::as_number);
                let number = number.and_then(Number::as_i64).unwrap_or(0);
                number.saturating_add(1).into()
            }
        }
    }
}

impl Call {
    /// Stores the fingerprints of the configuration that was applied.
    pub(crate) fn remember_fingerprints(
        &mut self,
        resource: &dyn ErasedResource,
        checks: Checks,
    ) -> Result<()> {
        let all = &resource.part().layout().fingerprints;
        let (Some(config), false) = (&self.config, all.is_empty()) else {
            return Ok(());
        };
        let config = resource.value(config)?;
        let mut data = PrivateData::from_slice(&self.private)?;
        let key = StoredFingerprints::read(&data)?.key;
        let key = key.map_or_else(|| Key::new(checks), Ok)?;
        let mut fingerprints = BTreeMap::new();
        for Fingerprint { name, .. } in all {
            if let Some(value) = config.get_named(name).filter(|value| !value.is_null()) {
                fingerprints.insert(&**name, key.fingerprint(name, value)?);
            }
        }
        data.set(KEY, &(key.rounds, key.salt, fingerprints))?;
        self.private = data.to_vec();
        Ok(())
    }
}

/// The fingerprints in private data.
#[derive(Default)]
struct StoredFingerprints {
    key: Option<Key>,
    /// The fingerprints of all values that are not null.
    fingerprints: BTreeMap<String, u32>,
}

impl StoredFingerprints {
    fn read(data: &PrivateData) -> Result<Self> {
        let stored = data
            .get(KEY)?
            .map(|(rounds, salt, fingerprints)| StoredFingerprints {
                key: Some(Key { rounds, salt }),
                fingerprints,
            });
        Ok(stored.unwrap_or_default())
    }

    /// Compares a configured value. If there is no fingerprint, the object is assumed to have no value.
    fn change(&self, name: &str, value: Option<&Value>) -> Result<Change> {
        let value = value.filter(|value| !value.is_null());
        let stored = self.key.as_ref().zip(self.fingerprints.get(name));
        let is_same = match (stored, value) {
            (_, Some(value)) if !value.is_wholly_known() => return Ok(Change::Maybe),
            (Some((key, stored)), Some(value)) => key.fingerprint(name, value)? == *stored,
            (None, None) => true,
            _ => false,
        };
        Ok(if is_same {
            Change::Nothing
        } else {
            Change::Value
        })
    }
}

/// The inputs of an object's fingerprints other than the values. The key stays the same as long as the object exists,
/// because two different fingerprints of a value would reveal more about the value than one fingerprint.
struct Key {
    rounds: u32,
    salt: [u64; 2],
}

impl Key {
    fn new(checks: Checks) -> Result<Self> {
        let mut bytes = [0; 16];
        let filled = SystemRandom::new().fill(&mut bytes);
        filled.map_err(|_| Error::msg("the operating system cannot provide random numbers"))?;
        let number = u128::from_le_bytes(bytes);
        Ok(Key {
            rounds: if checks.are_elsewhere() {
                ROUNDS_IN_TESTS
            } else {
                ROUNDS
            },
            salt: [number as u64, (number >> 64) as u64],
        })
    }

    fn fingerprint(&self, name: &str, value: &Value) -> Result<u32> {
        // The salt includes the name, so equal values within an object have different fingerprints.
        let salt = self.salt.iter().flat_map(|part| part.to_le_bytes());
        let salt: Vec<u8> = salt.chain(name.bytes()).collect();
        let secret = msgpack::value_to_vec(value, &value.ty())?;
        let rounds = NonZeroU32::new(self.rounds.min(MOST_ROUNDS)).unwrap_or(NonZeroU32::MIN);
        // The first bits of the hash. The other bits would reveal more about the value than is needed to detect a change.
        let mut bits = [0; 3];
        pbkdf2::derive(PBKDF2_HMAC_SHA256, rounds, &salt, &secret, &mut bits);
        let [high, middle, low] = bits;
        Ok(u32::from_be_bytes([0, high, middle, low]))
    }
}
