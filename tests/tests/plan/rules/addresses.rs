//! Addresses in Terraform's diagnostics.

use tfvalue::rules::{OpenedEphemeral, check_ephemeral_resource};
use tfvalue::schema::{Attribute, Block};
use tfvalue::{Type, Value};

#[test]
fn the_type_of_an_ephemeral_resource_is_part_of_its_address() {
    let block = Block::new().attributes([Attribute::new("o", Type::String).optional()]);
    let config = Value::object([("o", "a")]).unwrap();
    let faults = check_ephemeral_resource(
        &block,
        OpenedEphemeral {
            config: &config,
            result: &Value::null(block.implied_type()),
        },
    );
    for (address, ty) in [
        ("ephemeral.shop_token.b", "shop_token"),
        ("ephemeral.shop_token.b[0]", "shop_token"),
        ("ephemeral.shop_ephemeral.b", "shop_ephemeral"),
        ("ephemeral.ephemeral.b", "ephemeral"),
        ("ephemeral.shop_token.ephemeral", "shop_token"),
        (r#"ephemeral.shop_token.b["ephemeral.x.y"]"#, "shop_token"),
        ("module.a.ephemeral.shop_ephemeral.b", "shop_ephemeral"),
        ("module.ephemeral.ephemeral.shop_token.b", "shop_token"),
        (
            "module.a[0].module.module.ephemeral.shop_token.b",
            "shop_token",
        ),
        (
            r#"module.a["x.ephemeral.y"].module.b["\".ephemeral.z\\"].ephemeral.shop_token.c["]."]"#,
            "shop_token",
        ),
        ("shop_token.b", "shop_token"),
        (r#"module.a["ephemeral.x.y"#, ""),
        ("", ""),
    ] {
        let text = faults[0].detail("example.com/shop/shop", address);
        let expected = format!("The provider for {ty} produced");
        assert!(text.starts_with(&expected), "{address}: {text}");
    }
}
