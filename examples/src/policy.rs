//! A policy: every disk of an `aws_instance` is encrypted.

use std::fmt;
use std::io::Read;

use tfvalue::show::ResourceChanges;
use tfvalue::{Attr, Path, Result, Set, TfSchema, Unknown};

/// The attributes of an `aws_instance` that the policy needs.
#[derive(TfSchema)]
struct Instance {
    #[tf(block)]
    root_block_device: Unknown<Vec<Disk>>,
    #[tf(block)]
    ebs_block_device: Unknown<Set<Disk>>,
}

/// A disk.
#[derive(TfSchema)]
struct Disk {
    #[tf(optional, computed)]
    encrypted: Attr<bool>,
}

/// A disk that may not be encrypted.
pub struct Finding {
    /// The address of the instance.
    pub address: String,
    /// The path of the disk, or of all disks.
    pub path: Path,
    /// Whether this violates the policy. If not, encryption is unknown until the plan is applied.
    pub violation: bool,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = if self.violation {
            "is not encrypted"
        } else {
            "may not be encrypted (known after apply)"
        };
        write!(f, "{}: {} {verdict}", self.address, self.path)
    }
}

/// Checks a plan, reading one change at a time.
///
/// # Errors
///
/// If the plan cannot be read.
pub fn check(plan: impl Read) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for changed in ResourceChanges::from_reader(plan) {
        let changed = changed?;
        if changed.r#type != "aws_instance" || changed.change.after().is_null() {
            continue;
        }
        let instance: Instance = changed.change.after().read_ignoring_unsupported()?;
        let mut find = |path: &Path, violation: Option<bool>| {
            if violation != Some(false) {
                findings.push(Finding {
                    address: changed.address.clone(),
                    path: path.clone(),
                    violation: violation.is_some(),
                });
            }
        };
        let root = instance.root_block_device.known().map(|disks| disks.iter());
        disks(&Path::from("root_block_device"), root, &mut find);
        let more = instance.ebs_block_device.known().map(|disks| disks.iter());
        disks(&Path::from("ebs_block_device"), more, &mut find);
    }
    Ok(findings)
}

/// Returns for each disk whether it violates the policy, or `None` if that is unknown.
fn disks<'a>(
    path: &Path,
    disks: Option<impl Iterator<Item = &'a Disk>>,
    find: &mut impl FnMut(&Path, Option<bool>),
) {
    let Some(disks) = disks else {
        return find(path, None);
    };
    for (index, disk) in (0..).zip(disks) {
        let encrypted = disk.encrypted.known();
        let violation = encrypted.map(|encrypted| *encrypted != Some(true));
        find(&path.clone().index(index), violation);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_a_plan_of_the_aws_provider() {
        let plan = include_str!("../data/aws_compute.plan.json");
        let findings = check(plan.as_bytes()).unwrap();
        assert!(findings.iter().all(|finding| !finding.violation));
        assert_eq!(findings.len(), 4);

        let plain = plan.replace(r#""encrypted":true,"kms"#, r#""encrypted":false,"kms"#);
        let findings = check(plain.as_bytes()).unwrap();
        let violations = findings.iter().filter(|finding| finding.violation);
        let violations: Vec<String> = violations.map(ToString::to_string).collect();
        assert!(
            violations
                .contains(&"aws_instance.web[0]: ebs_block_device[1] is not encrypted".to_owned()),
            "{violations:?}"
        );
    }
}
