//! The paths that Terraform can find in the source code of a configuration.

use super::members::{SchemaMember, SchemaMembers};
use super::{Attribute, AttributeType, Block, Nesting};
use crate::diagnostics::Diagnostics;
use crate::error::Error;
use crate::path::{Path, Step};
use crate::ty::Type;

impl Block {
    /// Returns the part of a path that Terraform can find in the source code of a configuration. With this path,
    /// Terraform shows a diagnostic in the right place.
    ///
    /// Terraform finds nested blocks, their attributes, and the direct elements of an attribute that is a list, tuple
    /// or map. It finds no deeper parts. Elements of sets have no path: Terraform would interpret the index of an
    /// element as an index in a list, and show another block.
    ///
    /// # Examples
    ///
    /// ```
    /// use tfvalue::{Attr, Path, Set, TfSchema, Unknown};
    ///
    /// #[derive(TfSchema)]
    /// struct Zone {
    ///     #[tf(block)]
    ///     server: Unknown<Vec<Server>>,
    ///     #[tf(block)]
    ///     record: Unknown<Set<Record>>,
    /// }
    ///
    /// #[derive(TfSchema)]
    /// struct Server {
    ///     #[tf(optional)]
    ///     addresses: Attr<Vec<Attr<String>>>,
    /// }
    ///
    /// #[derive(TfSchema)]
    /// struct Record {
    ///     #[tf(required)]
    ///     weight: Attr<i64>,
    /// }
    ///
    /// let schema = Zone::block();
    /// let address = Path::from("server").index(1).attribute("addresses").index(0);
    /// assert_eq!(schema.config_path(&address), address);
    /// let weight = Path::from("record").index(2).attribute("weight");
    /// assert_eq!(schema.config_path(&weight), Path::from("record"));
    /// // The schema has no such attribute:
    /// assert_eq!(schema.config_path(&Path::from("server").index(1).attribute("name")), Path::from("server").index(1));
    /// ```
    #[must_use]
    pub fn config_path(&self, path: &Path) -> Path {
        let steps = path.steps();
        let (found, _) = config_steps(self, steps);
        steps[..found].iter().cloned().collect()
    }
}

impl Error {
    /// Makes the diagnostics of this error point to a place that Terraform finds in a configuration.
    /// See [`Block::config_path`].
    ///
    /// Errors from [`TfSchema::from_config`](crate::TfSchema::from_config) and [`Block::validate_value`] already point
    /// to such places.
    ///
    /// # Examples
    ///
    /// ```
    /// # #[cfg(feature = "provider")] {
    /// use tfvalue::tfplugin6;
    /// use tfvalue::{Diagnostic, Error, Path, TfSchema, Unknown};
    ///
    /// #[derive(TfSchema)]
    /// struct Firewall {
    ///     #[tf(block)]
    ///     rule: Unknown<tfvalue::Set<Rule>>,
    /// }
    ///
    /// #[derive(TfSchema)]
    /// struct Rule {
    ///     #[tf(required)]
    ///     port: u16,
    /// }
    ///
    /// // A check that the schema cannot express:
    /// let path = Path::from("rule").index(2).attribute("port");
    /// let error = Error::msg("the port is in use").at(path).in_config(&Firewall::block());
    /// assert_eq!(error.to_string(), "rule[2].port: the port is in use");
    /// let message = tfplugin6::Diagnostic::from(Diagnostic::from(error));
    /// // Elements of a set have no path.
    /// assert_eq!(message.attribute, Some(Path::from("rule").into()));
    /// # }
    /// ```
    #[must_use]
    pub fn in_config(self, schema: &Block) -> Self {
        self.with_place(|path| config_steps(schema, path.steps()))
    }
}

impl Diagnostics {
    /// Makes the diagnostics point to places that Terraform finds in a configuration. See [`Error::in_config`].
    pub fn in_config(self, schema: &Block) -> Self {
        self.map(|error| error.in_config(schema))
    }
}

/// Returns the number of steps that Terraform finds, and whether they end at a nested block.
fn config_steps(mut block: &Block, steps: &[Step]) -> (usize, bool) {
    let mut at = 0;
    while let Some(Step::Attribute(name)) = steps.get(at) {
        at += 1;
        if let Some(attribute) = block.attribute(name) {
            let has_element = match (steps.get(at), &attribute.ty) {
                (Some(Step::Index(_)), AttributeType::Type(Type::List(_) | Type::Tuple(_))) => true,
                (Some(Step::Key(_)), AttributeType::Type(Type::Map(_))) => true,
                (Some(Step::Index(_)), AttributeType::Nested(object)) => {
                    object.nesting == Nesting::List
                }
                (Some(Step::Key(_)), AttributeType::Nested(object)) => {
                    object.nesting == Nesting::Map
                }
                _ => false,
            };
            return (at + usize::from(has_element), false);
        }
        match block.block_type(name) {
            Some(nested) if nested.nesting != Nesting::Set => {
                let is_element = matches!(steps.get(at), Some(Step::Index(_) | Step::Key(_)));
                at += usize::from(is_element);
                block = &nested.block;
            }
            Some(_) => return (at, true),
            // The schema does not have this member: Terraform shows the enclosing block, and the message contains the
            // path.
            None => return (at - 1, at > 1),
        }
    }
    (at, at > 0)
}

/// Returns the first sensitive attribute on the path, together with the number of steps that are part of the schema.
/// The remaining steps are data.
fn secret<'a>(block: &'a Block, steps: &[Step]) -> Option<(usize, &'a Attribute)> {
    let mut members = SchemaMembers::of_block(block);
    for (at, step) in steps.iter().enumerate() {
        let Step::Attribute(name) = step else {
            continue;
        };
        match members.get(name)? {
            SchemaMember::Attribute(attribute) if attribute.is_secret() => {
                let at = at + 1;
                return Some((at + named(attribute, &steps[at..]), attribute));
            }
            member => (_, members) = member.objects()?,
        }
    }
    None
}

/// Counts the steps below an attribute. The count ends at the first key, and at a name that the schema does not have.
fn named(attribute: &Attribute, steps: &[Step]) -> usize {
    let mut ty = &attribute.implied_type();
    for (at, step) in steps.iter().enumerate() {
        ty = match (step, ty) {
            (Step::Index(_), Type::List(element) | Type::Set(element)) => element,
            (Step::Attribute(name), Type::Object(object)) => match object.get(name) {
                Some(member) => &member.ty,
                None => return at,
            },
            _ => return at,
        };
    }
    steps.len()
}

/// Relates a decoding error to the schema. Sensitive attributes are redacted, and the diagnostics point to a place that
/// Terraform finds.
pub(crate) fn blame(block: &Block, error: Error) -> Error {
    hide_secrets(block, error).in_config(block)
}

/// Redacts the faults in a value that are within sensitive attributes.
#[cold]
pub(crate) fn hide_secrets(block: &Block, error: Error) -> Error {
    error.each(|fault| match secret(block, fault.path().steps()) {
        Some((steps, attribute)) => {
            fault.redact_below(steps, attribute.implied_type().has_dynamic())
        }
        None => fault,
    })
}
