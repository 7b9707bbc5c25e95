//! Ranges of versions, and versions that are constants.

use tfvalue::{Attr, TfSchema};

const CURRENT: i64 = 2;
const NEGATIVE: i64 = -1;

#[derive(TfSchema)]
#[tf(kind = resource, version = 3, upgrade(0..=1 = Old, 1 = Old))]
struct Twice {}

#[derive(TfSchema)]
#[tf(kind = resource, version = 3, upgrade(0..=3 = Old))]
struct TooNew {}

#[derive(TfSchema)]
#[tf(kind = resource, version = 3, upgrade(2..=1 = Old))]
struct Empty {}

#[derive(TfSchema)]
#[tf(kind = resource, version = CURRENT, upgrade(0..=2 = Old))]
struct TooNewConstant {
    #[tf(optional)]
    name: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = resource, version = NEGATIVE)]
struct Negative {}

#[derive(TfSchema)]
#[tf(kind = resource, version = "2")]
struct Quoted {}

#[derive(TfSchema)]
#[tf(kind = resource, version = -2)]
struct Minus {}

#[derive(TfSchema)]
struct Old {}

impl From<Old> for TooNewConstant {
    fn from(_: Old) -> Self {
        unimplemented!()
    }
}

fn main() {}
