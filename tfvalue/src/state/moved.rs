//! States of other resource types.

use serde::de::DeserializeOwned;

use super::{Encoded, Stored, block, identity_block};
use crate::error::{Error, Result, Topic};
use crate::model::{ConvertMoved, History, Move, TfIdentity, TfSchema};

/// The origin of a state that is moved to another resource type. It consists of the fields of a `MoveResourceState`
/// request that identify the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveSource<'a> {
    /// The name of the resource type.
    pub type_name: &'a str,
    /// The schema version of the stored state.
    pub schema_version: i64,
    /// The address of the provider, such as `registry.terraform.io/hashicorp/null`.
    pub provider_address: &'a str,
    /// The object's identity as JSON, if the object has an identity. Empty JSON, or an identity whose attributes are
    /// all null, is treated as a missing identity.
    pub identity: Option<&'a [u8]>,
}

impl<'a> MoveSource<'a> {
    /// Creates the origin of an object without an identity.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::state::MoveSource;
    ///
    /// let mut source = MoveSource::new("null_resource", 0, "registry.terraform.io/hashicorp/null");
    /// source.identity = Some(br#"{"id": "1"}"#);
    /// ```
    #[must_use]
    pub fn new(type_name: &'a str, schema_version: i64, provider_address: &'a str) -> Self {
        MoveSource {
            type_name,
            schema_version,
            provider_address,
            identity: None,
        }
    }
}

/// A type into which the state of another resource type is read before it is converted. The type is a struct, or a
/// tuple of a struct and an `Option` that contains the identity. The `Option` is `None` if the object has no identity.
///
/// [`moved_from`](macro@crate::TfSchema#moved_from) names types of this kind. You do not need to implement this trait.
#[diagnostic::on_unimplemented(
    message = "a state cannot be moved from `{Self}`",
    label = "requires a struct, or `(struct, Option<identity>)`",
    note = "derive `TfSchema` for the struct, and also for the identity, with `#[tf(kind = identity)]`"
)]
pub trait MovedFrom: Sized {
    /// The version of the schema.
    const VERSION: i64;

    /// Reads a state and the JSON of its identity. The JSON is `None` if the object has no identity.
    ///
    /// # Errors
    ///
    /// Fails if the state or the identity does not fit the type.
    fn read(state: &Stored<'_>, identity: Option<&[u8]>) -> Result<Self>;
}

impl<T: TfSchema + DeserializeOwned> MovedFrom for T {
    const VERSION: i64 = T::VERSION;

    fn read(state: &Stored<'_>, _: Option<&[u8]>) -> Result<Self> {
        state.read(&block::<T>())
    }
}

impl<T, I> MovedFrom for (T, Option<I>)
where
    T: TfSchema + DeserializeOwned,
    I: TfIdentity + DeserializeOwned,
{
    const VERSION: i64 = T::VERSION;

    fn read(state: &Stored<'_>, identity: Option<&[u8]>) -> Result<Self> {
        let identity = identity.map(|json| {
            let block = identity_block(&I::identity_schema());
            Stored::json(json).read(&block)
        });
        Ok((T::read(state, None)?, identity.transpose()?))
    }
}

/// Converts the state of another resource type to the current version of this resource type.
///
/// The container annotation [`moved_from`](macro@crate::TfSchema#moved_from) lists the other types with their structs.
/// The name and the version in the annotation must match the name and the version of the source. The state is read and
/// converted as in [`upgrade`](super::upgrade).
///
/// # Errors
///
/// Fails if no struct matches the source, if the state does not fit the struct, if the conversion fails, or if the
/// result has unknown values. The error has a [fault](Error::faults) for each part that does not fit.
///
/// # Examples
///
/// ```
/// use tfvalue::state::{self, Encoded, MoveSource, Stored};
/// use tfvalue::{Attr, TfSchema, msgpack};
///
/// #[derive(TfSchema)]
/// #[tf(kind = resource, moved_from("hashicorp/null/null_resource" = NullResource))]
/// struct Trigger {
///     #[tf(computed)]
///     id: Attr<String>,
/// }
///
/// #[derive(TfSchema)]
/// struct NullResource {
///     #[tf(computed)]
///     id: Attr<String>,
/// }
///
/// impl From<NullResource> for Trigger {
///     fn from(old: NullResource) -> Self {
///         Trigger { id: old.id }
///     }
/// }
///
/// let source = MoveSource::new("null_resource", 0, "registry.terraform.io/hashicorp/null");
/// let stored = Stored::json(br#"{"id": "1", "triggers": null}"#);
/// let Encoded::MessagePack(bytes) = state::move_to::<Trigger>(&source, &stored)? else {
///     unreachable!()
/// };
/// assert_eq!(msgpack::from_slice::<Trigger>(&bytes)?.id, "1");
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn move_to<T: TfSchema>(source: &MoveSource<'_>, stored: &Stored<'_>) -> Result<Encoded> {
    move_by(T::HISTORY, source, stored)
}

/// Converts the state of another resource type to the current version of the resource type with this history.
pub(crate) fn move_by(
    history: &History,
    source: &MoveSource<'_>,
    stored: &Stored<'_>,
) -> Result<Encoded> {
    // If there is no identity, Terraform sends empty JSON.
    let identity = source
        .identity
        .filter(|json| !Stored::json(json).has_no_values());
    let moved = convert(history, source)?.run(
        |convert| convert(stored, identity),
        |convert| convert(stored, identity),
    );
    moved.map(Encoded::MessagePack)
}

fn convert<'h>(history: &'h History, source: &MoveSource<'_>) -> Result<&'h ConvertMoved> {
    let mut moves = history.moves.as_slice().iter();
    match moves.find(|candidate| matches(candidate, source)) {
        Some(found) => Ok(&found.convert),
        None => Err(refused(format!(
            "a state of {:?} with schema version {} from provider {:?} cannot be moved to this \
             resource type; {}",
            source.type_name,
            source.schema_version,
            source.provider_address,
            supported(history)
        ))),
    }
}

fn refused(reason: String) -> Error {
    Error::data(reason).with_headline("State cannot be moved".to_owned(), Topic::Any)
}

/// Compares a source with a name such as `aws_instance` or `hashicorp/aws/aws_instance`. The second form also contains
/// the end of the provider's address.
fn matches(candidate: &Move, source: &MoveSource<'_>) -> bool {
    let name = candidate.name.as_str();
    let (provider, type_name) = match name.rsplit_once('/') {
        Some((provider, type_name)) => (Some(provider), type_name),
        None => (None, name),
    };
    let is_provider = |provider: &str| {
        let start = source.provider_address.strip_suffix(provider);
        start.is_some_and(|start| start.is_empty() || start.ends_with('/'))
    };
    (candidate.min_version..=candidate.max_version).contains(&source.schema_version)
        && type_name == source.type_name
        && provider.is_none_or(is_provider)
}

/// Lists the types from which states can be moved.
fn supported(history: &History) -> String {
    let names: Vec<_> = history.moves.as_slice().iter().map(described).collect();
    match names.as_slice() {
        [] => "it accepts no other types".into(),
        names => format!("it accepts {}", names.join(", ")),
    }
}

fn described(origin: &Move) -> String {
    let (name, min, max) = (origin.name.as_str(), origin.min_version, origin.max_version);
    match (min, max) {
        (0, i64::MAX) => format!("{name:?} with any schema version"),
        (_, i64::MAX) => format!("{name:?} with schema version {min} or later"),
        _ if min == max => format!("{name:?} with schema version {min}"),
        _ => format!("{name:?} with schema versions {min} to {max}"),
    }
}
