//! Converts the diagnostics of calls to the form that Terraform receives.

use std::mem;
use std::sync::OnceLock;

use crate::diagnostics::Diagnostics;
use crate::model::elements::Namer;
use crate::provider::context::Call;
use crate::provider::erased::Part;
use crate::provider::faults::panic::caught;
use crate::provider::parts::Parts;
use crate::provider::secrets::Secrets;
use crate::tfplugin::messages::{self, DynamicValue};

impl Parts {
    /// Validates a configuration. The diagnostics do not show secrets in the configuration.
    pub(crate) async fn validated(
        &self,
        part: Result<&Part, Diagnostics>,
        config: &DynamicValue,
        validate: impl FnOnce(&Part) -> Diagnostics,
    ) -> Vec<messages::Diagnostic> {
        let part = match part {
            Ok(part) => part,
            Err(unknown) => return self.messages(unknown),
        };
        let secrets = OnceLock::new();
        Secrets::hide(
            || secrets.get_or_init(Secrets::default),
            part.layout(),
            &[config],
        );
        let validated = caught(async { Ok(validate(part)) }).await;
        let diagnostics = validated.unwrap_or_else(|failed| failed);
        Secrets::messages(secrets.get().as_slice(), diagnostics, self.observer())
    }

    /// Returns the diagnostics of a call with secrets removed.
    pub(crate) fn messages(&self, diagnostics: Diagnostics) -> Vec<messages::Diagnostic> {
        Secrets::messages(&[], diagnostics, self.observer())
    }
}

/// Converts the paths in a call's diagnostics so that Terraform finds them in the configuration of the block. Elements
/// of sets are identified by the values that the handler received.
fn in_config<'p>(
    diagnostics: Diagnostics,
    value: &DynamicValue,
    part: impl FnOnce() -> Option<&'p Part>,
) -> Diagnostics {
    if diagnostics.is_empty() {
        return diagnostics;
    }
    let Some(part) = part() else {
        return diagnostics;
    };
    let diagnostics = diagnostics.in_config(part.block());
    match value.decode_value(part.ty()) {
        Ok(value) => diagnostics.named(Namer::new(part.block(), part.model().fields, &value)),
        // If decoding fails, the handler did not receive the value either.
        Err(_) => diagnostics,
    }
}

impl Call {
    /// Hides the values of the sensitive and write-only attributes until the call ends.
    pub(crate) fn hide(&self, part: &Part, values: &[&DynamicValue]) {
        Secrets::hide(
            || self.secrets.get_or_init(Secrets::default),
            part.layout(),
            values,
        );
    }

    /// Returns the diagnostics of the call. They [point](in_config) to places in the configuration and do not show
    /// secrets.
    pub(crate) fn diagnostics<'p>(
        &mut self,
        value: &DynamicValue,
        part: impl FnOnce() -> Option<&'p Part>,
    ) -> Vec<messages::Diagnostic> {
        let diagnostics = in_config(mem::take(&mut self.warnings), value, part);
        let secrets: Vec<_> = self
            .secrets
            .get()
            .into_iter()
            .chain(&self.shared_secrets)
            .collect();
        Secrets::messages(&secrets, diagnostics, self.observer())
    }
}
