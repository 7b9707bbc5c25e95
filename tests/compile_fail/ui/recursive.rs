use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
struct Node {
    #[tf(optional)]
    children: Attr<Vec<Node>>,
    #[tf(optional)]
    next: Attr<Box<Self>>,
}

fn main() {}
