use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
struct NeverNull {
    #[tf(default = 1)]
    a: u8,
}

#[derive(TfSchema)]
struct OtherType {
    #[tf(default = "a")]
    a: Attr<Size>,
}

#[derive(TfSchema)]
enum Size {
    Small,
}

fn main() {}
