//! Faults: the errors in a response of a provider, and the messages that Terraform prints for them.

use std::borrow::Cow;
use std::fmt;

use super::quoted::Quoted;
use super::rule::Rule;
use crate::path::{ElementNames, NamedPath, Path};
use crate::value::Value;

/// The problem message for a write-only attribute in an object that is unknown as a whole.
pub(super) const PLANNED_WRITE_ONLY: &str = "planned value for write-only attribute is not null";

/// The call in the protocol whose response is checked. The phase determines the message around each problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Phase {
    /// The response of `PlanResourceChange`.
    Plan,
    /// The response of a later `PlanResourceChange` during apply, compared with the first response.
    FinalPlan,
    /// The response of `ApplyResourceChange`.
    Apply,
    /// The response of `ReadResource`.
    Refresh,
    /// The response of `ReadDataSource`.
    ReadData,
    /// The response of `OpenEphemeralResource`.
    OpenEphemeral,
    /// The response of `ImportResourceState`.
    Import,
    /// The response of `UpgradeResourceState`.
    Upgrade,
    /// The response of `MoveResourceState`. For [`Fault::detail`], pass the address of the target.
    Move,
    /// The response of `CallFunction`. For [`Fault::detail`], pass the name of the function instead of an address, such
    /// as `provider::shop::price`.
    CallFunction,
    /// The response of `PlanAction`. [`Fault::detail`] does not use the address.
    PlanAction,
}

/// A fault in a provider's response.
///
/// The messages of a fault never contain a sensitive or write-only value.
///
/// # Examples
///
/// ```
/// use tfvalue::rules::{PlanRequest, PlanResponse, Rule, check_plan};
/// use tfvalue::{Attr, TfSchema, Value, types::TfType};
///
/// #[derive(TfSchema)]
/// #[tf(kind = resource)]
/// struct Server {
///     #[tf(optional)]
///     size: Attr<String>,
/// }
///
/// let state = |size: Value| Value::object([("size", size)]);
/// let config = state("large".into())?;
/// let planned = state("small".into())?;
/// let request = PlanRequest { config: &config, prior: &Value::null(Server::ty()) };
/// let faults = check_plan(&Server::block(), request, PlanResponse::new(&planned));
/// assert_eq!(faults[0].rule, Rule::PlannedValueDiffersFromConfig);
/// assert_eq!(
///     faults[0].to_string(),
///     r#"size: planned value cty.StringVal("small") does not match config value cty.StringVal("large")"#,
/// );
/// assert_eq!(faults[0].summary(), "Provider produced invalid plan");
/// # Ok::<(), tfvalue::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Fault {
    /// The rule that is broken.
    pub rule: Rule,
    /// The place of the fault. The path ends before the keys of a sensitive map.
    pub path: Path,
    /// Whether Terraform only logs the fault and continues. Terraform only logs such faults for providers with the
    /// legacy type system. For other providers, it prints an error and rejects the response. The value is also `true`
    /// if the fault only indicates that a check is [incomplete](Fault::is_incomplete).
    pub is_logged: bool,
    /// The phase of the check.
    pub phase: Phase,
    /// The value that Terraform expects, which is the configured or the planned value. `None` if there is no such
    /// value, or if the value is sensitive.
    pub expected: Option<Value>,
    /// The value in the response. `None` if there is no such value, or if the value is sensitive.
    pub actual: Option<Value>,
    /// The names of the set elements on the path.
    pub(crate) names: ElementNames,
    pub(super) place: String,
    pub(super) problem: String,
    /// The place and the problem that Terraform prints, if they are less precise than `path` and the problem in this
    /// fault.
    pub(super) printed: Option<(String, &'static str)>,
}

impl Fault {
    /// Returns `true` if Terraform rejects the response because of this fault.
    #[must_use]
    pub fn is_fatal(&self) -> bool {
        !self.is_logged
    }

    /// Returns `true` if this value is not a fault, but a note that the check of a large set was incomplete. It is never
    /// [fatal](Fault::is_fatal).
    ///
    /// Terraform compares each planned element of a set with each actual element. This crate compares only elements whose
    /// known planned parts are equal. The number of comparisons is limited to about 64 times the number of values (but
    /// at least 65,536), so the time is linear in the size of the object.
    #[must_use]
    pub fn is_incomplete(&self) -> bool {
        self.rule == Rule::SetNotCompared
    }

    /// Returns `true` if Terraform crashes because of this fault, without printing a message about it.
    #[must_use]
    pub fn is_crash(&self) -> bool {
        matches!(self.rule, Rule::BlocksOfWrongShape | Rule::NullElement)
    }

    /// Returns the problem in Terraform's wording, without the path.
    ///
    /// The problem can be more precise than the message that Terraform prints, which [`detail`](Fault::detail) returns.
    /// For example, if an attribute has sensitive members, Terraform only prints that the attribute is inconsistent.
    #[must_use]
    pub fn problem(&self) -> &str {
        &self.problem
    }

    /// Returns the path as Terraform prints it, for example `.rule[0].port`. The path is empty at the root.
    ///
    /// Terraform prints an element of a set as `[...]`, and an element of a map of nested attributes in the same way as
    /// an attribute. In [`Fault::path`], these steps are [`Step::Index`](crate::paths::Step::Index) in the order of
    /// [`Value::elements`], and [`Step::Key`](crate::paths::Step::Key).
    #[must_use]
    pub fn terraform_path(&self) -> &str {
        &self.place
    }

    /// Returns the first line of Terraform's diagnostic.
    #[must_use]
    pub fn summary(&self) -> &'static str {
        match (self.rule, self.phase) {
            (Rule::UnknownInResult | Rule::NullResult | Rule::ObjectAfterDestroy, Phase::Apply) => {
                "Provider returned invalid result object after apply"
            }
            (Rule::WriteOnlyValue, Phase::Import) => {
                "Import returned a non-null value for a write-only attribute"
            }
            (Rule::NullResult, Phase::ReadData) => "Provider produced null object",
            (Rule::NullResult, Phase::Import) => "Import returned null resource",
            (Rule::WrongType | Rule::UnknownInResult, Phase::Apply | Phase::Refresh) => {
                "Provider produced invalid object"
            }
            (Rule::UnknownIdentity, Phase::Upgrade) => "Invalid resource identity upgrade",
            (Rule::UnknownIdentity, _) => "Provider produced invalid identity",
            (Rule::UnexpectedDeferral, Phase::PlanAction) => "Invalid deferral",
            (Rule::UnexpectedDeferral, _) => {
                "Provider deferred changes when Terraform did not allow deferrals"
            }
            (_, Phase::Plan) => "Provider produced invalid plan",
            (_, Phase::FinalPlan) => "Provider produced inconsistent final plan",
            (Rule::WriteOnlyValue, Phase::Apply) => "Provider produced invalid object",
            (_, Phase::Apply) => "Provider produced inconsistent result after apply",
            (_, Phase::Refresh | Phase::ReadData) => "Provider produced invalid object",
            (_, Phase::OpenEphemeral) => "Provider produced invalid ephemeral resource instance",
            (_, Phase::Import) => "Provider returned invalid value",
            (_, Phase::Upgrade) => "Invalid resource state upgrade",
            (_, Phase::Move) => "Provider returned invalid value",
            (_, Phase::CallFunction) => "Error in function call",
            (_, Phase::PlanAction) => "Invalid deferred reason",
        }
    }

    /// Returns the message of Terraform's diagnostic for a provider and an address, such as
    /// `registry.terraform.io/hashicorp/aws` and `aws_vpc.main`. For a fault that is only logged, the result is the
    /// line in Terraform's log.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::rules::check_data_source;
    /// use tfvalue::{Attr, TfSchema, Value, types::TfType};
    ///
    /// #[derive(TfSchema)]
    /// #[tf(kind = data_source)]
    /// struct Image {
    ///     #[tf(computed)]
    ///     id: Attr<String>,
    /// }
    ///
    /// let faults = check_data_source(&Image::block(), &Value::null(Image::ty()));
    /// let detail = faults[0].detail("example.com/shop/shop", "data.shop_image.a");
    /// assert!(detail.starts_with(
    ///     r#"Provider "provider[\"example.com/shop/shop\"]" produced a null value for data.shop_image.a."#,
    /// ));
    /// ```
    #[must_use]
    pub fn detail(&self, provider: &str, address: &str) -> String {
        const BUG: &str = "\n\nThis is a bug in the provider, which should be reported in the \
                           provider's own issue tracker.";
        let (place, problem) = match &self.printed {
            Some((place, problem)) => (place, *problem),
            None => (&self.place, &*self.problem),
        };
        let name = name_of(provider);
        let displayed = display_of(provider);
        let provider = Quoted(provider);
        let in_config = format!("provider[{provider}]");
        let quoted = Quoted(&in_config);
        let at = if place.is_empty() {
            String::new()
        } else {
            format!("{place}: ")
        };
        match (self.phase, self.rule) {
            _ if !self.is_fatal() => format!("{at}{problem}"),
            (_, Rule::WriteOnlyValue) if problem != PLANNED_WRITE_ONLY => format!(
                "{} returned a value for the write-only attribute \"{address}{place}\"{}. Write-only \
                 attributes cannot be read back from the provider. This is a bug in the provider, which \
                 should be reported in the provider's own issue tracker.",
                match self.phase {
                    Phase::Upgrade => format!(
                        "While attempting to upgrade state of resource {address}, the provider {}",
                        Quoted(name)
                    ),
                    Phase::Move => format!("The provider {quoted}"),
                    _ => format!("Provider {quoted}"),
                },
                match self.phase {
                    Phase::Plan => Cow::from(" during planning"),
                    Phase::Apply => " after apply".into(),
                    Phase::Refresh => " during refresh".into(),
                    Phase::Import => " during import".into(),
                    Phase::Move => {
                        format!(" during an across type move operation to {address}").into()
                    }
                    _ => "".into(),
                },
            ),
            (Phase::Upgrade, Rule::UnknownIdentity) => format!(
                "The {name} provider upgraded the identity for {address} from a previous version, but \
                 produced an invalid result: The returned state contains unknown values."
            ),
            (Phase::Move, Rule::UnknownIdentity) => format!(
                "Provider {quoted} planned an identity with unknown values for the move to {address}. {BUG}"
            ),
            (_, Rule::UnknownIdentity) => format!(
                // Terraform also prints this space.
                "Provider {provider} returned an identity with unknown values for {address}. {BUG}"
            ),
            (Phase::PlanAction, Rule::UnexpectedDeferral) => format!(
                "The provider {displayed} signaled a deferred action, but deferrals are not enabled for this client."
            ),
            (Phase::PlanAction, _) => format!(
                "An action can only be deferred due to an unknown provider configuration. Provider {displayed} returned {}.",
                self.actual
                    .as_ref()
                    .and_then(Value::as_str)
                    .unwrap_or_default()
            ),
            (_, Rule::UnexpectedDeferral) => format!(
                "The provider signaled a deferred action for {}, but in this context deferrals are \
                 disabled. This is a bug in the provider, please file an issue with the provider \
                 developers.",
                Quoted(address)
            ),
            (Phase::Move, _) => format!(
                "The provider {in_config} returned an invalid value during an across type move \
                 operation: {problem}. This is a bug in the relevant provider; Please report it."
            ),
            (Phase::CallFunction, _) => {
                format!("Call to function {} failed: {problem}.", Quoted(address))
            }
            (Phase::Plan, Rule::NoSuchReplacePath) => format!(
                "Provider {provider} has indicated \"requires replacement\" on {address} for a \
                 {problem}.{BUG}"
            ),
            (Phase::Plan, Rule::ObjectInDestroyPlan) => {
                format!("Provider {provider} {problem} for {address}.{BUG}")
            }
            (Phase::Plan, _) => format!(
                "Provider {provider} planned an invalid value for {address}{place}: {problem}.{BUG}"
            ),
            (Phase::FinalPlan, Rule::ActionChanged) => format!(
                "When expanding the plan for {address} to include new values learned so far during \
                 apply, provider {provider} {problem}.{BUG}"
            ),
            (Phase::FinalPlan, _) => format!(
                "When expanding the plan for {address} to include new values learned so far during \
                 apply, provider {provider} produced an invalid new value for {at}{problem}.{BUG}"
            ),
            (Phase::Apply, Rule::UnknownInResult) => format!(
                "After the apply operation, the provider still indicated an unknown value for \
                 {address}{place}. All values must be known after apply, so this is always a bug in \
                 the provider and should be reported in the provider's own repository. Terraform will \
                 still save the other known object values in the state."
            ),
            (Phase::Apply, Rule::ObjectAfterDestroy) => format!(
                "After applying a Delete plan, the provider returned a non-null object for {address}. \
                 Destroying should always produce a null value, so this is always a bug in the \
                 provider and should be reported in the provider's own repository. Terraform will \
                 still save this errant object in the state for debugging and recovery."
            ),
            (Phase::Apply, Rule::NullResult) => format!(
                "After applying the plan, the provider returned a null object for {address}. Only \
                 destroying should always produce a null value, so this is always a bug in the \
                 provider and should be reported in the provider's own repository."
            ),
            (Phase::Apply, Rule::WrongType) => format!(
                "Provider {quoted} produced an invalid value after apply for {address}{place}: \
                 {problem}. The result cannot not be saved in the Terraform state.{BUG}"
            ),
            (Phase::Apply, _) => format!(
                "When applying changes to {address}, provider {quoted} produced an unexpected new \
                 value: {at}{problem}.{BUG}"
            ),
            (Phase::Refresh, _) => format!(
                "Provider {provider} planned an invalid value for {address} during refresh: \
                 {at}{problem}.{BUG}"
            ),
            (Phase::ReadData, Rule::NullResult) => {
                format!("Provider {quoted} produced a null value for {address}.{BUG}")
            }
            (Phase::ReadData, Rule::UnknownInResult) => format!(
                "Provider {quoted} produced a value for {address} that is not wholly known.{BUG}"
            ),
            (Phase::Import, Rule::NullResult) => format!(
                "While attempting to import {address}, the provider returned an instance with no state."
            ),
            (Phase::ReadData, _) => format!(
                "Provider {quoted} produced an invalid value for {address}{place}: {problem}.{BUG}"
            ),
            (Phase::Import, _) => format!(
                "Provider {provider} produced an invalid value for {address}{place}: {problem}.{BUG}"
            ),
            (Phase::OpenEphemeral, _) => format!(
                "The provider for {} produced an inconsistent result: {at}{problem}.",
                type_of(address)
            ),
            (Phase::Upgrade, _) => format!(
                "The {name} provider upgraded the state for {address} from a previous version, but \
                 produced an invalid result: {at}{problem}."
            ),
        }
    }
}

/// Returns the name of a provider without the host and the namespace.
fn name_of(provider: &str) -> &str {
    provider.rsplit('/').next().unwrap_or_default()
}

/// Returns the address of a provider without the host of the public registry.
fn display_of(provider: &str) -> &str {
    provider
        .strip_prefix("registry.terraform.io/")
        .unwrap_or(provider)
}

/// Returns the type of an ephemeral resource in an address such as `module.a.ephemeral.shop_token.b`, or in an address
/// without `ephemeral`.
fn type_of(address: &str) -> &str {
    let mut parts = parts_of(address);
    loop {
        match parts.next() {
            // The next part is the name of a module.
            Some("module") => _ = parts.next(),
            Some("ephemeral") => return parts.next().unwrap_or_default(),
            other => return other.unwrap_or_default(),
        }
    }
}

/// Returns the parts of an address, which are separated by dots. Dots in a key such as `["a.b"]` do not count.
fn parts_of(address: &str) -> impl Iterator<Item = &str> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    address.split(move |letter| {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = is_quoted,
            '"' => is_quoted = !is_quoted,
            _ => {}
        }
        letter == '.' && !is_quoted
    })
}

impl fmt::Display for Fault {
    /// Prints the path and the problem. Elements of sets are identified as in
    /// [`Error::name_elements`](crate::Error::name_elements).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_root() {
            write!(f, "{}: ", NamedPath(&self.path, &self.names))?;
        }
        f.write_str(&self.problem)
    }
}

impl std::error::Error for Fault {}
