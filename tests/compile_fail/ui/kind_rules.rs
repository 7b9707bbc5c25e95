use std::collections::BTreeMap;

use tfvalue::{Attr, TfSchema, Unknown};

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Resource {
    #[tf(required)]
    size: u8,
    #[tf(optional)]
    zones: Attr<Vec<String>>,
    #[tf(optional, write_only)]
    password: Option<String>,
    #[tf(optional)]
    view: Attr<View>,
    #[tf(block)]
    disk: Vec<Disk>,
    #[tf(block)]
    rule: Unknown<Vec<View>>,
    #[tf(computed)]
    id: Unknown<String>,
}

#[derive(TfSchema)]
struct View {
    name: String,
}

#[derive(TfSchema)]
struct Disk {
    #[tf(optional)]
    size: Attr<u8>,
}

#[derive(TfSchema)]
struct Secret {
    #[tf(optional, write_only)]
    key: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = data_source)]
struct DataSource {
    #[tf(optional)]
    secret: Attr<Secret>,
    #[tf(computed)]
    id: String,
}

#[derive(TfSchema)]
#[tf(kind = provider)]
struct Provider {
    #[tf(optional, computed)]
    url: Attr<String>,
    #[tf(optional)]
    retries: Attr<Retries>,
}

#[derive(TfSchema)]
struct Retries {
    #[tf(default = 3)]
    max: Attr<u8>,
}

#[derive(TfSchema)]
struct NeverSet {
    #[tf(computed)]
    secret: Attr<Secret>,
}

#[derive(TfSchema)]
struct Meta {
    #[tf(optional)]
    count: Attr<u8>,
}

#[derive(TfSchema)]
#[tf(kind = ephemeral)]
struct Flattened {
    #[tf(flatten)]
    meta: Meta,
}

#[derive(TfSchema)]
#[tf(kind = identity)]
struct Identity {
    tags: BTreeMap<String, String>,
    name: Attr<String>,
}

fn main() {}
