//! Sensitive and write-only values.

use tfvalue::msgpack::{Purpose, from_slice, to_vec_for};
use tfvalue::{Attr, TfSchema};

use crate::model::{Disk, Server, Size, server};

#[test]
fn write_only_is_null_in_plans_and_states() {
    let mut server = server();
    let planned: Server = from_slice(&to_vec_for(&server, Purpose::Plan).unwrap()).unwrap();
    assert!(planned.password.is_null() && planned.memory.is_unknown());
    assert!(planned.disk.known().unwrap()[0].key.is_null());
    assert_eq!(planned.token, "hush");
    server.memory = 1.into();
    server.id = "i-1".into();
    server.networks = Attr::null();
    let stored: Server = from_slice(&to_vec_for(&server, Purpose::State).unwrap()).unwrap();
    assert!(stored.password.is_null() && stored.disk.known().unwrap()[0].key.is_null());
}

#[test]
fn rejects_unknown_values_in_states() {
    let mut server = server();
    server.disk = vec![Disk {
        size: Attr::unknown(),
        key: Attr::unknown(),
    }]
    .into();
    let error = to_vec_for(&server, Purpose::State).unwrap_err();
    let paths: Vec<_> = error
        .faults()
        .map(|fault| fault.path().to_string())
        .collect();
    assert_eq!(paths, ["disk[0].size", "id", "memory", "networks"]);
}

#[derive(TfSchema)]
struct Secrets {
    #[tf(optional, sensitive)]
    pin: Attr<i64>,
    #[tf(required, write_only)]
    size: Attr<Size>,
}

#[test]
fn debug_hides_secrets() {
    let secrets = Secrets {
        pin: 1234.into(),
        size: Size::ExtraLarge.into(),
    };
    assert_eq!(
        format!("{secrets:?}"),
        "Secrets { pin: (sensitive value), size: (sensitive value) }"
    );
    let error = from_slice::<Secrets>(b"\x82\xa3pin\xc0\xa4size\xa4hush").unwrap_err();
    let text = error.to_string();
    assert!(
        text.starts_with("size: ") && !text.contains("hush"),
        "{text}"
    );
}
