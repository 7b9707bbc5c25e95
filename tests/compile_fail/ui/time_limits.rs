// Time limits of operations that do not exist, and on attributes that are not time limits.

use tfvalue::{Attr, GoDuration, TfSchema};

tfvalue::timeouts! {
    struct Timeouts {
        craete: "5m",
    }
}

#[derive(TfSchema)]
struct Own {
    #[tf(optional, time_limit = "5m")]
    open: Attr<GoDuration>,
    #[tf(optional, time_limit = "5m", rename = "update")]
    right: Attr<GoDuration>,
    #[tf(optional, write_only, time_limit = "5m")]
    delete: Attr<GoDuration>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Root {
    #[tf(optional, time_limit = "5m")]
    create: Attr<GoDuration>,
}

fn main() {}
