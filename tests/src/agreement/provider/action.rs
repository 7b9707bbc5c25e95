//! Deferred actions.

use tfvalue::Result;
use tfvalue::Type;
use tfvalue::rules::check_action_deferral;
use tfvalue::schema::{Attribute, Block};
use tfvalue::tfplugin6::plan_action;

use super::{Shared, deferred, read};
use crate::agreement::record::Expected;
use crate::agreement::schema::CASE;

/// The schema of an action.
pub(super) fn block() -> Block {
    Block::new().attributes([Attribute::new(CASE, Type::Number).required()])
}

impl Shared {
    pub(super) fn plan_action(
        &self,
        request: &plan_action::Request,
    ) -> Result<plan_action::Response> {
        let config = read(request.config.as_ref(), &block().implied_type())?;
        let Some(case) = self.case(&[&config]) else {
            return Err(serde::ser::Error::custom("there is no such action"));
        };
        let reason = case.deferral.unwrap_or_default();
        let faults = check_action_deferral(case.deferrals, reason);
        let expected = faults.iter();
        let expected = expected.map(|fault| Expected::of(fault, &self.source, case));
        self.record(case, |record| {
            record.mutation = "action: deferred";
            record
                .log
                .push(format!("action: deferred with reason {reason}"));
            record.expected.extend(expected);
        });
        Ok(plan_action::Response {
            deferred: Some(deferred(reason)),
            ..Default::default()
        })
    }
}
