//! Checks that the disks of all instances are encrypted: `policy PLAN`, where PLAN is the output of `terraform show
//! -json` for a saved plan. The program fails closed: a value that is not yet known is also a finding.

use std::error::Error;
use std::process::ExitCode;

use tfvalue::{Attr, Path, TfSchema, Unknown};
use tfvalue_show::{Plan, ResourceChange};

/// The attributes of an `aws_instance` that the policy needs.
#[derive(TfSchema)]
struct Instance {
    #[tf(block)]
    root_block_device: Unknown<Vec<Disk>>,
    #[tf(block)]
    ebs_block_device: Unknown<Vec<Disk>>,
}

#[derive(TfSchema)]
struct Disk {
    #[tf(optional, computed)]
    encrypted: Attr<bool>,
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let path = std::env::args_os().nth(1).ok_or("usage: policy PLAN")?;
    let plan: Plan = tfvalue_show::from_slice(&std::fs::read(path)?)?;
    let is_relevant = |one: &&ResourceChange| one.r#type == "aws_instance";
    let mut findings = Vec::new();
    if plan.errored == Some(true) {
        findings.push("the plan failed, so changes are missing".to_owned());
    }
    for deferred in &plan.deferred_changes {
        let address = &deferred.resource_change.address;
        findings.push(format!("{address}: the change is deferred"));
    }
    for changed in plan.resource_changes.iter().filter(is_relevant) {
        let (address, after) = (&changed.address, changed.change.after());
        if after.is_null() {
            continue; // it will be destroyed
        }
        let instance: Instance = after.read_ignoring_unsupported()?;
        let (root, more) = (&instance.root_block_device, &instance.ebs_block_device);
        for (name, disks) in [("root_block_device", root), ("ebs_block_device", more)] {
            let Some(disks) = disks.known() else {
                findings.push(format!("{address}: {name}: known after apply"));
                continue;
            };
            for (index, disk) in (0..).zip(disks) {
                let path = Path::from(name).index(index).attribute("encrypted");
                if disk.encrypted.known() != Some(&Some(true)) {
                    findings.push(format!("{address}: {path}: {:?}", disk.encrypted));
                }
            }
        }
    }
    findings.iter().for_each(|finding| println!("{finding}"));
    Ok(ExitCode::from(u8::from(!findings.is_empty())))
}
