//! States of other resource types.

use super::{Encoded, Stored};
use crate::error::{Error, Result};
use crate::model::{Convert, History, Move, TfSchema};

/// The origin of a state that moves to another resource type: the fields of the request
/// `MoveResourceState` that identify it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::exhaustive_structs)] // users create it
pub struct MoveSource<'a> {
    /// The name of the resource type.
    pub type_name: &'a str,
    /// The version of the schema that the state was stored with.
    pub schema_version: i64,
    /// The address of the provider, such as `registry.terraform.io/hashicorp/null`.
    pub provider_address: &'a str,
}

/// Converts the state of another resource type to the current version of this one.
///
/// The container attribute [`moved_from`](macro@crate::TfSchema#moved_from) names the other types with
/// their structs. The name and the version of the struct must match those of the source. The state is
/// read and converted as in [`upgrade`](super::upgrade).
///
/// # Errors
///
/// Fails if nothing matches the source. Fails if the state does not fit the struct, with each fault as
/// one of the error's [faults](Error::faults), if the conversion fails, or if the result has unknown
/// values.
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
/// let source = MoveSource {
///     type_name: "null_resource",
///     schema_version: 0,
///     provider_address: "registry.terraform.io/hashicorp/null",
/// };
/// let stored = Stored::json(br#"{"id": "1", "triggers": null}"#);
/// let Encoded::MessagePack(bytes) = state::move_to::<Trigger>(&source, &stored)? else {
///     unreachable!()
/// };
/// assert_eq!(msgpack::from_slice::<Trigger>(&bytes)?.id, "1");
/// # Ok::<(), tfvalue::Error>(())
/// ```
pub fn move_to<T: TfSchema>(source: &MoveSource<'_>, stored: &Stored<'_>) -> Result<Encoded> {
    convert(T::HISTORY, source)?(stored).map(Encoded::MessagePack)
}

fn convert(history: &History, source: &MoveSource<'_>) -> Result<Convert> {
    let mut moves = history.moves.iter();
    match moves.find(|candidate| matches(candidate, source)) {
        Some(found) => Ok(found.convert),
        None => Err(Error::data(format!(
            "a state of {:?} with schema version {} from provider {:?} cannot be moved to this \
             resource type; {}",
            source.type_name,
            source.schema_version,
            source.provider_address,
            supported(history)
        ))),
    }
}

/// Compares a source with `aws_instance`, or with `hashicorp/aws/aws_instance`, which also names the
/// end of the provider's address.
fn matches(candidate: &Move, source: &MoveSource<'_>) -> bool {
    let (provider, type_name) = match candidate.from.rsplit_once('/') {
        Some((provider, type_name)) => (Some(provider), type_name),
        None => (None, candidate.from),
    };
    let is_provider = |provider: &str| {
        let start = source.provider_address.strip_suffix(provider);
        start.is_some_and(|start| start.is_empty() || start.ends_with('/'))
    };
    candidate.version == source.schema_version
        && type_name == source.type_name
        && provider.is_none_or(is_provider)
}

/// Lists the types that can be moved.
fn supported(history: &History) -> String {
    let moves = history.moves.iter();
    let names: Vec<_> = moves
        .map(|one| format!("{:?} with schema version {}", one.from, one.version))
        .collect();
    match names.as_slice() {
        [] => "it accepts no other types".into(),
        names => format!("it accepts {}", names.join(", ")),
    }
}
