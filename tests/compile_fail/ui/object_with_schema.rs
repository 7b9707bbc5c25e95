use tfvalue::TfSchema;

#[derive(TfSchema)]
#[tf(object, version = 1, deprecated)]
struct Range {
    #[tf(required, description = "The start.")]
    from: u16,
    #[tf(block)]
    to: Vec<Range2>,
}

#[derive(TfSchema)]
struct Range2 {}

fn main() {}
