use tfvalue::{Attr, TfSchema, Unknown};

#[derive(TfSchema)]
#[tf(kind = resource, moved_from("a" = Old, "b" = Old, "a" = SameVersion))]
struct Moved {}

#[derive(TfSchema)]
struct Old {}

#[derive(TfSchema)]
struct SameVersion {}

impl From<Old> for Moved {
    fn from(_: Old) -> Self {
        Moved {}
    }
}

impl From<SameVersion> for Moved {
    fn from(_: SameVersion) -> Self {
        Moved {}
    }
}

#[derive(TfSchema)]
#[tf(kind = resource, import = "on")]
struct NotText {
    #[tf(optional)]
    on: Attr<bool>,
}

#[derive(TfSchema)]
#[tf(kind = resource, import = "disk/secret")]
struct NotStored {
    #[tf(block)]
    disk: Unknown<Vec<Old>>,
    #[tf(optional, write_only)]
    secret: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = resource, import = "zone/nmae")]
struct Flattened {
    #[tf(flatten)]
    part: Part,
}

#[derive(TfSchema)]
struct Part {
    #[tf(optional)]
    zone: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = identity)]
struct Id {
    #[tf(required)]
    id: String,
    #[tf(optional)]
    ports: Option<Vec<i64>>,
}

#[derive(TfSchema)]
#[tf(kind = resource, identity = Id)]
struct MissingAttribute {
    #[tf(computed)]
    id: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = resource, identity = Id)]
struct OtherType {
    #[tf(computed)]
    id: Attr<String>,
    #[tf(optional)]
    ports: Attr<Vec<Attr<String>>>,
}

#[derive(TfSchema)]
#[tf(kind = resource, identity = Old)]
struct NoIdentity {}

fn main() {}
