use std::process::ExitCode;

fn main() -> ExitCode {
    tfvalue::serve(terraform_provider_motd::provider())
}
