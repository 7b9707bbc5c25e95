//! Checks that Terraform gives the same verdicts when the rows are replayed.

use std::sync::Arc;
use std::thread;

use tfvalue::rules::{ApplyResponse, check_apply};
use tfvalue::schema::{Attribute, Block};
use tfvalue::tfplugin6::DynamicValue;
use tfvalue::{Type, Value};
use tfvalue_testing::acceptance::{Product, Program};
use tfvalue_tests::agreement::replay::{self, Outcome, Printed, Replayed, replay};
use tfvalue_tests::binary;
use tfvalue_tests::hex;
use tfvalue_tests::notices::skipped;

use super::row::Verdict::{
    Accepted, Crash, Laxer, Rejected, Reworded, Stricter, TerraformsLoss, Undecodable, Unwritable,
};
use super::row::{Message, Row};
use super::{answer, rows};

type Placed = (Arc<Block>, Row);

#[test]
fn terraform_gives_the_verdicts() {
    let Some(binary) = binary::find() else {
        return;
    };
    if binary.version != (1, 11) || binary.product != Product::Terraform {
        return skipped("the verdicts are those of Terraform 1.11");
    }
    let is_crash = |(_, row): &Placed| matches!(row.verdict, Crash(..));
    let (crashes, others): (Vec<_>, Vec<_>) = rows().into_iter().partition(is_crash);
    println!("{} rows, and {} alone", others.len(), crashes.len());
    let (applied, planned) = others.into_iter().partition(|(_, row)| row.new.is_some());
    let problems = thread::scope(|scope| {
        let batches = scope.spawn(|| {
            let batches: [Vec<Placed>; 2] = [planned, applied];
            batches
                .iter()
                .flat_map(|rows| batch(binary, rows))
                .collect()
        });
        let mut problems: Vec<String> = batches.join().expect("the batches do not panic");
        let crashes = crashes.iter().filter_map(|row| crash(binary, row));
        problems.extend(crashes);
        problems
    });
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

fn run(binary: &Program, rows: &[Placed]) -> Outcome {
    let rows = rows.iter().map(|(block, row)| replay::Row {
        block: block.clone(),
        config: row.config.encode(block),
        expressions: row.expressions.clone(),
        planned: row.planned.encode(block),
        new: row.new.as_ref().map(|new| new.encode(block)),
        legacy: false,
    });
    replay(binary, rows.collect()).expect("Terraform runs")
}

/// Replays a row that crashes Terraform. Returns a description of the problem if Terraform does not crash.
fn crash(binary: &Program, row: &Placed) -> Option<String> {
    let outcome = run(binary, std::slice::from_ref(row));
    let Crash(text, _) = row.1.verdict else {
        unreachable!("only such rows run alone");
    };
    let is_right = outcome.stderr.contains(&format!("panic: {text}"));
    (!is_right).then(|| format!("{}: {text}, but {}", row.1, outcome.stderr))
}

/// Replays rows in one run. Returns the problems.
fn batch(binary: &Program, rows: &[Placed]) -> Vec<String> {
    let mut outcome = run(binary, rows);
    let mut problems = Vec::new();
    for (placed, replayed) in rows.iter().zip(&outcome.rows) {
        let (block, row) = placed;
        let sent = replayed.config.as_ref().map(|config| &config.msgpack);
        if sent != Some(&row.config.encode(block).msgpack) {
            let sent = sent.map(|sent| hex::encode(sent));
            problems.push(format!("{row}: Terraform sends {sent:?}"));
        }
        if !is_as_expected(binary, placed, replayed, &mut outcome.unplaced) {
            let (is_accepted, printed) = (replayed.is_accepted, &replayed.printed);
            problems.push(format!(
                "{row}: {:?}, but accepted: {is_accepted}, printed: {printed:?}",
                row.verdict
            ));
        }
    }
    let unplaced = outcome.unplaced.iter();
    problems.extend(unplaced.map(|other| format!("of no row: {other:?}")));
    if !outcome.stderr.is_empty() {
        problems.push(outcome.stderr);
    }
    problems
}

/// Compares the result from Terraform with the verdict of a row. Removes the error that belongs to the row from the
/// errors that do not refer to a row.
fn is_as_expected(
    binary: &Program,
    placed: &Placed,
    replayed: &Replayed,
    unplaced: &mut Vec<Printed>,
) -> bool {
    let (_, row) = placed;
    let is_accepted = replayed.is_accepted;
    let has = |text: &str| {
        let mut printed = replayed.printed.iter();
        printed.any(|one| one.detail.contains(text) || one.summary.contains(text))
    };
    match row.verdict {
        Accepted | Stricter(_) => is_accepted && replayed.printed.is_empty(),
        Unwritable(text) => is_accepted && has(text),
        Rejected(_) => !is_accepted && details(replayed) == own_details(binary, placed, replayed),
        Reworded(text, _) | TerraformsLoss(text) => !is_accepted && has(text),
        Undecodable(text, _) | Laxer(text) => {
            // Rows with the same text are interchangeable, so each error belongs to exactly one of these rows.
            let text = full_text(row, text);
            let index = unplaced.iter().position(|one| one.summary == text);
            index.map(|index| unplaced.remove(index));
            !is_accepted && index.is_some() != has(&text)
        }
        Crash(..) => false,
    }
}

/// Returns the message of a decoding error. Some messages do not contain the path of the attribute.
fn full_text(row: &Row, text: &str) -> String {
    match &row.planned {
        Message::Members(members) if text.starts_with([':', '[']) => {
            format!("[{:?}]{text}", members[0].0)
        }
        _ => text.to_owned(),
    }
}

/// Returns the messages that Terraform prints about a row.
fn details(replayed: &Replayed) -> Vec<String> {
    let printed = replayed.printed.iter();
    let mut details: Vec<_> = printed
        .map(|one| one.detail.replace("[(not yet known)]", "[...]"))
        .collect();
    details.sort();
    details
}

/// Returns the messages that Terraform prints according to the rules.
fn own_details(binary: &Program, (block, row): &Placed, replayed: &Replayed) -> Vec<String> {
    let source = replay::source(binary);
    let faults = answer(block, row).unwrap_or_default();
    let faults = faults.iter();
    let mut details: Vec<_> = faults
        .map(|fault| fault.detail(&source, &replayed.address))
        .collect();
    details.sort();
    details
}

/// Terraform and OpenTofu include the action in the message if a provider with the legacy type system returns null.
#[test]
fn terraform_names_the_action_of_a_null_result() {
    let Some(binary) = binary::find() else {
        return;
    };
    let block = Block::new().attributes([Attribute::new("a", Type::String).optional()]);
    let ty = block.implied_type();
    let encode = |value: &Value| DynamicValue::encode_value(value, &ty).unwrap();
    let planned = Value::object([("a", "x")]).unwrap();
    let new = Value::null(ty.clone());
    let row = replay::Row {
        block: Arc::new(block.clone()),
        config: encode(&planned),
        expressions: Vec::new(),
        planned: encode(&planned),
        new: Some(encode(&new)),
        legacy: true,
    };
    let outcome = replay(binary, vec![row]).expect("Terraform runs");
    let row = &outcome.rows[0];
    let response = ApplyResponse::new(&new).legacy_type_system(true);
    let faults = check_apply(&block, &planned, response);
    let fatal: Vec<_> = faults.iter().filter(|fault| fault.is_fatal()).collect();
    let [fault] = fatal[..] else {
        panic!("{faults:?}");
    };
    let own = fault.detail(&replay::source(binary), &row.address);
    let named = own.replace("applying the plan", "applying a Create plan");
    let printed: Vec<_> = row.printed.iter().map(|one| &*one.detail).collect();
    assert_eq!(printed, [named]);
}
