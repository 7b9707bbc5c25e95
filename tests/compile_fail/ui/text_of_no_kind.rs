use tfvalue::{Attr, Text, TfSchema};

struct Arn;

#[derive(TfSchema)]
struct Grant {
    #[tf(required)]
    target: Attr<Text<Arn>>,
}

fn main() {}
