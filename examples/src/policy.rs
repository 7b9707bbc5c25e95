//! A policy: every disk of an `aws_instance` is encrypted.

use std::fmt;
use std::io::Read;

use tfvalue::{Attr, Path, Result, Set, TfSchema, Unknown};
use tfvalue_show::state_file::Instances;
use tfvalue_show::{ResourceChange, ResourceChanges};

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

/// Checks a plan in JSON, reading one change at a time.
///
/// # Errors
///
/// If the plan cannot be read.
pub fn check(plan: impl Read) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for changed in ResourceChanges::from_reader(plan) {
        check_change(&changed?, &mut findings)?;
    }
    Ok(findings)
}

/// Checks a state file, reading one instance at a time.
///
/// # Errors
///
/// If the state cannot be read.
pub fn check_state(state: impl Read) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for item in Instances::from_reader(state) {
        let (resource, instance) = item?;
        if resource.r#type == "aws_instance" && instance.deposed.is_none() {
            let disks = instance.read_ignoring_unsupported()?;
            check_instance(&resource.address(&instance), &disks, &mut findings);
        }
    }
    Ok(findings)
}

fn check_change(changed: &ResourceChange, findings: &mut Vec<Finding>) -> Result<()> {
    let after = changed.change.after();
    if changed.r#type == "aws_instance" && !after.is_null() {
        check_instance(
            &changed.address,
            &after.read_ignoring_unsupported()?,
            findings,
        );
    }
    Ok(())
}

fn check_instance(address: &str, instance: &Instance, findings: &mut Vec<Finding>) {
    let mut find = |path: &Path, violation: Option<bool>| {
        if violation != Some(false) {
            findings.push(Finding {
                address: address.to_owned(),
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
    fn checks_a_state_file() {
        let state = br#"{"version": 4, "serial": 1, "lineage": "", "resources": [
            {"mode": "managed", "type": "aws_instance", "name": "a", "instances": [
                {"schema_version": 1, "attributes": {"root_block_device": [{"encrypted": false}]}}
            ]}
        ]}"#;
        let findings = check_state(&state[..]).unwrap();
        let [found] = &findings[..] else {
            panic!("{} findings", findings.len())
        };
        assert_eq!(
            found.to_string(),
            "aws_instance.a: root_block_device[0] is not encrypted"
        );
    }

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
