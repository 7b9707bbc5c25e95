use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
struct Server {
    #[tf(optional, check = check_name)]
    port: Attr<u16>,
}

fn check_name(_: &str) -> Result<(), String> {
    Ok(())
}

fn main() {}
