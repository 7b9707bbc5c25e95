//! Type constraints.

use serde_json::Value as Json;
use tfvalue::Type;

use super::Vector;
use super::report::{Check, Failure, same};

pub(crate) fn check(vector: &Vector) -> Check {
    let text = vector.text("json");
    let result = Type::from_json(text.as_bytes());
    let ty = match (vector.text("json_unmarshal_outcome"), result) {
        ("accept", Ok(ty)) => ty,
        ("accept", Err(error)) => return Err(Failure::new("a type", error)),
        (_, Ok(ty)) => return Err(Failure::new("an error", ty.to_json())),
        (_, Err(_)) => return Ok(None),
    };
    let has_dynamic = vector.get("has_dynamic").and_then(Json::as_bool);
    same(
        "has dynamic",
        &has_dynamic.unwrap_or_default(),
        &ty.has_dynamic(),
    )?;
    let without = vector.text("without_optional").to_owned();
    same(
        "without optional",
        &without,
        &ty.without_optional().to_json(),
    )?;
    let canonical = vector.text("canonical").to_owned();
    if canonical == r#"["tuple",null]"# && ty.to_json() == r#"["tuple",[]]"# {
        return Ok(Some(
            "null for the elements of a tuple, read as no elements",
        ));
    }
    same("canonical form", &canonical, &ty.to_json())?;
    Ok(None)
}
