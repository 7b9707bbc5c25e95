// Attributes of an identity that the state lacks, identities that change, and versions of moved states.

use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
#[tf(kind = identity)]
struct Id {
    #[tf(required)]
    name: String,
    #[tf(optional, not_in_state)]
    region: Option<String>,
}

#[derive(TfSchema)]
#[tf(kind = resource, identity = Id)]
struct HasIt {
    #[tf(required)]
    name: Attr<String>,
    #[tf(optional)]
    region: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = resource, mutable_identity)]
struct NoIdentity {
    #[tf(required, not_in_state)]
    name: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = identity, mutable_identity)]
struct OfIdentity {
    #[tf(required)]
    name: String,
}

#[derive(TfSchema)]
#[tf(kind = data_source, mutable_identity)]
struct DataSource {}

#[derive(TfSchema)]
#[tf(kind = resource, identity = Id, mutable_identity = true)]
struct WithValue {}

#[derive(TfSchema)]
#[tf(kind = resource, moved_from("old" @ 2..=1 = Old))]
struct Empty {}

#[derive(TfSchema)]
#[tf(kind = resource, moved_from("old" @ "2" = Old))]
struct Text {}

#[derive(TfSchema)]
#[tf(kind = resource, version = 1, upgrade(0 @ 1 = Old))]
struct Upgraded {}

#[derive(TfSchema)]
struct Old {}

#[derive(TfSchema)]
#[tf(kind = resource, moved_from("old" = (Old, Id)))]
struct NoOption {}

impl From<(Old, Id)> for NoOption {
    fn from(_: (Old, Id)) -> Self {
        NoOption {}
    }
}

#[derive(TfSchema)]
#[tf(kind = resource, moved_from("old" @ 0..=3 = Old, "old" @ 3.. = (Old, Option<Id>)))]
struct Overlap {}

impl From<Old> for Overlap {
    fn from(_: Old) -> Self {
        Overlap {}
    }
}

impl From<(Old, Option<Id>)> for Overlap {
    fn from(_: (Old, Option<Id>)) -> Self {
        Overlap {}
    }
}

fn main() {}
