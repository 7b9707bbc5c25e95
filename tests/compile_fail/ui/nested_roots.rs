use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
#[tf(kind = provider)]
struct Provider {
    #[tf(optional)]
    url: Attr<String>,
}

#[derive(TfSchema)]
#[tf(version = 1)]
struct Server {
    #[tf(required)]
    name: Attr<String>,
}

#[derive(TfSchema)]
struct Wrong {
    #[tf(block)]
    provider: Option<Provider>,
    #[tf(optional)]
    server: Attr<Server>,
    #[tf(computed, members = computed)]
    servers: Attr<Vec<Server>>,
    #[tf(computed, object)]
    objects: Attr<Vec<Server>>,
}

fn main() {}
