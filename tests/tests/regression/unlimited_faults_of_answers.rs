//! The number of faults in a response was not limited, and each fault has a path with a copy of its keys.

use std::collections::BTreeMap;

use tfvalue::rules::{self, Fault};
use tfvalue::{Attr, Path, TfSchema, Value, types::TfType};

#[derive(TfSchema)]
struct Host {
    #[tf(optional)]
    disks: Attr<BTreeMap<String, Attr<Disk>>>,
}

#[derive(TfSchema)]
struct Disk {
    #[tf(required)]
    size: Attr<u8>,
}

/// Returns many disks.
fn host(key: &str, size: u8) -> Value {
    let disk = Value::object([("size", Value::from(size))]).unwrap();
    let disks = (0..3_000).map(|at| (format!("{at}{key}"), disk.clone()));
    let disks = Value::map(Disk::ty(), disks).unwrap();
    Value::object([("disks", disks)]).unwrap()
}

#[test]
fn an_answer_has_a_limited_number_of_faults() {
    for (length, expected) in [(1, 1_000), (10_000, 25)] {
        let key = "k".repeat(length);
        let (config, planned) = (host(&key, 1), host(&key, 2));
        let faults = rules::check_plan(
            &Host::block(),
            rules::PlanRequest {
                config: &config,
                prior: &config,
            },
            rules::PlanResponse::new(&planned),
        );
        assert_eq!(faults.len(), expected);
        assert!(faults.iter().all(Fault::is_fatal));
        // Faults that Terraform only logs do not hide the fault for which Terraform rejects the response.
        let paths = [Path::from("missing")];
        let block = Host::block();
        let faults = rules::check_plan(
            &block,
            rules::PlanRequest {
                config: &config,
                prior: &config,
            },
            rules::PlanResponse::new(&planned)
                .requires_replace(&paths)
                .legacy_type_system(true),
        );
        let (fatal, logged) = faults.split_last().unwrap();
        assert_eq!(logged.len(), expected);
        assert!(fatal.is_fatal() && !logged.iter().any(Fault::is_fatal));
    }
}
