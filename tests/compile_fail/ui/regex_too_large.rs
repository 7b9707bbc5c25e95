// A regular expression that is too large to compile.

use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Server {
    #[tf(optional, regex = r"^\w{1,1000}{1,1000}$")]
    name: Attr<String>,
    #[tf(optional, each(regex = "((a{1000}){1000}){1000}"))]
    names: Attr<Vec<Attr<String>>>,
    #[tf(optional, regex = "^[a-z]{1,1000}{1,100}$")]
    allowed: Attr<String>,
}

fn main() {}
