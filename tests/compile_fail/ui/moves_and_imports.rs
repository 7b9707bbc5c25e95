use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
#[tf(kind = resource, moved_from("aws_instance/" = Old, 0 = Old))]
struct Sources {}

#[derive(TfSchema)]
#[tf(kind = resource, moved_from("" = Old), moved_from("a" = Old))]
struct Twice {}

#[derive(TfSchema)]
#[tf(kind = resource, import = "regoin/name/name")]
struct Typo {
    #[tf(optional)]
    region: Attr<String>,
    #[tf(optional)]
    name: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = resource, import = "name/")]
struct Ends {
    #[tf(optional)]
    name: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = resource, import)]
struct NoNames {}

/// An ID would have to be written as `eu, web`.
#[derive(TfSchema)]
#[tf(kind = resource, import = "region, name")]
struct Blank {
    #[tf(required)]
    region: Attr<String>,
    #[tf(required)]
    name: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = ephemeral, import = "name", identity = Id, moved_from("a" = Old))]
struct NotStored {
    #[tf(required)]
    name: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = identity, import = "name")]
struct Id {
    #[tf(required)]
    name: String,
}

#[derive(TfSchema)]
#[tf(kind = resource, identity)]
struct NoType {}

#[derive(TfSchema)]
struct Old {}

fn main() {}
