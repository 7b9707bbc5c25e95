use tfvalue::{Attr, TfSchema, Unknown};

#[derive(TfSchema)]
struct Wrong {
    #[tf(required, default = 1)]
    a: Attr<u8>,
    #[tf(write_only, default = "x")]
    b: Attr<String>,
    #[tf(block, default = 1)]
    c: Unknown<Vec<Part>>,
    #[tf(default)]
    d: Attr<u8>,
}

#[derive(TfSchema)]
struct Part {}

fn main() {}
