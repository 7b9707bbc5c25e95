//! The reactions of Terraform 1.11.4 to mutated responses.
//!
//! The rows are in groups: [numbers](numbers) (A), [shapes](shapes) (B), [unknown values](unknowns) (C),
//! [refinements](refinements) (D), [JSON](json) (E), [normalization, sets and lists](sets) (F and G),
//! [blocks](blocks) (I), and [dynamic values](dynamics) (J).
//!
//! A row with a number, such as A05, is an experiment from earlier notes. Rows that repeat a number contain further
//! values for the same question; these rows and the rows without a number were measured with these tests. The test in
//! [`replay`] sends every row to Terraform again. The numbers A08 to A10, A17, A25, A27, B08, B09, B11, B12, B15, B16,
//! B20 to B23, B27 to B29, B31, D5, J3, J4, J6 and J8 are not used, because the notes do not describe these
//! experiments. The experiments in group C had no numbers, and group H measured times.
//!
//! Each row contains the wire form of an attribute in the configuration, in the plan and in the new state, in the
//! format that [`wire`](row::wire) reads. Responses are decoded and then passed to `check_plan` and `check_apply`. Rows
//! without a new state are only planned.

// The tables have one row per line.
#[rustfmt::skip]
mod blocks;
#[rustfmt::skip]
mod dynamics;
#[rustfmt::skip]
mod json;
#[rustfmt::skip]
mod numbers;
#[rustfmt::skip]
mod refinements;
mod replay;
mod row;
#[rustfmt::skip]
mod sets;
#[rustfmt::skip]
mod shapes;
#[rustfmt::skip]
mod unknowns;

use std::sync::Arc;

use tfvalue::Result;
use tfvalue::Value;
use tfvalue::rules::{ApplyResponse, Fault, PlanRequest, PlanResponse, check_apply, check_plan};
use tfvalue::schema::{Block, ProviderSchemas};

use self::row::Row;
use self::row::Verdict::{
    self, Accepted, Crash, Laxer, Rejected, Reworded, Stricter, TerraformsLoss, Undecodable,
    Unwritable,
};

/// The schema of most rows.
fn schema() -> Block {
    let schemas = include_str!("../../../../data/captures/providers_schema.json");
    let schemas: ProviderSchemas = tfvalue::schema::json::from_str(schemas).unwrap();
    let mut providers = schemas.provider_schemas.into_values();
    providers
        .find_map(|mut provider| provider.resource_schemas.remove("probe_mutt"))
        .unwrap()
        .block
}

/// Returns all rows with their schemas.
fn rows() -> Vec<(Arc<Block>, Row)> {
    let (most, blocks) = (Arc::new(schema()), Arc::new(blocks::schema()));
    let groups = [
        (&most, numbers::rows()),
        (&most, shapes::rows(&most)),
        (&most, unknowns::rows()),
        (&most, refinements::rows()),
        (&most, json::rows()),
        (&most, sets::rows()),
        (&blocks, blocks::rows()),
        (&most, dynamics::rows()),
    ];
    let rows = groups
        .into_iter()
        .flat_map(|(block, rows)| rows.into_iter().map(|row| (block.clone(), row)));
    rows.collect()
}

/// Returns the faults in the plan. If the plan has no faults, returns the faults in the new state.
fn answer(block: &Block, row: &Row) -> Result<Vec<Fault>> {
    let ty = block.implied_type();
    let config = row.config.encode(block).decode_value(&ty)?;
    let planned = row.planned.encode(block).decode_value(&ty)?;
    let null = Value::null(ty.clone());
    let faults = check_plan(
        block,
        PlanRequest {
            config: &config,
            prior: &null,
        },
        PlanResponse::new(&planned),
    );
    match &row.new {
        Some(new) if faults.is_empty() => {
            let new = new.encode(block).decode_value(&ty)?;
            Ok(check_apply(block, &planned, ApplyResponse::new(&new)))
        }
        _ => Ok(faults),
    }
}

#[test]
fn verdicts() {
    let rows = rows();
    let mut wrong = Vec::new();
    for (block, row) in &rows {
        let got = answer(block, row);
        let is_right = match (&row.verdict, &got) {
            (Accepted | Unwritable(_) | Laxer(_) | TerraformsLoss(_), Ok(faults)) => {
                faults.is_empty()
            }
            (Rejected(text) | Reworded(_, text) | Crash(_, text) | Stricter(text), Ok(faults)) => {
                let first = faults.first();
                first.is_some_and(|fault| fault.problem().contains(text))
            }
            (Undecodable(_, text) | Crash(_, text) | Stricter(text), Err(error)) => {
                error.to_string().contains(text)
            }
            _ => false,
        };
        if !is_right {
            wrong.push(format!("{row}: {:?}, but got {got:?}", row.verdict));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(rows.len() > 700, "{} rows", rows.len());
}
