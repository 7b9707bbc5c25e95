//! Structs with a `kind`.

use tfvalue::types::{TfIdentity, TfType};
use tfvalue::{Attr, Dynamic, Set, TfSchema, Type, Unknown};

#[derive(TfSchema)]
#[tf(kind = resource, version = 1)]
struct Server {
    #[tf(computed)]
    id: Attr<String>,
    #[tf(required)]
    name: Attr<String>,
    #[tf(optional)]
    zones: Attr<Vec<Attr<String>>>,
    #[tf(optional)]
    any: Dynamic,
    #[tf(computed)]
    seen: Attr<Vec<String>>,
    #[tf(computed, members = computed)]
    views: Attr<Vec<View>>,
    #[tf(optional, known)]
    ports: Attr<Vec<u16>>,
    #[tf(optional, write_only)]
    password: Attr<String>,
    #[tf(optional, allow_reserved)]
    provider: Attr<String>,
    #[tf(optional)]
    connection: Attr<String>,
    #[tf(computed)]
    count: Attr<u32>,
    #[tf(block)]
    disk: Unknown<Set<Disk>>,
    #[tf(block)]
    boot: Attr<Disk>,
    #[tf(block(group))]
    log: Disk,
}

#[derive(TfSchema)]
struct View {
    name: String,
}

#[derive(TfSchema)]
struct Disk {
    #[tf(optional)]
    size: Attr<u8>,
    #[tf(computed)]
    serial: Attr<String>,
}

/// A data source whose fields are always known.
#[derive(TfSchema)]
#[tf(kind = data_source)]
struct Lookup {
    name: String,
    #[tf(computed)]
    id: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = action)]
struct Reboot {
    #[tf(optional, write_only)]
    token: Attr<String>,
    #[tf(required)]
    count: Attr<u8>,
}

#[test]
fn kinds_allow_their_attributes() {
    assert_eq!(Server::schema().version, 1);
    assert!(Server::block().attribute("connection").is_some());
    assert!(Lookup::block().attribute("name").unwrap().required);
    assert!(Reboot::block().attribute("token").unwrap().write_only);
}

#[derive(TfSchema, PartialEq)]
#[tf(kind = identity, version = 2)]
struct ServerIdentity {
    /// The account number.
    #[tf(required)]
    account: u64,
    zone: Option<String>,
    name: String,
    #[tf(optional)]
    path: Attr<Vec<String>>,
}

#[test]
fn identity() {
    let schema = ServerIdentity::identity_schema();
    assert_eq!(schema.version, 2);
    let attributes = schema.attributes.iter();
    let attributes: Vec<_> = attributes
        .map(|attribute| {
            (
                &*attribute.name,
                attribute.required_for_import,
                attribute.optional_for_import,
            )
        })
        .collect();
    assert_eq!(
        attributes,
        [
            ("account", true, false),
            ("name", true, false),
            ("path", false, true),
            ("zone", false, true),
        ]
    );
    assert_eq!(schema.attributes[0].description, "The account number.");
    assert_eq!(schema.attributes[2].ty, Type::list(Type::String));
    let identity = ServerIdentity {
        account: 1,
        zone: None,
        name: "web".to_owned(),
        path: Attr::null(),
    };
    let bytes = tfvalue::msgpack::to_vec(&identity).unwrap();
    let back: ServerIdentity = tfvalue::msgpack::from_slice(&bytes).unwrap();
    assert!(back == identity);
    assert!(matches!(ServerIdentity::ty(), Type::Object(_)));
}
