//! The mutated response of a case.

use tfvalue::rules::{Fault, Phase};
use tfvalue::schema::Block;
use tfvalue::tfplugin6::DynamicValue;
use tfvalue::{Result, Value};
use tfvalue_testing::response;

use super::Shared;
use crate::agreement::case::Case;
use crate::agreement::diagnostics;
use crate::agreement::known::judges_as_tofu;
use crate::agreement::mutate::{NOTHING, mutate};
use crate::agreement::record::Expected;
use crate::agreement::schema::{public, readable};
use crate::agreement::tofu;

/// The maximum number of mutations that are tried if mutations crash Terraform.
const TRIES: u32 = 20;

impl Shared {
    /// Returns the wire form of the response, mutated if this is the call that the case tests, and records the messages
    /// that Terraform must print.
    pub(super) fn answer(
        &self,
        case: &Case,
        is_mutated: bool,
        (call, phase, honest): (&str, Phase, &Value),
        donors: &[&Value],
        check: impl Fn(&Block, &Value) -> Vec<Fault>,
    ) -> Result<(DynamicValue, Option<Value>)> {
        let ty = case.block.implied_type();
        let mut rng = self.rng(case, 1);
        let mut tries = 0;
        let identity = case.identity.as_ref().filter(|_| is_mutated);
        let is_value_mutated = is_mutated && identity.is_none_or(|one| one.is_one_of_two);
        loop {
            let (response, name) = if is_value_mutated && tries < TRIES {
                mutate(&mut rng, honest, &ty, donors)?
            } else {
                (DynamicValue::encode_value(honest, &ty)?, NOTHING)
            };
            tries += 1;
            // The strings in the result that are not valid UTF-8 differ from the strings in the last plan.
            let is_last_plan = phase == Phase::Plan && self.is_applying();
            if is_last_plan && response.with_valid_utf8().msgpack != response.msgpack {
                continue;
            }
            let decoded = response::decode(&response, &ty);
            if phase == Phase::Refresh
                && judges_as_tofu()
                && let Ok(value) = &decoded
                && tofu::breaks_unknown_blocks(&case.block, value)
            {
                continue;
            }
            let judged = |block: &Block, value: &Value| {
                let own = check(block, value);
                if judges_as_tofu() {
                    tofu::faults(phase, block, value, own, &|block| check(block, value))
                } else {
                    own
                }
            };
            let faults = decoded.as_ref().map(|value| judged(&case.block, value));
            // The program prints some values that the rules hide.
            let public = public(Block::clone(&case.block));
            let schemas = [readable(public.clone()), public];
            let shown = decoded.as_ref().ok().into_iter();
            let shown = shown.flat_map(|value| schemas.iter().flat_map(|it| judged(it, value)));
            let revealed: Vec<_> = shown
                .map(|fault| Expected::of(&fault, &self.source, case))
                .collect();
            let crash = match &faults {
                Ok(faults) => faults
                    .iter()
                    .find(|fault| fault.is_crash())
                    .map(Fault::to_string),
                Err(error) => Some(error.to_string())
                    .filter(|text| text.ends_with(", which crashes Terraform")),
            };
            let is_crash = crash.is_some();
            if let Some(reason) = crash {
                let text = || format!("{call}: {name}: {reason}: {:?}", decoded.as_ref().ok());
                self.record(case, |record| {
                    record.crash.get_or_insert_with(text);
                });
            }
            if is_crash && !case.may_crash && tries <= TRIES {
                continue;
            }
            self.record(case, |record| {
                record.crashes |= is_crash;
                if is_mutated {
                    record.mutation = identity.map_or(name, |one| one.name);
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
                            let expected = expected.revealing(fault, &revealed);
                            // Terraform does not report the same fault separately for each place.
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
