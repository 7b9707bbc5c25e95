use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
struct Server {
    #[tf(flatten)]
    part: Part,
}

#[derive(TfSchema)]
#[tf(check = check_part)]
struct Part {
    #[tf(optional)]
    port: Attr<u16>,
}

fn check_part(_: &Part) -> Result<(), String> {
    Ok(())
}

fn main() {}
