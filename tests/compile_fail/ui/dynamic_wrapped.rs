// A `Dynamic` is an attribute without `Attr`, because it can itself be null or unknown.

use tfvalue::{Attr, Dynamic, TfFunction, TfSchema, Unknown};

type Anything = Dynamic;

/// A newtype is dynamic, too.
#[derive(TfSchema)]
struct Body(Dynamic);

#[derive(TfSchema)]
struct Wrong {
    #[tf(optional)]
    attr: Attr<Dynamic>,
    #[tf(required)]
    unknown: Unknown<Anything>,
    #[tf(optional)]
    option: Option<Dynamic>,
    #[tf(computed)]
    newtype: Attr<Body>,
    #[tf(optional)]
    pair: Attr<(Attr<String>, Attr<Dynamic>)>,
    without_flags: Dynamic,
    #[tf(optional)]
    right: Dynamic,
    #[tf(optional)]
    right_too: Body,
}

#[derive(TfSchema)]
#[tf(object)]
struct Object {
    member: Attr<Dynamic>,
}

#[derive(TfFunction)]
#[tf(returns = Attr<Dynamic>)]
struct Call {
    value: Option<Dynamic>,
    #[tf(allow(null))]
    text: String,
    #[tf(allow(unknown))]
    attr: Attr<String>,
    #[tf(allow(null, unknown))]
    right: Dynamic,
    #[tf(variadic, allow(null))]
    rest: Vec<Dynamic>,
}

#[derive(TfSchema)]
struct NoFunction {
    #[tf(optional, allow(null))]
    value: Dynamic,
}

fn main() {}
