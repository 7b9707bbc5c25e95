//! The `provider_meta` block of a module.

use tfvalue::provider::{Context, DataSource, Provider};
use tfvalue::tfplugin6::read_data_source;
use tfvalue::{Attr, Diagnostic, Diagnostics, TfSchema};
use tfvalue_tests::no_config::NoConfig;

use crate::call;
use crate::calls::{config, configured, texts};

#[derive(TfSchema)]
#[tf(kind = provider_meta, check = is_new)]
struct Meta {
    #[tf(optional, length = 1..)]
    module: Attr<String>,
}

fn is_new(meta: &Meta) -> Diagnostics {
    match meta.module.as_deref() {
        Some("new") => Diagnostics::new(),
        _ => Diagnostic::warning("Old module", "There is a newer one.").into(),
    }
}

#[derive(TfSchema)]
#[tf(kind = data_source)]
struct Caller {
    #[tf(computed)]
    module: Attr<String>,
}

impl DataSource for Caller {
    const NAME: &'static str = "caller";
    type Client = ();

    async fn read(mut config: Self, context: &mut Context<()>) -> Result<Self, Diagnostics> {
        let meta = context.provider_meta::<Meta>()?;
        if meta.as_ref().is_some_and(|meta| meta.module == "fails") {
            return Err(Diagnostic::warning("Odd module", "Its name is odd.").into());
        }
        config.module = meta.map_or_else(Attr::null, |meta| meta.module);
        Ok(config)
    }
}

fn read(meta: &str) -> (Option<String>, Vec<String>) {
    let provider = Provider::new::<NoConfig>("cloud").data_source::<Caller>();
    let provider = configured(provider.provider_meta::<Meta>(), "{}");
    let request = read_data_source::Request {
        type_name: "cloud_caller".into(),
        config: Some(config(r#"{"module": null}"#)),
        provider_meta: Some(config(meta)),
        ..Default::default()
    };
    let response: read_data_source::Response = call(&provider, "ReadDataSource", &request);
    let state = response
        .state
        .map(|state| state.decode::<Caller>().unwrap());
    let module = state.and_then(|state| state.module.as_deref().map(str::to_owned));
    (module, texts(&response.diagnostics))
}

#[test]
fn only_errors_of_the_block_are_errors() {
    assert_eq!(read("null"), (None, Vec::new()));
    for module in ["new", "old"] {
        let meta = format!(r#"{{"module": {module:?}}}"#);
        assert_eq!(read(&meta), (Some(module.to_owned()), Vec::new()));
    }
    let fault = " | Invalid provider_meta | module: a string of at least 1 character is required, \
                 got 0 characters";
    assert_eq!(read(r#"{"module": ""}"#), (None, vec![fault.to_owned()]));
}

/// Terraform treats a response without an error as a success, and then rejects the response without giving a reason.
#[test]
fn a_handler_that_fails_with_a_warning_reports_an_error() {
    let (module, texts) = read(r#"{"module": "fails"}"#);
    assert_eq!(module, None);
    let error = " | Failed without an error | The provider failed, but reported no error. This is a bug in the \
                 provider: warnings belong in `Context::warn`.";
    assert_eq!(texts, [" | Odd module | Its name is odd.", error]);
}
