// `empty_as_null` where no value is empty, or where nothing compares values.

use tfvalue::{Attr, Dynamic, TfSchema, Unknown};

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Server {
    #[tf(optional, write_only, empty_as_null)]
    secret: Attr<String>,
    #[tf(optional, empty_as_null)]
    any: Dynamic,
    #[tf(optional, empty_as_null)]
    size: Attr<Size>,
    #[tf(optional, object, empty_as_null)]
    plain: Attr<Disk>,
    #[tf(block, empty_as_null)]
    disks: Unknown<Vec<Disk>>,
    #[tf(block(group), empty_as_null)]
    group: Disk,
    #[tf(block(min_items = 1, max_items = 1), empty_as_null)]
    required: Disk,
    #[tf(optional, empty_as_null)]
    right: Attr<Disk>,
    #[tf(block, empty_as_null)]
    right_too: Attr<Disk>,
}

#[derive(TfSchema)]
struct Disk {
    #[tf(optional, empty_as_null)]
    size: Attr<i64>,
}

#[derive(TfSchema)]
enum Size {
    Small,
    Large,
}

#[derive(TfSchema)]
#[tf(kind = data_source)]
struct Servers {
    #[tf(optional, empty_as_null)]
    zone: Attr<String>,
    #[tf(optional, empty_as_null)]
    right: Unknown<Vec<Attr<String>>>,
}

fn main() {}
