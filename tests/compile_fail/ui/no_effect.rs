use tfvalue::{Attr, Number, TfSchema};

#[derive(TfSchema)]
struct Wrong {
    #[tf(optional, lossy)]
    number: Attr<Number>,
    #[tf(optional, known)]
    open: Attr<Vec<Attr<String>>>,
    #[tf(optional, known)]
    right: Attr<Vec<String>>,
}

#[derive(TfSchema)]
struct Login {
    #[tf(optional)]
    name: Attr<String>,
    #[tf(optional, write_only)]
    password: Attr<String>,
}

#[derive(TfSchema)]
struct WriteOnly {
    #[tf(optional, write_only)]
    login: Attr<Login>,
}

#[derive(TfSchema)]
enum Size {
    Small,
    #[tf(other)]
    Other(u8),
}

#[derive(TfSchema)]
enum Maybe {
    Small,
    #[tf(other)]
    Other(Option<String>),
}

#[derive(TfSchema)]
#[tf(kind = identity)]
struct Identity {
    pair: (String, u8),
    lists: Vec<Vec<String>>,
    list: Vec<String>,
}

fn main() {}
