use tfvalue::{Attr, TfSchema, Unknown};

#[derive(TfSchema)]
#[tf(kind = provider)]
struct Config {
    #[tf(block(computed))]
    part: Unknown<Vec<Part>>,
}

#[derive(TfSchema)]
#[tf(kind = action)]
struct Reboot {
    #[tf(block(computed))]
    part: Unknown<Vec<Part>>,
}

#[derive(TfSchema)]
struct Part {
    #[tf(computed)]
    id: Attr<String>,
}

fn main() {}
