use tfvalue::plan::Change;
use tfvalue::{Attr, Error, TfSchema};

#[derive(TfSchema)]
struct Server {
    #[tf(flatten)]
    part: Part,
}

#[derive(TfSchema)]
#[tf(plan = plan_part)]
struct Part {
    #[tf(optional)]
    port: Attr<u16>,
}

fn plan_part(_: &mut Change<'_, Part>) -> Result<(), Error> {
    Ok(())
}

fn main() {}
