//! Keeps the prior spelling in states, and adds headlines to errors about stored values.

use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::error::{Error, Result};
use crate::plan::{self, Old};
use crate::provider::erased::managed::{Apply, ErasedResource};
use crate::provider::faults::bug::{self, Returned};
use crate::tfplugin::messages::DynamicValue;

/// Keeps the spelling of values that mean the same thing. The old object can be null.
pub(crate) fn spelled(
    resource: &dyn ErasedResource,
    kind: Old,
    old: &DynamicValue,
    new: Returned,
) -> Result<Returned> {
    let model = resource.part().model();
    let has_any = if old.is_null() {
        plan::has_empty(model.fields)
    } else {
        plan::has_spellings(model.fields)
    };
    if new.value.is_null() || !has_any {
        return Ok(new);
    }
    let kept = plan::spelled(
        model,
        kind,
        &resource.value(old)?,
        &resource.value(&new.value)?,
    )?;
    let value = DynamicValue::encode_value(&kept, resource.part().ty())?;
    Ok(Returned { value, ..new })
}

/// Returns `true` if a change affects only the spelling of values.
pub(crate) fn is_respelled(resource: &dyn ErasedResource, change: &Apply<'_>) -> Result<bool> {
    let fields = resource.part().model().fields;
    if change.prior.is_null() || change.planned.is_null() || !plan::has_same_as(fields) {
        return Ok(false);
    }
    let [prior, planned] = [change.prior, change.planned].map(|state| resource.value(state));
    plan::is_only_respelled(fields, &prior?, &planned?)
}

/// Adds a headline to errors about a stored value that an annotation converts. Terraform shows such errors in the
/// configuration, although the configuration is not the cause.
pub(crate) fn headed(annotation: &str, summary: &str, error: Error) -> Diagnostics {
    if let Some(bug) = bug::of_conversion(annotation, &error) {
        return bug.into();
    }
    let diagnostics = Diagnostics::from(error).into_iter();
    let headed = diagnostics.map(|one| {
        if one.has_headline() {
            one
        } else {
            Diagnostic::error(summary, one.detail()).at(one.path())
        }
    });
    headed.collect()
}
