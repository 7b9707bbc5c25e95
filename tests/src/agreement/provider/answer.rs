//! The mutated response of a case.

use tfvalue::rules::Fault;
use tfvalue::tfplugin6::DynamicValue;
use tfvalue::{Result, Value};

use super::Shared;
use crate::agreement::case::Case;
use crate::agreement::diagnostics;
use crate::agreement::mutate::{NOTHING, mutate};
use crate::agreement::record::Expected;

/// The number of mutations that are tried if they crash Terraform.
const TRIES: u32 = 20;

impl Shared {
    /// Returns the wire form of the response, mutated if this is the call of the case, and adds the
    /// messages that Terraform must print.
    pub(super) fn answer(
        &self,
        case: &Case,
        is_mutated: bool,
        (call, honest): (&str, &Value),
        donors: &[&Value],
        check: impl Fn(&Value) -> Vec<Fault>,
    ) -> Result<(DynamicValue, Option<Value>)> {
        let ty = case.block.implied_type();
        let mut rng = self.rng(case, 1);
        let mut tries = 0;
        loop {
            let (response, name) = if is_mutated && tries < TRIES {
                mutate(&mut rng, honest, &ty, donors)?
            } else {
                (DynamicValue::encode_value(honest, &ty)?, NOTHING)
            };
            tries += 1;
            let decoded = response.decode_response(&ty);
            let faults = decoded.as_ref().map(&check);
            let is_crash = match &faults {
                Ok(faults) => faults.iter().any(Fault::is_crash),
                Err(error) => error.message().ends_with(", which crashes Terraform"),
            };
            if is_crash {
                self.record(case, |record| record.is_crash = true);
            }
            if is_crash && !case.may_crash && tries <= TRIES {
                continue;
            }
            self.record(case, |record| {
                record.crashes |= is_crash;
                if is_mutated {
                    record.mutation = name;
                }
                let shown = match &decoded {
                    Ok(value) => value.to_string(),
                    Err(error) => format!("{response:?}: {error}"),
                };
                record.log.push(format!("{call}: {name}: {shown}"));
                match &faults {
                    Err(error) => {
                        let is_json = response.msgpack.is_empty();
                        let expected = diagnostics::undecodable(error, is_json);
                        record.expected.push(expected);
                    }
                    Ok(faults) => {
                        for fault in faults
                            .iter()
                            .filter(|fault| !fault.is_crash() && !fault.is_incomplete())
                        {
                            let expected = Expected::of(fault, &self.source, case);
                            // Terraform does not name each place.
                            if !record.expected.iter().any(|one| one.is_same(&expected)) {
                                record.expected.push(expected);
                            }
                        }
                    }
                }
            });
            return Ok((response, decoded.ok()));
        }
    }
}
