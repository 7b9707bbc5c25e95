// Fingerprints of write-only values.

use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Names {
    #[tf(optional, write_only, fingerprint)]
    none: Attr<String>,
    #[tf(optional, write_only, fingerprint = "revsion")]
    typo: Attr<String>,
    #[tf(optional, write_only, fingerprint = "itself")]
    itself: Attr<String>,
    #[tf(optional, fingerprint = "revision")]
    stored: Attr<String>,
    #[tf(computed, keep)]
    revision: Attr<i64>,
    #[tf(computed, replace)]
    alone: Attr<i64>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Revisions {
    #[tf(optional, write_only, fingerprint = "text")]
    a: Attr<String>,
    #[tf(computed, keep)]
    text: Attr<String>,
    #[tf(optional, write_only, fingerprint = "small")]
    b: Attr<String>,
    #[tf(computed, keep)]
    small: Attr<u8>,
    #[tf(optional, write_only, fingerprint = "configured")]
    c: Attr<String>,
    #[tf(optional, computed, keep)]
    configured: Attr<i64>,
    #[tf(optional, write_only, fingerprint = "forgotten")]
    d: Attr<String>,
    #[tf(computed, keep(not_null))]
    forgotten: Attr<i64>,
    #[tf(optional, write_only, fingerprint = "list")]
    e: Attr<String>,
    #[tf(computed, keep)]
    list: Attr<Vec<Attr<i64>>>,
}

#[derive(TfSchema)]
struct Nested {
    #[tf(optional, write_only, fingerprint = "revision")]
    password: Attr<String>,
    #[tf(computed, keep)]
    revision: Attr<i64>,
}

#[derive(TfSchema)]
#[tf(kind = data_source)]
struct Data {
    #[tf(optional, fingerprint = "revision")]
    password: Attr<String>,
    #[tf(computed)]
    revision: Attr<i64>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Flattened {
    #[tf(flatten)]
    common: Common,
    #[tf(optional, write_only, fingerprint = "count")]
    a: Attr<String>,
    #[tf(optional, write_only, fingerprint = "cuont")]
    b: Attr<String>,
}

#[derive(TfSchema)]
struct Common {
    #[tf(computed, keep)]
    count: Attr<i64>,
}

fn main() {}
