use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Server {
    #[tf(optional, range = "1..=10")]
    text: Attr<i64>,
    #[tf(optional, range = "1"..="10")]
    texts: Attr<i64>,
    #[tf(optional, each(range = 'a'..='z'))]
    letters: Attr<Vec<Attr<i64>>>,
    #[tf(optional, length = -1..)]
    negative: Attr<String>,
    #[tf(optional, length = 1.5)]
    fraction: Attr<String>,
    #[tf(optional, one_of = [true])]
    flag: Attr<bool>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Disk {
    #[tf(optional, one_of = ["small", "huge"])]
    size: Attr<Size>,
}

#[derive(TfSchema)]
#[tf(rename_all = "lowercase")]
enum Size {
    Small,
    Large,
}

fn main() {}
