//! Conversions to and from API structs: what the compiler finds.

use tfvalue::{Attr, Set, TfSchema};

mod client {
    pub struct Disk {
        pub size: i64,
        pub serial: Option<String>,
        pub etag: String,
    }

    pub struct Zone {
        pub name: Vec<u8>,
        pub ids: Option<Vec<Id>>,
    }

    pub struct Id;

    pub enum Size {
        Small,
        Huge,
    }
}

/// The client's struct has the member `etag`.
#[derive(TfSchema)]
#[tf(to_api = client::Disk, from_api = client::Disk)]
struct Missing {
    #[tf(required)]
    size: Attr<i64>,
    #[tf(computed)]
    serial: Attr<String>,
}

/// The client's struct does not have the member `kind`.
#[derive(TfSchema)]
#[tf(
    to_api(client::Disk, set(etag = String::new())),
    from_api(client::Disk, ignore = "etag"),
)]
struct Surplus {
    #[tf(required)]
    size: Attr<i64>,
    #[tf(computed)]
    serial: Attr<String>,
    #[tf(optional)]
    kind: Attr<String>,
}

#[derive(TfSchema)]
#[tf(to_api = client::Zone, from_api = client::Zone)]
struct Types {
    #[tf(required)]
    name: Attr<String>,
    #[tf(optional)]
    ids: Attr<Set<Attr<i64>>>,
}

#[derive(TfSchema)]
#[tf(to_api = client::Size, from_api = client::Size)]
enum Size {
    Small,
    Large,
}

fn main() {}
