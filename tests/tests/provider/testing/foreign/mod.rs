//! The harness judges providers in another process as a user of Terraform would judge them: it reports everything that
//! Terraform prints, and nothing else.

mod store;

use tfvalue_testing::{Failure, FindingKind, Lint, PartKind, Property, PropertyReport};

use self::store::Store;

/// Runs random cases with a fault.
fn examine(
    fault: &'static str,
    part: (PartKind, &str),
    plans_only: bool,
) -> (PropertyReport, Vec<Failure>) {
    let harness = Store::new(fault).harness();
    let mut property = Property::of(part.0, part.1, || harness.fresh())
        .cases(20)
        .tolerate_errors()
        .guess_import();
    if part == THING {
        property = property.hint("color", r#"["red", "blue"]"#);
    }
    if plans_only {
        property = property.plan_only();
    }
    property.failures()
}

const THING: (PartKind, &str) = (PartKind::Resource, "store_thing");

#[track_caller]
fn found(fault: &'static str, plans_only: bool) -> Vec<String> {
    let (report, failures) = examine(fault, THING, plans_only);
    assert!(report.applied > 20, "{report:?}");
    let findings = failures.iter().map(|failure| &failure.findings[0]);
    let found = findings.map(|one| format!("{} {}: {}", one.method, one.kind, one.problem));
    found.collect()
}

#[track_caller]
fn assert_found(fault: &'static str, plans_only: bool, expected: &str) {
    let found = found(fault, plans_only);
    assert!(
        found.len() == 1 && found[0].contains(expected),
        "{fault}: {found:#?}"
    );
}

#[track_caller]
fn assert_silent(fault: &'static str) {
    for plans_only in [true, false] {
        let found = found(fault, plans_only);
        assert!(found.is_empty(), "{fault}: {found:#?}");
    }
}

/// Asserts that a part without a fault accepts most configurations, and has no finding.
#[track_caller]
fn assert_accepted(part: (PartKind, &str)) {
    let (report, failures) = examine("", part, true);
    assert!(
        report.applied > 20 && failures.is_empty(),
        "{report:?} {failures:?}"
    );
}

#[test]
fn a_correct_provider_has_no_finding() {
    assert_silent("");
}

/// `SDKv2` shows this behavior regardless of the author's code, and Terraform's plan contains no changes.
#[test]
fn an_empty_collection_for_null_is_no_finding() {
    // The plan keeps null as long as the value is null in the configuration.
    let harness = Store::new("empty tags").harness();
    let outcome = harness
        .resource("store_thing")
        .apply(r#"{"name": "a", "color": "red"}"#);
    let mut lints = outcome.findings.iter().map(|one| one.kind);
    assert!(
        !lints.any(|kind| kind == Lint::RefreshChanged.into()),
        "{outcome}"
    );
}

#[test]
fn an_object_that_exists_only_in_the_state_is_not_left() {
    assert_silent("state only");
}

/// A read that always returns the same value does not show that the service has the object.
#[test]
fn an_object_that_is_always_read_with_the_same_id_is_not_left() {
    assert_silent("constant id");
}

/// While `SDKv2` applies a plan, it stores empty values in place of nulls. Plans alone do not see them.
#[test]
fn an_empty_value_that_only_a_real_change_stores_is_no_finding() {
    let found = found("nulls emptied", true);
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn an_object_that_is_never_deleted_is_found() {
    assert_found("never deleted", false, "lint NotDeleted");
}

/// The import ID can be the password itself.
#[test]
fn an_import_id_that_is_a_guess_is_not_trusted() {
    assert_silent("id in state");
}

/// The framework imports an empty list for a list that exists only in the state.
#[test]
fn an_import_of_what_only_the_state_has_can_be_empty() {
    assert_silent("import empties");
}

#[test]
fn an_import_that_loses_a_value_is_found() {
    assert_found("import loses the size", false, "lint ImportDiffers");
}

#[test]
fn an_import_that_loses_a_block_is_found() {
    assert_found("import loses the limits", false, "lint ImportDiffers");
}

/// After the import, every plan changes the size.
#[test]
fn an_import_that_never_has_a_value_is_found() {
    assert_found("size unread", false, "lint ImportDiffers");
}

/// The framework reports a missing identity even for an object that does not exist.
#[test]
fn an_import_without_a_value_and_an_identity_is_found() {
    assert_found("size and identity unread", false, "lint ImportDiffers");
}

/// A read looks up the color only if the state contains no color.
#[test]
fn a_refresh_that_keeps_the_stored_value_is_found() {
    assert_found("drift unseen", false, "lint DriftUnseen");
}

#[test]
fn an_object_that_a_failed_change_leaves_is_found() {
    assert_found("left behind", false, "lint LeftBehind");
}

#[test]
fn two_names_of_one_object_are_found() {
    let found = found("case ignored", false);
    let is_other = |one: &String| one.contains("lint OtherChanged");
    assert!(found.iter().any(is_other), "{found:#?}");
}

/// The schema of the older version is not known. Most providers omit the attributes that the older version did not have.
#[test]
fn an_upgrade_can_leave_out_what_the_older_version_did_not_have() {
    assert_silent("upgrade of a version without colors");
}

/// `SDKv2` passes all attributes to the upgrade.
#[test]
fn an_upgrade_that_loses_a_value_is_found() {
    for plans_only in [true, false] {
        assert_found("upgrade loses the color", plans_only, "lint UpgradeChanged");
    }
}

/// The type of an attribute in the older version is not known.
#[test]
fn an_upgrade_that_crashes_only_for_null_is_found() {
    for plans_only in [true, false] {
        let fault = "upgrade crashes for null";
        assert_found(fault, plans_only, "UpgradeResourceState crash");
    }
    assert_silent("upgrade crashes for strings");
}

/// A refresh by `SDKv2` replaces null with an empty collection, so only a state directly after a change has null.
#[test]
fn an_upgrade_that_crashes_for_a_state_without_a_refresh_is_found() {
    let found = found("upgrade crashes for null tags", false);
    let is_crash = |one: &String| one.contains("UpgradeResourceState crash");
    assert!(found.iter().any(is_crash), "{found:#?}");
}

#[test]
fn an_upgrade_that_is_missing_is_found() {
    for plans_only in [true, false] {
        assert_found("upgrade is missing", plans_only, "UpgradeResourceState bug");
    }
}

/// A refresh fails like the read after an import. Other errors can be about the ID.
#[test]
fn a_read_that_fails_for_a_missing_object_is_found_by_an_import() {
    for plans_only in [true, false] {
        assert_found(
            "missing thing not found",
            plans_only,
            "lint ReadFailsIfMissing",
        );
    }
    for other in ["missing thing refused", "store not reached"] {
        let found = found(other, true);
        assert!(found.is_empty(), "{found:#?}");
    }
}

/// The deletion of the object is not the cause. The finding names the ID with which the object was imported.
#[test]
fn a_bug_is_reported_once_if_the_object_is_missing() {
    let found = found("bug for a missing thing", false);
    let [bug] = &*found else { panic!("{found:#?}") };
    assert!(bug.starts_with("ReadResource bug"), "{bug}");
    assert!(bug.contains("import:   tfvalue-does-not-exist"), "{bug}");
}

#[test]
fn a_plan_that_contains_the_time_is_found() {
    assert_found("time planned", true, "rule ValueChanged");
}

#[test]
fn a_value_that_each_plan_recomputes_is_found() {
    assert_found("id recomputed", true, "lint UnknownWithoutChange");
}

/// Terraform tolerates this for `SDKv2`.
#[test]
fn a_change_that_no_plan_shows_is_found() {
    for plans_only in [true, false] {
        assert_found("change ignored", plans_only, "lint ChangeIgnored");
    }
}

/// Terraform does not accept an empty import ID.
#[test]
fn no_import_id_is_empty() {
    let store = Store::new("empty id");
    let harness = store.harness();
    let property = Property::new("store_thing", || harness.fresh());
    let property = property
        .cases(10)
        .import(|state| Some(state.get("id")?.as_str()?.to_owned()));
    let _ = property.failures();
    let imported = &store.service.borrow().imported;
    assert!(imported.iter().all(|id| !id.is_empty()), "{imported:?}");
}

/// The ID is not a guess.
#[test]
fn a_given_import_id_must_be_accepted() {
    let harness = Store::new("import empties").harness();
    let property = Property::new("store_thing", || harness.fresh());
    let name = |state: &tfvalue::Value| Some(state.get("name")?.as_str()?.to_owned());
    let (_, failures) = property.cases(10).tolerate_errors().import(name).failures();
    let text = failures.iter().map(ToString::to_string).collect::<String>();
    assert!(
        text.contains("cannot be imported by the given ID"),
        "{text}"
    );
}

/// Terraform ignores a path that requires replacement if the value at the path does not change.
#[test]
fn a_path_that_requires_replacement_without_a_change_is_no_finding() {
    assert_silent("needless path");
}

#[test]
fn errors_that_terraform_prints_are_found() {
    for plans_only in [true, false] {
        assert_found(
            "destroy cannot be planned",
            plans_only,
            "the plan to destroy the object fails: Value Error",
        );
        assert_found(
            "unknown refused",
            plans_only,
            "not while one of its values is unknown",
        );
        assert_found(
            "bug",
            plans_only,
            "PlanResourceChange bug: Value Conversion Error",
        );
    }
    assert_found("second plan fails", false, "the same configuration fails");
    assert_found(
        "read fails",
        false,
        "the same configuration fails: Unexpected Identity Change",
    );
}

/// A process that is started after a crash receives the same calls as it would from Terraform.
#[test]
fn a_provider_is_started_again_as_terraform_does() {
    for (fault, has_schema) in [("crash", true), ("optional schema", false)] {
        let store = Store::new(fault);
        let harness = store.harness();
        let mut thing = harness.resource("store_thing");
        if fault == "crash" {
            let outcome = thing.apply(r#"{"name": "a", "color": "red"}"#);
            assert!(
                outcome.has(FindingKind::Crash, tfvalue::Path::root()),
                "{outcome}"
            );
        } else {
            harness.restart();
        }
        store.service.borrow_mut().calls.clear();
        thing.apply(r#"{"name": "a", "color": "blue"}"#).created();
        let calls = &store.service.borrow().calls;
        let mut expected = vec!["start"];
        expected.extend(has_schema.then_some("GetProviderSchema"));
        expected.extend([
            "ValidateProviderConfig",
            "ConfigureProvider",
            "ValidateResourceConfig",
        ]);
        assert_eq!(calls[..expected.len()], expected);
    }
}

#[test]
fn data_sources_are_read_again_in_another_order() {
    let part = (PartKind::DataSource, "store_thing");
    assert_accepted(part);
    let (_, failures) = examine("clock", part, true);
    assert!(failures.is_empty(), "{failures:?}");
    let (_, failures) = examine("another number", part, true);
    let finding = &failures[0].findings[0];
    assert_eq!(finding.kind, Lint::ReadsDiffer.into(), "{finding}");
    assert!(
        failures[0].hcl[0].starts_with("data \"store_thing\""),
        "{failures:?}"
    );
}

#[test]
fn functions_are_called_with_odd_arguments() {
    let part = (PartKind::Function, "repeat");
    assert_accepted(part);
    let (_, failures) = examine("function crash", part, true);
    assert_eq!(
        failures[0].findings[0].kind,
        FindingKind::Crash,
        "{failures:?}"
    );
    let call = &failures[0].hcl[0];
    assert!(call.contains("value = provider::store::repeat("), "{call}");
}

#[test]
fn functions_get_arguments_that_their_errors_describe() {
    assert_accepted((PartKind::Function, "wait"));
}

/// The service accepted the configuration when the resource was opened.
#[test]
fn an_ephemeral_resource_that_cannot_be_closed_is_found() {
    let lease = (PartKind::EphemeralResource, "store_lease");
    assert_accepted(lease);
    let (_, failures) = examine("lease not closed", lease, true);
    let finding = &failures[0].findings[0];
    assert_eq!(finding.kind, FindingKind::UnexpectedError, "{finding}");
}

/// Terraform does not call a function in the plan if the number of its arguments is not known.
#[test]
fn functions_are_called_with_all_of_their_arguments() {
    let (report, failures) = examine("", (PartKind::Function, "count"), true);
    assert!(
        report.applied > 10 && failures.is_empty(),
        "{report:?} {failures:?}"
    );
}

/// Without an unknown value in both configurations, Terraform does not show the fault.
#[test]
fn all_configurations_of_a_case_are_shown() {
    let (_, failures) = examine("unknown refused", THING, true);
    assert!(
        failures[0].hcl[0].contains("terraform_data.unknown.output[0]"),
        "{failures:?}"
    );
}
