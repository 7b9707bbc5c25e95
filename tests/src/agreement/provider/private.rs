//! The private data of objects, which Terraform passes from call to call.

use tfvalue::Value;

use super::Shared;
use crate::agreement::case::Case;
use crate::agreement::known::sends_planned_private;

/// The private data of an object as stored in the state.
pub(in crate::agreement) fn stored(number: u64) -> Vec<u8> {
    if number.is_multiple_of(3) {
        Vec::new()
    } else {
        format!("stored {number}").into_bytes()
    }
}

/// The private data in a plan request.
pub(super) struct InPlan<'a> {
    pub(super) prior: &'a [u8],
    pub(super) planned: &'a [u8],
}

impl Shared {
    /// Compares the private data of an object with the private data that the last response stored, and returns the
    /// private data that this response stores.
    pub(super) fn pass_private(&self, case: &Case, call: &str, sent: &[u8]) -> Vec<u8> {
        self.record(case, |record| {
            let expected = record.private.get_or_insert_with(|| stored(case.number));
            let is_same = expected == sent;
            let text = format!("{call}: private data {expected:?}\n  but sent {sent:?}");
            *expected = match case.number % 4 {
                0 => Vec::new(),
                1 => sent.to_vec(),
                _ => format!("{call} {}", case.number).into_bytes(),
            };
            let new = expected.clone();
            record.sent.extend((!is_same).then_some(text));
            new
        })
    }

    /// Compares the private data in a plan request, and returns the planned private data. The second plan of a
    /// replacement receives the private data from the first plan. If a refresh does not find an object, the plan for
    /// the object receives the private data from the refresh. The plan during apply receives the private data from the
    /// last plan.
    pub(super) fn plan_private(&self, case: &Case, sent: &InPlan<'_>, is_new: bool) -> Vec<u8> {
        let is_applying = self.is_applying();
        self.record(case, |record| {
            let last = record.planned_private.take();
            let is_second = is_new && last.is_some() && !is_applying;
            let stored = || {
                record
                    .private
                    .clone()
                    .unwrap_or_else(|| stored(case.number))
            };
            // Terraform has not yet recorded that the object no longer exists.
            let is_gone = record.refreshed.as_ref().is_some_and(Value::is_null) && !is_applying;
            let (prior, planned) = match &last {
                Some(last) if is_second => (last.clone(), Vec::new()),
                last => (
                    if is_new && !is_gone {
                        Vec::new()
                    } else {
                        stored()
                    },
                    last.clone()
                        .filter(|_| is_applying && sends_planned_private())
                        .unwrap_or_default(),
                ),
            };
            for (name, own, sent) in [
                ("prior", prior, sent.prior),
                ("planned", planned, sent.planned),
            ] {
                if own != sent {
                    let text = format!("plan: {name} private data {own:?}\n  but sent {sent:?}");
                    record.sent.push(text);
                }
            }
            record.plans += 1;
            record.planned_privates += u64::from(!sent.planned.is_empty());
            // Terraform does not distinguish missing data from empty data.
            let new = if case.number.is_multiple_of(5) && record.plans == 1 {
                Vec::new()
            } else {
                format!("plan {} of {}", record.plans, case.number).into_bytes()
            };
            record.planned_private = Some(new.clone());
            new
        })
    }

    /// Compares the planned private data in an apply request.
    pub(super) fn compare_applied_private(&self, case: &Case, sent: &[u8]) {
        self.record(case, |record| {
            let own = record.planned_private.clone().unwrap_or_default();
            if own != sent {
                let text = format!("apply: private data {own:?}\n  but sent {sent:?}");
                record.sent.push(text);
            }
        });
    }
}
