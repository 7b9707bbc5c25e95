use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
struct Wrong {
    #[tf(optional, rename = "")]
    empty: Attr<u8>,
    #[tf(optional, rename = "a b")]
    space: Attr<u8>,
    #[tf(optional, rename = "1a")]
    digit: Attr<u8>,
    #[tf(optional, rename = "cafe\u{301}")]
    decomposed: Attr<u8>,
    #[tf(optional, rename = "a-b_C1é")]
    right: Attr<u8>,
}

#[derive(TfSchema)]
#[tf(rename_all = "kebab-case")]
struct Kebab {
    #[tf(optional)]
    _hidden_name: Attr<u8>,
}

#[derive(TfSchema)]
#[tf(kind = identity)]
struct Identity {
    #[tf(rename = "the name")]
    name: String,
}

#[derive(TfSchema)]
#[tf(object)]
struct Plain {
    #[tf(rename = "in quotes")]
    right: String,
    #[tf(rename = "e\u{301}")]
    decomposed: String,
}

#[derive(TfSchema)]
struct Counts {
    #[tf(block(min_items = 18446744073709551615))]
    disk: Vec<Kebab>,
}

fn main() {}
