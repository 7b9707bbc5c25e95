use tfvalue::TfSchema;

#[derive(TfSchema)]
struct Server {
    #[tf(optional)]
    name: Option<tfvalue::Unknown<String>>,
}

#[derive(TfSchema)]
struct Disk {
    #[tf(optional)]
    size: Option<Option<i64>>,
}

fn main() {}
