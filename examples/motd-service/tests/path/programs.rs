//! The program at the end of a page must behave as the page describes.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use motd_service::{Service, TOKEN};
use tfvalue::Path as At;
use tfvalue::provider::Provider;
use tfvalue_testing::{Config, Harness, Outcome};

use crate::pages;

/// Returns a provider that is configured for a service.
fn connected<C: Send + Sync + 'static>(provider: Provider<C>, service: &Service) -> Harness<C> {
    let harness = Harness::new(provider).skip_waits();
    let config = format!(r#"{{"url": "{}", "token": "{TOKEN}"}}"#, service.url());
    harness.configure(config).succeeds();
    harness
}

/// Tests the features that the providers have from the second page on.
fn lives<C: Send + Sync + 'static>(provider: impl Fn() -> Provider<C>) {
    let service = Service::start();
    let harness = connected(provider(), &service);
    let mut message = harness.resource("motd_message");
    message.apply(r#"{"name": "a"}"#).created();
    message.apply(r#"{"name": "a"}"#).unchanged();
    message.apply(r#"{"name": "a", "text": "b"}"#).updated();
    message.apply(r#"{"name": "b", "text": "b"}"#).replaced();
    message
        .apply(r#"{"name": "b", "text": ""}"#)
        .fails("text", "1 to 200 characters");
    message.forget();
    message.import("2").succeeds();
    message.destroy().destroyed();
    assert_eq!(service.execute("DELETE FROM messages").unwrap(), 0);

    let without = Harness::new(provider()).configure(format!(r#"{{"url": "{}"}}"#, service.url()));
    without.fails("token", "environment variable MOTD_TOKEN");
    let unknown = Config::from(r#"{"url": "u", "token": "t"}"#).unknown("url");
    let harness = Harness::new(provider());
    harness.configure(unknown).succeeds();
    harness
        .resource("motd_message")
        .plan(r#"{"name": "a"}"#)
        .succeeds();
    let _ = service.take_calls();
}

/// A page whose provider is in a library, which are all pages but the first.
pub(crate) struct Page {
    pub(crate) name: &'static str,
    serve: fn() -> ExitCode,
    /// Calls [`lives`] with the provider.
    pub(crate) lives: fn(),
}

macro_rules! pages {
    ($($page:ident),+ $(,)?) => {
        &[$(Page {
            name: stringify!($page),
            serve: || tfvalue::serve(pages::$page::terraform_provider_motd::provider()),
            lives: || lives(pages::$page::terraform_provider_motd::provider),
        }),+]
    };
}

pub(crate) const PAGES: &[Page] = pages![
    p02_client,
    p03_http,
    p04_planning,
    p05_validation,
    p06_nested,
    p07_import,
    p08_secrets,
    p09_errors,
    p10_tests,
    p11_upgrade,
    p12_release,
];

/// Serves the provider of a page.
///
/// # Panics
///
/// Panics if there is no such page.
pub(crate) fn serve(name: &str) -> ExitCode {
    if name == "p01_first_resource" {
        return pages::p01_first_resource::program::main();
    }
    let page = PAGES.iter().find(|page| page.name == name);
    let page = page.unwrap_or_else(|| panic!("there is no page {name}"));
    (page.serve)()
}

macro_rules! tests {
    ($($test:ident),+ $(,)?) => {
        &[$((stringify!($test), $test)),+]
    };
}

pub(crate) const TESTS: &[(&str, fn())] = tests![
    all_pages_have_a_program,
    page_3_repeats_calls_and_reads_all_pages,
    page_4_plans,
    page_5_validates,
    page_6_nests,
    the_next_page_reads_the_objects_of_the_page_before,
    page_7_imports_by_identity,
    page_8_sends_passwords,
    page_9_reports_what_the_service_refuses,
    page_12_documents,
];

/// Applies one configuration with the provider from a page of the guide.
fn apply<C: Send + Sync + 'static>(provider: Provider<C>, config: &str) -> Outcome {
    let service = Service::start();
    connected(provider, &service)
        .resource("motd_message")
        .apply(config)
}

fn all_pages_have_a_program() {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tfvalue/guide/src/path");
    let programs = motd_service::pages::programs(&guide).unwrap();
    let names: Vec<_> = programs.iter().map(|program| &program.page[..3]).collect();
    let expected: Vec<_> = (1..=12).map(|number| format!("p{number:02}")).collect();
    assert_eq!(names, expected);
    for (before, program) in programs.iter().zip(&programs[1..]) {
        assert!(
            before.files != program.files,
            "{} adds nothing",
            program.page
        );
    }
    let last = &programs[11].files;
    assert!(last.values().all(|text| !text.contains("// …")));
    // The published provider must not depend on crates that it does not use.
    assert!(last["Cargo.toml"].contains("regex") && last["src/lib.rs"].contains("data_source"));
}

fn page_3_repeats_calls_and_reads_all_pages() {
    let service = Service::start();
    let harness = connected(
        pages::p03_http::terraform_provider_motd::provider(),
        &service,
    );
    service.fail_next([429, 503]);
    for name in ["a", "b", "c", "d", "e"] {
        harness
            .resource("motd_message")
            .apply(format!(r#"{{"name": "{name}"}}"#))
            .created();
    }
    assert_eq!(service.take_calls()[..3], ["POST /messages"; 3]);
    let all: pages::p03_http::terraform_provider_motd::Messages = harness
        .data_source("motd_messages", "{}")
        .succeeds()
        .state();
    assert_eq!(all.messages.into_value().unwrap().len(), 5);
    assert_eq!(
        service.take_calls().last().unwrap(),
        "GET /messages?after=4"
    );
    // The service may have created the message, so the call is not repeated.
    service.fail_next([500]);
    harness
        .resource("motd_message")
        .apply(r#"{"name": "f"}"#)
        .fails(At::root(), "refused the call with 500");
    assert_eq!(service.take_calls(), ["POST /messages"]);
    // The service's 404 response does not refer to the message itself.
    service.fail_next([404]);
    harness
        .resource("motd_message")
        .apply(r#"{"name": "g"}"#)
        .fails(At::root(), "refused the call with 404");
}

fn page_4_plans() {
    let service = Service::start();
    let provider = pages::p04_planning::terraform_provider_motd::provider();
    let harness = connected(provider, &service);
    let mut message = harness.resource("motd_message");
    message.apply(r#"{"name": "Web"}"#).created();
    let _ = service.take_calls();
    message.apply(r#"{"name": "WEB"}"#).updated();
    assert!(
        service
            .take_calls()
            .iter()
            .all(|call| call.starts_with("GET"))
    );
    message
        .apply(r#"{"name": "WEB", "color": "red"}"#)
        .updated();
    message.apply(r#"{"name": "other"}"#).replaced();
}

fn page_5_validates() {
    let provider = pages::p05_validation::terraform_provider_motd::provider();
    apply(
        provider,
        r#"{"name": "a b", "color": "pink", "days": 0, "pinned": true}"#,
    )
    .fails(
        "name",
        "a string that matches `^[A-Za-z0-9-]*$` is required, got \"a b\"",
    )
    .fails(
        "color",
        r#"one of "red", "green" or "blue" is required, got "pink""#,
    )
    .fails("days", "a number from 1 to 365 is required, got 0")
    .fails(
        "days",
        "conflicts with `pinned`: only one of them can be set",
    );
    let provider = pages::p05_validation::terraform_provider_motd::provider;
    apply(provider(), r#"{"name": "a", "text": "{{x}}"}"#).fails("text", "no templates");
    apply(provider(), r#"{"name": "default"}"#).warns("text", "when there is no other");
    apply(provider(), r#"{"name": "a", "days": 7}"#).created();
}

fn page_6_nests() {
    let provider = pages::p06_nested::terraform_provider_motd::provider;
    let service = Service::start();
    let harness = connected(provider(), &service);
    let mut message = harness.resource("motd_message");
    message
        .apply(r#"{"name": "a", "schedule": {"from": "8"}}"#)
        .fails("schedule.from", "a string that matches");
    let config = r#"{"name": "a", "schedule": {"from": "08:00"}, "link": [{"url": "https://u"}]}"#;
    let state: pages::p06_nested::terraform_provider_motd::Message =
        message.apply(config).created().state();
    assert_eq!(state.schedule.value().unwrap().until, "24:00");
    let config =
        r#"{"name": "a", "link": [{"url": "https://u", "label": "l"}, {"url": "https://v"}]}"#;
    message.apply(config).updated();
}

/// The provider of each page works with objects that the provider of the previous page created.
fn the_next_page_reads_the_objects_of_the_page_before() {
    fn create<C: Send + Sync + 'static>(provider: Provider<C>, service: &Service, name: &str) {
        let harness = connected(provider, service);
        let mut message = harness.resource("motd_message");
        message.apply(format!(r#"{{"name": "{name}"}}"#)).created();
    }

    fn import<C: Send + Sync + 'static>(provider: Provider<C>, service: &Service, id: &str) {
        let harness = connected(provider, service);
        let mut message = harness.resource("motd_message");
        message.import(id).succeeds();
    }

    let service = Service::start();
    create(
        pages::p02_client::terraform_provider_motd::provider(),
        &service,
        "a",
    );
    import(
        pages::p04_planning::terraform_provider_motd::provider(),
        &service,
        "1",
    );
    create(
        pages::p05_validation::terraform_provider_motd::provider(),
        &service,
        "b",
    );
    for id in ["1", "2"] {
        import(
            pages::p06_nested::terraform_provider_motd::provider(),
            &service,
            id,
        );
        import(
            pages::p12_release::terraform_provider_motd::provider(),
            &service,
            id,
        );
    }
}

fn page_7_imports_by_identity() {
    let service = Service::start();
    let harness = connected(
        pages::p07_import::terraform_provider_motd::provider(),
        &service,
    );
    let mut message = harness.resource("motd_message");
    message.apply(r#"{"name": "a"}"#).created();
    message.forget();
    message.import_identity(r#"{"id": "1"}"#).succeeds();
}

fn page_8_sends_passwords() {
    let service = Service::start();
    let harness = connected(
        pages::p08_secrets::terraform_provider_motd::provider(),
        &service,
    );
    let mut message = harness.resource("motd_message");
    let has = |password: &str| {
        let update =
            format!("UPDATE messages SET password = password WHERE password = '{password}'");
        assert_eq!(service.execute(&update).unwrap(), 1, "{password}");
    };
    let created = message
        .apply(r#"{"name": "a", "password": "hush", "password_version": 1}"#)
        .created();
    let state: pages::p08_secrets::terraform_provider_motd::Message = created.state();
    assert!(state.password.is_null());
    has("hush");
    message
        .apply(r#"{"name": "a", "text": "b", "password": "other", "password_version": 1}"#)
        .updated();
    has("hush");
    message
        .apply(r#"{"name": "a", "text": "b", "password": "husher", "password_version": 2}"#)
        .updated();
    has("husher");
}

fn page_9_reports_what_the_service_refuses() {
    let service = Service::start();
    let harness = connected(
        pages::p09_errors::terraform_provider_motd::provider(),
        &service,
    );
    harness
        .resource("motd_message")
        .apply(r#"{"name": "hello"}"#)
        .created();
    let outcome = harness
        .resource("motd_message")
        .apply(r#"{"name": "hello"}"#);
    outcome.fails("name", "Choose another name, or import the message.");
    service.fail_next([404]);
    let outcome = harness.resource("motd_message").apply(r#"{"name": "b"}"#);
    outcome.fails(At::root(), "The service is busy.");
    let config = r#"{"url": "URL", "token": "wrong"}"#.replace("URL", service.url());
    harness.configure(config).succeeds();
    let outcome = harness.resource("motd_message").apply(r#"{"name": "b"}"#);
    outcome.fails(At::root(), "Check `token`");
}

/// The examples on the pages for the registry are the configurations that the acceptance test applies.
fn page_12_documents() {
    let folder = tempfile::tempdir().unwrap();
    let examples = Path::new(env!("OUT_DIR")).join("p12_release/examples");
    let provider = pages::p12_release::terraform_provider_motd::provider();
    provider.write_docs(folder.path(), &examples).unwrap();
    let page = fs::read_to_string(folder.path().join("resources/message.md")).unwrap();
    for part in [
        "https://motd.example/more",
        "1 to 200 characters. Defaults to `Welcome!`.",
        "## Import",
    ] {
        assert!(page.contains(part), "{part}\n{page}");
    }
}
