//! Adds bugs from real providers to the provider of a depot, one at a time. The harness finds each bug, and reports its
//! attribute.

mod depot;
mod hall;
mod service;
mod twin;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use tfvalue::provider::Provider;
use tfvalue_testing::{Failure, FindingKind, Harness, Lint, Property};

use self::depot::{BUG, Client, SERVICES};
use self::service::{Bug, Service};

fn harness(bug: Bug) -> Harness<Client> {
    harness_of(bug, depot::provider())
}

fn harness_of(bug: Bug, provider: Provider<Client>) -> Harness<Client> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let address = format!("depot-{}", NUMBER.fetch_add(1, Ordering::Relaxed));
    let service = Service {
        bug,
        ..Service::default()
    };
    BUG.set(bug);
    let mut services = SERVICES.lock().unwrap();
    services.insert(address.clone(), Arc::new(service));
    drop(services);
    let harness = Harness::new(provider);
    let config = format!(r#"{{"address": {address:?}}}"#);
    harness.configure(config).succeeds();
    harness
}

/// Returns a test as an author would write it.
fn property<'a>(bug: Bug) -> Property<'a, Client> {
    property_of(bug, depot::provider)
}

fn property_of<'a>(bug: Bug, provider: fn() -> Provider<Client>) -> Property<'a, Client> {
    Property::new("depot_crate", move || harness_of(bug, provider()))
        .import(service::name)
        .fail(|client, call| client.service().unwrap().fail_at(call))
        .count(|client| {
            client
                .service()
                .unwrap()
                .content
                .lock()
                .unwrap()
                .crates
                .len()
        })
        .child("depot_item", depot::item)
        .data_source("depot_crates", |_| Some("{}".to_owned()))
}

/// The bugs that change the values in the service, each with the attribute whose value changes.
const STORED: [(Bug, &str); 16] = [
    (Bug::TrimsNewline, "text"),
    (Bug::CutsText, "text"),
    (Bug::RoundsToF32, "weight"),
    (Bug::RoundsToCents, "price"),
    (Bug::DropsNullValues, "labels"),
    (Bug::DropsNullElements, "tags"),
    (Bug::LowersKeys, "labels"),
    (Bug::SortsElements, "tags[0]"),
    (Bug::DropsDuplicates, "tags"),
    (Bug::WrapsAt32Bits, "amount"),
    (Bug::IgnoresCase, "text"),
    (Bug::ExpandsTemplates, "text"),
    (Bug::NormalizesCompatibility, "text"),
    (Bug::EndsAtQuote, "text"),
    (Bug::TruncatesFractions, "price"),
    (Bug::ReadsTime, "revision"),
];

/// The bugs in the handling and display of objects.
const OTHERS: [(Bug, Lint, &str); 6] = [
    (Bug::DeleteFailsIfMissing, Lint::DeleteFailsIfMissing, ""),
    (Bug::LeavesObject, Lint::LeftBehind, ""),
    (Bug::LosesChildren, Lint::OtherChanged, ""),
    (Bug::LostWhileUnknown, Lint::LostWhileUnknown, ""),
    (Bug::CopiesSecret, Lint::SecretInState, "note"),
    (Bug::SecretInError, Lint::SecretInText, ""),
];

/// Additional bugs, whose tests take a minute.
const MORE: [(Bug, Lint, &str); 11] = [
    (Bug::ReadFailsIfMissing, Lint::ReadFailsIfMissing, ""),
    (Bug::OverwritesOthers, Lint::OtherChanged, ""),
    (Bug::UpdatesOthers, Lint::OtherChanged, "text"),
    (Bug::DeletesOthers, Lint::OtherChanged, ""),
    (Bug::IgnoresFailure, Lint::RefreshChanged, ""),
    (Bug::HashOrder, Lint::ReadsDiffer, "names[0]"),
    (Bug::HashOrderInState, Lint::OrderDiffers, "seen"),
    (Bug::CopiesToken, Lint::SecretInState, "note"),
    (Bug::EncodedSecretInError, Lint::SecretInText, ""),
    (Bug::SecretInLog, Lint::SecretInLog, ""),
    (Bug::NeverUsesKey, Lint::WriteOnlyUnused, "key"),
];

fn is(failure: &Failure, kind: FindingKind, path: &str) -> bool {
    let mut findings = failure.findings.iter();
    findings.any(|one| one.kind == kind && one.path.to_string() == path)
}

#[track_caller]
fn assert_found(property: &Property<'_, Client>, bug: Bug, kind: FindingKind, path: &str) {
    let Err(failure) = property.run() else {
        panic!("{bug:?}: nothing was found");
    };
    assert!(
        is(&failure, kind, path),
        "{bug:?}: {kind} at {path:?} is not in {failure}"
    );
    assert!(failure.is_smallest, "{failure}");
}

#[test]
fn each_change_of_what_is_stored_is_found() {
    for (bug, path) in STORED {
        let property = Property::new("depot_crate", || harness(bug));
        assert_found(&property, bug, Lint::RefreshChanged.into(), path);
    }
}

#[test]
fn each_effect_and_each_secret_is_found() {
    for (bug, lint, path) in OTHERS {
        assert_found(&property(bug), bug, lint.into(), path);
    }
}

/// Rules that are built at run time are equivalent to the rules of structs.
#[test]
fn bugs_are_found_in_a_twin_that_is_described_at_run_time() {
    for (bug, path) in [STORED[0], STORED[4], STORED[6]] {
        let property = Property::new("depot_crate", || harness_of(bug, twin::provider()));
        assert_found(&property, bug, Lint::RefreshChanged.into(), path);
    }
    for (bug, lint, path) in [OTHERS[0], OTHERS[1], OTHERS[4]] {
        let property = property_of(bug, twin::provider);
        assert_found(&property, bug, lint.into(), path);
    }
    property_of(Bug::None, twin::provider).cases(10).check();
}

#[test]
#[ignore = "takes a minute"]
fn all_bugs_are_found_in_the_twin() {
    for (bug, path) in STORED {
        let property = Property::new("depot_crate", || harness_of(bug, twin::provider()));
        assert_found(&property, bug, Lint::RefreshChanged.into(), path);
    }
    for (bug, lint, _) in OTHERS.into_iter().chain(MORE) {
        // The configurations and the smallest failing cases are different, because the type of a number is not known.
        let failure = property_of(bug, twin::provider).run().unwrap_err();
        let mut findings = failure.findings.iter();
        let is_found = findings.any(|one| one.kind == FindingKind::from(lint));
        assert!(is_found, "{bug:?}: {lint:?} is not in {failure}");
    }
}

#[test]
#[ignore = "takes a minute"]
fn more_effects_and_secrets_are_found() {
    for (bug, lint, path) in MORE {
        assert_found(&property(bug), bug, lint.into(), path);
    }
    let bug = Bug::PanicsIfServiceFails;
    assert_found(&property(bug), bug, FindingKind::Bug, "");
}

/// Without a function that makes calls fail, the property mode cancels handlers. Creating the object again reveals
/// anything that a cancelled handler left behind.
#[test]
fn handlers_are_cancelled() {
    let property = Property::new("depot_crate", || harness(Bug::LeavesCancelledObject));
    let failure = property.run().unwrap_err();
    assert!(is(&failure, FindingKind::UnexpectedError, ""), "{failure}");
}

#[test]
fn a_correct_provider_passes() {
    property(Bug::None).drift().cases(30).check();
}

#[test]
fn every_kind_of_attribute_passes() {
    let property = Property::new("depot_hall", || harness(Bug::None));
    let property = property.import(|state| Some(state.get("id")?.as_str()?.to_owned()));
    property.cases(10).check();
}
