use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
#[tf(kind = resourse)]
struct NoSuchKind {}

#[derive(TfSchema)]
#[tf(kind = data_source, version = 1)]
struct NotStored {}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Reserved {
    #[tf(optional)]
    count: Attr<u8>,
    #[tf(optional, allow_reserved)]
    for_each: Attr<u8>,
    #[tf(block)]
    lifecycle: Attr<Part>,
    #[tf(optional, allow_reserved)]
    name: Attr<u8>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct OfIdentities {
    #[tf(required, not_in_state)]
    id: String,
}

#[derive(TfSchema)]
#[tf(kind = identity, description = "x")]
struct Identity {
    #[tf(required, sensitive)]
    id: String,
    #[tf(required, optional)]
    zone: String,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
enum Size {
    Small,
}

#[derive(TfSchema)]
struct Part {}

fn main() {}
