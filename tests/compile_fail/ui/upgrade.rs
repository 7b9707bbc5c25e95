use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
#[tf(kind = resource, version = 2, upgrade(0 = OldV0, 0 = OldV0, 2 = OldV2, 3 = OldV0))]
struct Numbers {}

#[derive(TfSchema)]
#[tf(kind = data_source, upgrade(0 = OldV0))]
struct NotStored {}

#[derive(TfSchema)]
#[tf(object, upgrade(0 = OldV0))]
struct Plain {}

#[derive(TfSchema)]
#[tf(upgrade(0 = OldV0))]
enum Size {
    Small,
}

#[derive(TfSchema)]
#[tf(kind = resource, version = 1, upgrade)]
struct Nothing {}

#[derive(TfSchema)]
#[tf(kind = resource, version = 1, upgrade("0" = OldV0))]
struct Text {}

#[derive(TfSchema)]
#[tf(kind = resource, version = 1, upgrade(v0 = OldV0))]
struct Word {}

#[derive(TfSchema)]
#[tf(version = 1, upgrade(0 = OldV0))]
struct Generic<T> {
    #[tf(optional)]
    value: Attr<T>,
}

#[derive(TfSchema)]
struct OldV0 {}

#[derive(TfSchema)]
#[tf(version = 2)]
struct OldV2 {}

fn main() {}
