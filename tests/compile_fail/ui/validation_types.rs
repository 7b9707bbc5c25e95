use tfvalue::{Attr, TfSchema};

const LARGEST: i128 = 1;

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Server {
    #[tf(optional, range = 1..)]
    range: Attr<String>,
    #[tf(optional, range = 2..=LARGEST)]
    empty: Attr<i64>,
    #[tf(optional, length = 1..)]
    length: Attr<i64>,
    #[tf(optional, length = 1..)]
    array: Attr<[Attr<String>; 2]>,
    #[tf(optional, regex = "a")]
    regex: Attr<Vec<Attr<String>>>,
    #[tf(optional, one_of = ["a"])]
    number: Attr<i64>,
    #[tf(optional, one_of = [1])]
    text: Attr<String>,
    #[tf(optional, each(length = 1..))]
    each: Attr<String>,
    #[tf(optional, each(range = 1..))]
    elements: Attr<Vec<Attr<String>>>,
}

fn main() {}
