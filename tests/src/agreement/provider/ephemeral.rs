//! Renews and closes ephemeral resources.

use std::time::{SystemTime, UNIX_EPOCH};

use tfvalue::Result;
use tfvalue::tfplugin6::{
    Diagnostic, Timestamp, close_ephemeral_resource, diagnostic, renew_ephemeral_resource,
};

use super::Shared;
use crate::agreement::case::Case;
use crate::agreement::diagnostics::FAILURE;
use crate::agreement::known::{closes_with_renewed, judges_as_tofu};

/// Returns the private data that a call stores for an object.
fn private(call: &str, case: &Case) -> Option<Vec<u8>> {
    Some(format!("{call} {}", case.number).into_bytes())
}

impl Shared {
    /// Returns the time of the renewal and the private data for an object that is being opened. Some objects have no
    /// renewal.
    pub(super) fn opened(&self, case: &Case) -> (Option<Timestamp>, Option<Vec<u8>>) {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let now = now.map_or(0, |since| since.as_secs() as i64);
        let renew_at = Timestamp {
            seconds: now,
            nanos: 0,
        };
        let is_renewed = !case.number.is_multiple_of(4);
        (is_renewed.then_some(renew_at), private("opened", case))
    }

    /// Returns the case of an object, and compares the object's private data with the private data in a call.
    fn with_private(&self, sent: Option<&[u8]>, call: &str) -> Option<&Case> {
        let text = String::from_utf8_lossy(sent.unwrap_or_default());
        let (name, number) = text.split_once(' ')?;
        let case = self.cases.get(&number.parse().ok()?)?;
        self.record(case, |record| {
            let expected = if record.is_renewed && closes_with_renewed() {
                "renewed"
            } else {
                "opened"
            };
            record.log.push(format!("{call}: {text}"));
            if name != expected {
                let text = format!("{call}: private data of {expected:?}, but sent {name:?}");
                record.sent.push(text);
            }
        });
        Some(case)
    }

    pub(super) fn renew(
        &self,
        request: &renew_ephemeral_resource::Request,
    ) -> Result<renew_ephemeral_resource::Response> {
        let Some(case) = self.with_private(request.private.as_deref(), "renew") else {
            return Err(serde::ser::Error::custom("there is no such object"));
        };
        // Terraform drops the errors.
        let is_failing = case.number.is_multiple_of(3) && !judges_as_tofu();
        let error = Diagnostic {
            severity: diagnostic::Severity::Error.into(),
            summary: format!("{FAILURE} in case {}", case.number),
            ..Default::default()
        };
        self.record(case, |record| {
            record.is_renewed = true;
            record.renewals += 1;
        });
        Ok(renew_ephemeral_resource::Response {
            private: private("renewed", case),
            diagnostics: is_failing.then_some(error).into_iter().collect(),
            renew_at: None,
        })
    }

    pub(super) fn close(
        &self,
        request: &close_ephemeral_resource::Request,
    ) -> Result<close_ephemeral_resource::Response> {
        match self.with_private(request.private.as_deref(), "close") {
            Some(_) => Ok(close_ephemeral_resource::Response::default()),
            None => Err(serde::ser::Error::custom("there is no such object")),
        }
    }
}
