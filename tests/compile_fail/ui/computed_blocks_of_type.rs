use tfvalue::{Attr, Set, TfSchema, Unknown};

// Everything in a computed block must be computed.
#[derive(TfSchema)]
#[tf(kind = resource)]
struct Server {
    #[tf(block(computed))]
    optional: Unknown<Vec<Optional>>,
    #[tf(block(computed))]
    required: Unknown<Set<Required>>,
    #[tf(block(computed))]
    blocks: Unknown<Vec<Blocks>>,
}

#[derive(TfSchema)]
struct Optional {
    #[tf(optional)]
    size: Attr<u32>,
}

#[derive(TfSchema)]
struct Required {
    #[tf(computed)]
    id: Attr<String>,
    #[tf(required)]
    size: Attr<u32>,
}

#[derive(TfSchema)]
struct Blocks {
    #[tf(block)]
    part: Vec<Part>,
}

#[derive(TfSchema)]
struct Part {
    #[tf(computed)]
    id: Attr<String>,
}

// A plan makes the blocks unknown.
#[derive(TfSchema)]
#[tf(kind = resource)]
struct Known {
    #[tf(block(computed))]
    list: Vec<Part>,
    #[tf(block(computed))]
    single: Option<Part>,
}

// Nor are those of an array ever absent.
#[derive(TfSchema)]
#[tf(kind = resource)]
struct Array {
    #[tf(block(computed))]
    parts: Unknown<[Part; 2]>,
}

fn main() {}
