//! What the user is told.

use serde::de::DeserializeOwned;
use tfvalue::schema::{Block, Nesting};
use tfvalue::tfplugin6::{Diagnostic, DynamicValue};
use tfvalue::{Attr, Error, Path, Result, Step, TfSchema};

use crate::required::{self, Node};

use crate::service;

/// Diagnostics of a call; none where all is well.
pub(crate) type Report = Vec<Diagnostic>;

/// Reports the faults of a configuration: what does not fit the model, or else what is null and must not
/// be, and what `check` finds.
pub(crate) fn validate<M: TfSchema + DeserializeOwned>(
    config: &DynamicValue,
    check: impl FnOnce(&M) -> Vec<Error>,
) -> Report {
    let block = M::block();
    match faults(&block, config, check) {
        Ok(faults) => faults.iter().map(|fault| located(fault, &block)).collect(),
        Err(error) => error.faults().map(|fault| located(fault, &block)).collect(),
    }
}

fn faults<M: DeserializeOwned>(
    block: &Block,
    config: &DynamicValue,
    check: impl FnOnce(&M) -> Vec<Error>,
) -> Result<Vec<Error>> {
    let mut faults = check(&config.decode()?);
    if let Some(config) = config.decode::<Attr<Node>>()?.value() {
        faults.extend(required::missing(block, config, &Path::root()));
    }
    Ok(faults)
}

/// Makes an error of a call known, where there may be no configuration to point at.
pub(crate) fn failed(error: &Error) -> Report {
    let diagnostic = |fault: &Error| match fault.path().is_root() {
        true => Diagnostic::error("The inventory cannot do this", fault.to_string()),
        false => Diagnostic::from(fault),
    };
    error.faults().map(diagnostic).collect()
}

/// Points at the outermost attribute of the fault. Terraform finds blocks and their attributes in the
/// source text, but nothing inside an attribute's value; the whole path stands in the words.
fn located(fault: &Error, block: &Block) -> Diagnostic {
    let diagnostic = Diagnostic::from(fault);
    let path = fault.path();
    let length = to_attribute(path.steps(), block);
    if length == 0 {
        return diagnostic;
    }
    diagnostic.at(path.steps()[..length].iter().cloned().collect::<Path>())
}

/// Returns how many steps lead to the first attribute or set.
fn to_attribute(steps: &[Step], mut block: &Block) -> usize {
    for (index, step) in steps.iter().enumerate() {
        let Step::Attribute(name) = step else {
            continue;
        };
        match block.block_type(name) {
            // The elements of a set have no address.
            Some(nested) if nested.nesting != Nesting::Set => block = &nested.block,
            _ => return index + 1,
        }
    }
    steps.len()
}

impl From<service::Error> for Error {
    fn from(error: service::Error) -> Self {
        Error::msg(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::models::Server;

    #[test]
    fn a_path_is_cut_after_what_terraform_finds() {
        let block = Server::block();
        let cut = |path: Path| to_attribute(path.steps(), &block);
        assert_eq!(cut(Path::from("name")), 1);
        assert_eq!(
            cut(Path::from("endpoints").key("http").attribute("port")),
            1
        );
        assert_eq!(cut(Path::from("disk").index(1).attribute("size")), 3);
        assert_eq!(cut(Path::from("rule").index(0).attribute("from")), 1);
        assert_eq!(cut(Path::from("disk")), 1);
        assert_eq!(cut(Path::root()), 0);
    }
}
