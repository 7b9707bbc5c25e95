// Write-only attributes that are preferred over older ones.

use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Names {
    #[tf(optional, prefer_write_only = "wrto")]
    typo: Attr<String>,
    #[tf(optional, write_only)]
    wrote: Attr<String>,
    #[tf(computed, prefer_write_only = "wrote")]
    computed: Attr<String>,
    #[tf(optional, prefer_write_only)]
    none: Attr<String>,
    #[tf(optional, prefer_write_only = "itself")]
    itself: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Twins {
    #[tf(optional, prefer_write_only = "b")]
    a: Attr<String>,
    #[tf(optional)]
    b: Attr<String>,
    #[tf(optional, write_only, prefer_write_only = "d")]
    c: Attr<String>,
    #[tf(optional, write_only)]
    d: Attr<String>,
    #[tf(required, prefer_write_only = "d")]
    e: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Flattened {
    #[tf(flatten)]
    common: Common,
    #[tf(optional, prefer_write_only = "key")]
    a: Attr<String>,
    #[tf(optional, prefer_write_only = "kye")]
    b: Attr<String>,
}

#[derive(TfSchema)]
struct Common {
    #[tf(optional)]
    key: Attr<String>,
}

fn main() {}
