//! Lints: mistakes that Terraform tolerates.

/// A mistake in a provider that Terraform tolerates.
///
/// A lint finding makes a test fail, as a broken [rule](tfvalue::rules::Rule) does.
/// [`Harness::allow`](super::Harness::allow) turns a lint off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Lint {
    /// After a change has been applied, the next plan has an unknown value, although the configuration is the same.
    /// Every plan shows a change.
    UnknownWithoutChange,
    /// After a change has been applied, the next plan is not empty, although the configuration is the same.
    PlanNotEmpty,
    /// A path requires replacement, but its values are equal in the prior and the planned state.
    NeedlessReplacePath,
    /// An attribute was unknown in the plans of at least three updates, and had its prior value after each of the
    /// updates. No other attribute changed in all of these updates, so the value does not depend on any other
    /// attribute, and the plan should keep the value. [`Property`](super::Property) does not report this lint if the
    /// value changes in any other case.
    UnknownAlwaysPrior,
    /// An optional attribute that was not configured was unknown in at least three plans of new objects, and had the
    /// same value after each of the changes. Every configured attribute differed between some of these objects, so the
    /// value does not depend on any configured attribute. The plan should show this default.
    DefaultNotPlanned,
    /// An update was planned and applied, but the new state equals the prior state.
    EmptyUpdate,
    /// A refresh immediately after a change has been applied returns a different state. Terraform then reports a change
    /// that was made outside Terraform.
    RefreshChanged,
    /// The imported object differs from the state of the same object. Equivalent spellings (`same_as`) and attributes
    /// that the service does not have (`provider_only`) are exempt.
    ImportDiffers,
    /// The upgraded state differs from the stored state, or has null for an attribute with the same name.
    UpgradeChanged,
    /// The request contained private data, but the response contains none.
    PrivateLost,
    /// The identity in a response differs from the identity in the request. An object keeps its identity, unless the
    /// object is replaced or its resource has [`mutable_identity`](macro@tfvalue::TfSchema#mutable_identity). An
    /// identity attribute that is null or empty may be set, and the first read after an import may change all identity
    /// attributes. An object that is read without an identity, for example after an upgrade, receives an identity.
    IdentityChanged,
    /// The object can be read after it has been destroyed. A resource that exists only in the state, as
    /// [`state_only!`](macro@tfvalue::state_only) declares, is exempt.
    NotDeleted,
    /// `create` waited with [`Context::poll`](tfvalue::provider::Context::poll) and had not yet called
    /// [`Context::save`](tfvalue::provider::Context::save). If the wait fails, the object that the service has created
    /// is lost. A wait that [repeats calls](tfvalue::provider::Polling::repeats_calls) is exempt.
    WaitBeforeSave,
    /// A refresh returns the stored value of an attribute although the service has a different value. In this case,
    /// Terraform cannot detect changes that are made outside Terraform.
    DriftUnseen,
    /// `delete` fails if the object no longer exists. Somebody else may have deleted the object. The object then stays
    /// in the state forever, because every `destroy` fails.
    DeleteFailsIfMissing,
    /// `read` fails if the object no longer exists, instead of returning `None`. In this case, Terraform cannot create
    /// the object again.
    ReadFailsIfMissing,
    /// A failed change left an object in the service that Terraform does not know about. Only tests with
    /// [`Property::count`](super::Property::count) report this lint.
    LeftBehind,
    /// A change to one object changed or deleted another object of the same type or a [child](super::Property::child).
    /// A frequent cause is a `create` that takes over an object with the same name, instead of failing because the name
    /// is taken.
    OtherChanged,
    /// A refresh removes an existing object from the state because the configuration of the provider is unknown.
    LostWhileUnknown,
    /// Two consecutive reads of a data source return different values, or a second run of the same steps returns the
    /// elements in a different order. As a result, every plan shows a change.
    ReadsDiffer,
    /// Two runs with the same steps, each with its own provider and service, result in states with the same elements in
    /// a different order. If the order is random by design, allow the lint for this attribute.
    OrderDiffers,
    /// An attribute that is not sensitive contains the value of a sensitive or write-only attribute, so Terraform shows
    /// the secret.
    SecretInState,
    /// The message of an error or a warning contains a sensitive value. [`Property`](super::Property) also reports
    /// messages in which the [provider](tfvalue::provider::Secrets) has masked the value.
    SecretInText,
    /// A handler has logged a sensitive value with the tracing crate. [`serve`](mod@tfvalue::serve) masks the value in
    /// Terraform's log. Only [`Property`](super::Property) reports this.
    SecretInLog,
    /// A write-only attribute was configured, but no handler has called
    /// [`Context::config`](tfvalue::provider::Context::config), which is the only way to read its value. Only
    /// [`Property`](super::Property) reports this.
    WriteOnlyUnused,
    /// The configuration of an existing object has a different value, but no plan has ever shown this change, so the
    /// change is ignored. The two values differ in more than case and punctuation. Terraform tolerates ignored changes
    /// for providers that use `SDKv2`, whose `DiffSuppressFunc` can suppress a change. [`Property`](super::Property)
    /// does not report this lint if any case has a plan that shows a change to this attribute.
    ChangeIgnored,
    /// A planned set has fewer elements than the configured set, and the missing elements differ from the planned
    /// elements in more than case and punctuation. Terraform tolerates lost elements for providers that use `SDKv2`,
    /// whose `Set` function can return the same number for several elements.
    ElementsLost,
}

impl Lint {
    /// All lints, for example for a tool that takes the name of a lint.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue_testing::Lint;
    ///
    /// let named = |name: &str| Lint::ALL.iter().find(|lint| format!("{lint:?}") == name);
    /// assert_eq!(named("EmptyUpdate"), Some(&Lint::EmptyUpdate));
    /// assert_eq!(named("empty"), None);
    /// ```
    pub const ALL: &'static [Lint] = &[
        Lint::UnknownWithoutChange,
        Lint::PlanNotEmpty,
        Lint::NeedlessReplacePath,
        Lint::UnknownAlwaysPrior,
        Lint::DefaultNotPlanned,
        Lint::EmptyUpdate,
        Lint::RefreshChanged,
        Lint::ImportDiffers,
        Lint::UpgradeChanged,
        Lint::PrivateLost,
        Lint::IdentityChanged,
        Lint::NotDeleted,
        Lint::WaitBeforeSave,
        Lint::DriftUnseen,
        Lint::DeleteFailsIfMissing,
        Lint::ReadFailsIfMissing,
        Lint::LeftBehind,
        Lint::OtherChanged,
        Lint::LostWhileUnknown,
        Lint::ReadsDiffer,
        Lint::OrderDiffers,
        Lint::SecretInState,
        Lint::SecretInText,
        Lint::SecretInLog,
        Lint::WriteOnlyUnused,
        Lint::ChangeIgnored,
        Lint::ElementsLost,
    ];

    pub(super) fn text(self) -> &'static str {
        match self {
            Lint::UnknownWithoutChange => {
                "planned as unknown although nothing changes: plan the prior value"
            }
            Lint::PlanNotEmpty => "the plan after the change was applied has a change",
            Lint::NeedlessReplacePath => {
                "the path requires replacement, but the value does not change"
            }
            Lint::UnknownAlwaysPrior => {
                "planned as unknown in each update, but each update returns the prior value: keep the prior value"
            }
            Lint::DefaultNotPlanned => {
                "planned as unknown, but the result is always the same value: plan this value as a default"
            }
            Lint::EmptyUpdate => "an update changed nothing",
            Lint::RefreshChanged => {
                "the refresh after the change was applied returns another value"
            }
            Lint::ImportDiffers => "the imported value differs from the one in the state",
            Lint::UpgradeChanged => "the upgraded value differs from the stored one",
            Lint::PrivateLost => "the response has no private data, although the request has some",
            Lint::IdentityChanged => {
                "the identity of the object changes, but the resource does not have `mutable_identity`"
            }
            Lint::NotDeleted => "the object can be read after it was destroyed",
            Lint::WaitBeforeSave => {
                "`create` waited before it saved the object, which is lost if the wait fails: call `save` first"
            }
            Lint::DriftUnseen => "the refresh returns the stored value instead of the actual one",
            Lint::DeleteFailsIfMissing => {
                "`delete` fails because the object no longer exists: return `Ok(())`, since there is nothing left to delete"
            }
            Lint::ReadFailsIfMissing => {
                "`read` fails because the object no longer exists: return `Ok(None)`, so that Terraform creates it again"
            }
            Lint::LeftBehind => {
                "the service has an object that is in no state: call `save` as soon as the object exists"
            }
            Lint::OtherChanged => "a change of one object has also changed another one",
            Lint::LostWhileUnknown => {
                "the object is lost while the configuration of the provider is unknown: return the state as it is"
            }
            Lint::ReadsDiffer => {
                "reading again returns another value or another order: sort the elements, or use a set"
            }
            Lint::OrderDiffers => {
                "two runs with the same steps return the elements in another order: sort them, or use a set; if the order is random by design, turn this lint off with `Harness::allow`"
            }
            Lint::SecretInState => {
                "a public attribute contains a sensitive value: make it sensitive, or leave the value out"
            }
            Lint::SecretInText => "the text of an error contains a sensitive value: leave it out",
            Lint::SecretInLog => "the log contains a sensitive value: leave it out",
            Lint::WriteOnlyUnused => {
                "the write-only value is never used: get it with `Context::config` in `create` and `update`"
            }
            Lint::ChangeIgnored => {
                "the configuration has another value, but the plan has no change: compare only what means the same"
            }
            Lint::ElementsLost => {
                "the plan leaves out elements of the configured set, which count as the same: let different elements have different hashes"
            }
        }
    }

    /// Returns the text for a provider that is not written with this crate, if that text is different.
    pub(super) fn foreign_text(self) -> Option<&'static str> {
        Some(match self {
            Lint::IdentityChanged => "the identity of the object changes",
            Lint::DeleteFailsIfMissing => {
                "deleting fails because the object no longer exists: there is nothing left to delete, so return no error"
            }
            Lint::ReadFailsIfMissing => {
                "reading fails because the object no longer exists: remove it from the state, so that Terraform creates it again"
            }
            Lint::OrderDiffers => {
                "two runs with the same steps return the elements in another order: sort them, or use a set; if the order is random by design, allow OrderDiffers"
            }
            Lint::LeftBehind => {
                "the service has an object that is in no state: if a change fails, return the state of the object together with the error"
            }
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_lints_are_in_their_order() {
        for (index, lint) in Lint::ALL.iter().enumerate() {
            assert_eq!(*lint as usize, index, "{lint:?}");
        }
        // `Lint::ALL` must contain every variant, including a new variant at the end.
        let variants = include_str!("lint.rs").split("impl Lint").next();
        let variants = variants.into_iter().flat_map(str::lines);
        let names = variants.filter_map(|line| line.strip_prefix("    ")?.strip_suffix(','));
        let names = names.filter(|line| !line.starts_with("//"));
        let all: Vec<_> = Lint::ALL.iter().map(|lint| format!("{lint:?}")).collect();
        assert_eq!(names.collect::<Vec<_>>(), all);
    }
}
