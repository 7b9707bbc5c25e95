use tfvalue::schema::{Attribute, Block};
use tfvalue::{Type, Value};

use super::*;

fn section(values: Vec<Named>) -> Section {
    Section {
        subject: "</script><script>alert(1)</script>".to_owned(),
        values,
        ..Section::default()
    }
}

#[test]
fn text_cannot_end_an_element() {
    let title = "<b> & </title><script>alert(1)</script>";
    let head = Head {
        title: title.to_owned(),
        noun: "calls".to_owned(),
        facts: vec![("\u{2028}".to_owned(), "]]>".to_owned())],
    };
    let empty = Head {
        title: String::new(),
        noun: String::new(),
        facts: Vec::new(),
    };
    let scripts = |text: &str| text.matches("<script").count();
    let page = page(&head, &[section(Vec::new())]);
    assert_eq!(scripts(&page), scripts(&empty.html()) + 1);
    assert_eq!(page.matches("</script>").count(), scripts(&page));
    assert!(
        page.contains("<title>&lt;b&gt; &amp; &lt;/title&gt;"),
        "{page}"
    );
    assert!(!page.contains('\u{2028}') && page.contains("\\u2028"));
    let json = section(Vec::new()).html();
    let json = json.strip_prefix("<script type=\"application/json\">");
    let json = json.and_then(|json| json.strip_suffix("</script>\n"));
    let data: serde_json::Value = serde_json::from_str(json.unwrap()).unwrap();
    assert_eq!(data["subject"], "</script><script>alert(1)</script>");
}

fn block() -> Block {
    Block::new().attributes([
        Attribute::new("name", Type::String).optional(),
        Attribute::new("key", Type::map(Type::String))
            .optional()
            .sensitive(),
    ])
}

fn value(name: &str, secret: &str) -> Value {
    let key = Value::map(Type::String, [(secret.to_owned(), secret)]).unwrap();
    Value::object([("name", name.into()), ("key", key)]).unwrap()
}

#[test]
fn sensitive_values_are_hidden_with_their_keys() {
    let (block, old, new) = (block(), value("a", "s3cret-1"), value("b", "s3cret-2"));
    let secrets = Secrets::of_block(&block);
    let changes = changes(&[&old, &new], &[(0, 1)], &secrets);
    let text = serde_json::to_string(&changes).unwrap();
    assert!(!text.contains("s3cret"), "{text}");
    let paths: Vec<_> = changes.iter().map(|change| change.path.as_str()).collect();
    assert_eq!(paths, ["key", "name"]);
    let node = serde_json::to_string(&Node::new(&new, &secrets)).unwrap();
    assert_eq!(
        node,
        r#"{"c":[["key",{"k":"sensitive"}],["name",{"k":"string","v":"b"}]],"k":"object"}"#
    );
    let mask = Value::object([("key", true)]).unwrap();
    assert_eq!(
        Node::new(&new, &Secrets::masked(vec![&mask])),
        Node::new(&new, &secrets)
    );
    // A value that does not match the schema.
    let node = Node::new(&"s3cret".into(), &secrets);
    assert_eq!(
        serde_json::to_string(&node).unwrap(),
        r#"{"k":"sensitive"}"#
    );
}

#[test]
fn a_new_object_differs_in_its_attributes() {
    let (block, new) = (block(), value("a", "x"));
    let null = Value::null(block.implied_type());
    let changes = changes(&[&null, &new], &[(0, 1)], &Secrets::of_block(&block));
    let paths: Vec<_> = changes.iter().map(|change| change.path.as_str()).collect();
    assert_eq!(paths, ["key", "name"]);
}

#[test]
fn large_values_are_cut() {
    let list = Value::list(Type::Bool, vec![true; 50_000]).unwrap();
    let object = Value::object([("a", list.clone()), ("b", list)]).unwrap();
    let node = serde_json::to_string(&Node::new(&object, &Secrets::nothing())).unwrap();
    assert!(node.len() < 1 << 20 && node.contains("which are not on this page"));
}
