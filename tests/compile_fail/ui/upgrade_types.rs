use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
#[tf(kind = resource, version = 3, upgrade(0 = OldV0, 1 = Undeclared, 2 = OldV1))]
struct Server {
    #[tf(optional)]
    name: Attr<String>,
}

#[derive(TfSchema)]
struct OldV0 {}

#[derive(TfSchema)]
struct Undeclared {}

#[derive(TfSchema)]
#[tf(version = 1)]
struct OldV1 {}

impl From<Undeclared> for Server {
    fn from(_: Undeclared) -> Self {
        unimplemented!()
    }
}

impl TryFrom<OldV1> for Server {
    type Error = tfvalue::Error;

    fn try_from(_: OldV1) -> Result<Self, Self::Error> {
        unimplemented!()
    }
}

fn main() {}
