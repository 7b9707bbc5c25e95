// Defaults of `timeouts!` that are not time limits.

use tfvalue::{Attr, GoDuration, TfSchema};

tfvalue::timeouts! {
    struct Timeouts {
        create: "-5m",
        read: "20 minutes",
        update: "0s",
        delete: "1h",
    }
}

#[derive(TfSchema)]
struct Own {
    #[tf(optional, time_limit = "5m", rename = "create")]
    number: Attr<i64>,
    #[tf(optional, time_limit = "5m", rename = "delete")]
    text: Attr<String>,
}

#[derive(TfSchema)]
struct Flags {
    #[tf(required, time_limit = "5m", rename = "create")]
    required: Attr<GoDuration>,
    #[tf(default = GoDuration::from_static("1m"), time_limit = "5m", rename = "delete")]
    default: Attr<GoDuration>,
}

fn main() {}
