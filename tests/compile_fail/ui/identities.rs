// Attributes of identities that the protocol cannot express.

use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
#[tf(kind = identity)]
struct Optional {
    #[tf(optional)]
    region: String,
    #[tf(required)]
    id: String,
}

#[derive(TfSchema)]
#[tf(kind = resource, identity = TokenIdentity)]
struct Token {
    #[tf(required, sensitive)]
    token: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = identity)]
struct TokenIdentity {
    token: String,
}

fn main() {}
