use tfvalue::{Attr, Diagnostic, TfSchema};

#[derive(TfSchema)]
#[tf(check = check_server)]
struct Server {
    #[tf(optional, check = check_port)]
    port: Attr<u16>,
}

fn check_port(_: &u16) -> Option<Diagnostic> {
    None
}

fn check_server(_: &Server) -> Result<(), Vec<Diagnostic>> {
    Ok(())
}

fn main() {}
