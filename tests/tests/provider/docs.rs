//! The pages for the Terraform Registry.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use tfvalue::provider::{Context, Provider, ProviderConfig, Resource};
use tfvalue::{Attr, Diagnostics, Set, TfSchema, Unknown};

use crate::notes;

/// Manages servers.
#[derive(TfSchema)]
#[tf(kind = provider)]
struct Config {
    /// Address of the service.
    #[tf(required)]
    url: Attr<String>,
}

impl ProviderConfig for Config {
    type Client = ();

    async fn configure(self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        drop(self.url);
        Ok(())
    }
}

/// A server.
///
/// It has disks.
#[derive(TfSchema)]
#[tf(kind = resource, import = "region/name", identity = ServerIdentity)]
struct Server {
    /// The region.
    #[tf(required)]
    region: Attr<String>,
    /// The name.
    #[tf(required, length = 1..=63, describe)]
    name: Attr<String>,
    /// Secret for the
    /// console.
    #[tf(optional, sensitive, write_only)]
    secret: Attr<String>,
    /// Labels.
    #[tf(optional, deprecated = "Use tags.")]
    labels: Attr<Set<Attr<String>>>,
    /// The owner.
    #[tf(optional, object)]
    owner: Attr<Owner>,
    /// Network interfaces.
    #[tf(optional)]
    interfaces: Attr<Vec<Attr<Interface>>>,
    /// The identifier.
    #[tf(computed)]
    id: Attr<String>,
    /// A disk.
    #[tf(block(min_items = 1, max_items = 3))]
    disk: Unknown<Vec<Disk>>,
    /// How to boot.
    #[tf(block)]
    boot: Option<Disk>,
}

#[derive(TfSchema)]
#[tf(kind = identity)]
struct ServerIdentity {
    /// The name.
    #[tf(required)]
    name: String,
    /// The region. Defaults to the region of the provider.
    #[tf(optional)]
    region: Option<String>,
}

#[derive(TfSchema)]
struct Owner {
    #[tf(optional)]
    team: Attr<String>,
}

#[derive(TfSchema)]
struct Interface {
    /// The network.
    #[tf(required)]
    network: Attr<String>,
    /// The address.
    #[tf(optional, computed)]
    address: Attr<String>,
}

#[derive(TfSchema)]
struct Disk {
    /// Size in GiB.
    #[tf(required)]
    size: Attr<i64>,
    /// A partition.
    #[tf(block)]
    partition: Unknown<Set<Partition>>,
}

#[derive(TfSchema)]
struct Partition {
    /// The label.
    #[tf(optional)]
    label: Attr<String>,
}

impl Resource for Server {
    const NAME: &'static str = "server";
    type Client = ();

    async fn create(plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        Ok(plan)
    }

    async fn read(state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
        Ok(Some(state))
    }

    async fn delete(_: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

/// A volume.
#[derive(TfSchema)]
#[tf(kind = resource)]
struct Volume {
    /// The size.
    #[tf(default = 20, range = 1..=64)]
    size: Attr<i64>,
    /// The speed. Defaults to 7.
    #[tf(default = 7)]
    speed: Attr<i64>,
    /// The mode. Default value is `fast`. **NOTE**: This is deprecated, use `speed` instead.
    #[tf(
        default = "fast",
        deprecated = "**NOTE**: This is deprecated, use `speed` instead."
    )]
    mode: Attr<String>,
    /// The kind.
    #[tf(default = "ssd", one_of = ["ssd", "hdd"])]
    kind: Attr<String>,
    /// The prefix.
    #[tf(default = "", length = ..=8, regex = "^[a-z`]*$")]
    prefix: Attr<String>,
    /// The name, in words of its own.
    #[tf(required, length = 1..=63, describe)]
    name: Attr<String>,
    /// The color.
    #[tf(default = Color::Red, one_of = ["red"])]
    color: Attr<Color>,
    #[tf(optional, each(one_of = ["a", "b"]), length = 1..)]
    zones: Attr<Set<Attr<String>>>,
    #[tf(optional, keys(length = ..=3), each(length = 1.., each(range = 1..)))]
    grid: Attr<BTreeMap<String, Attr<Vec<Attr<i64>>>>>,
    /// The token.
    #[tf(default = "hush", sensitive, length = 4..)]
    token: Attr<String>,
    /// The snapshot.
    #[tf(optional, exactly_one_of = "image, source", conflicts_with = "size")]
    snapshot: Attr<String>,
    /// The image.
    #[tf(optional, required_with = "kind")]
    image: Attr<String>,
    /// Limits.
    #[tf(default = Limits { low: 1.into(), high: Attr::null() })]
    limits: Attr<Limits>,
    /// The source.
    #[tf(block)]
    source: Option<Source>,
    #[tf(block)]
    timeouts: Option<VolumeTimeouts>,
    /// The identifier.
    #[tf(computed)]
    id: Attr<String>,
}

tfvalue::timeouts! {
    struct VolumeTimeouts {
        create: "20m",
    }
}

#[derive(TfSchema)]
#[tf(rename_all = "lowercase")]
enum Color {
    Red,
    Green,
}

#[derive(TfSchema)]
struct Limits {
    /// The lower limit.
    #[tf(optional, computed, range = 0..)]
    low: Attr<i64>,
    /// The upper limit.
    #[tf(default = 9)]
    high: Attr<i64>,
}

#[derive(TfSchema)]
struct Source {
    /// The path.
    #[tf(required, length = 2..)]
    path: Attr<String>,
}

impl Resource for Volume {
    const NAME: &'static str = "volume";
    type Client = ();

    async fn create(plan: Self, _: &mut Context<()>) -> Result<Self, Diagnostics> {
        Ok(plan)
    }

    async fn read(state: Self, _: &mut Context<()>) -> Result<Option<Self>, Diagnostics> {
        Ok(Some(state))
    }

    async fn delete(_: Self, _: &mut Context<()>) -> Result<(), Diagnostics> {
        Ok(())
    }
}

/// Even without `describe`, pages mention defaults and constraints, but no secrets.
#[test]
fn a_page_mentions_defaults_and_constraints() {
    let folder = tempfile::tempdir().unwrap();
    let provider = Provider::new::<Config>("cloud").resource::<Volume>();
    provider.write_docs(folder.path(), folder.path()).unwrap();
    let page = fs::read_to_string(folder.path().join("resources/volume.md")).unwrap();
    let link = |name: &str| format!("(see [below for nested schema](#{name}))");
    let lines = [
        "- `color` (String) The color. One of `red`. Defaults to `red`.".to_owned(),
        "- `grid` (Map of List of Number) Each key: At most 3 characters. Each element: At least 1 \
         element. Each element of each element: A number of at least 1."
            .to_owned(),
        "- `image` (String) The image. Requires `kind`. Exactly one of this, `snapshot` and `source` is \
         required."
            .to_owned(),
        "- `kind` (String) The kind. One of `ssd`, `hdd`. Defaults to `ssd`.".to_owned(),
        format!("- `limits` (Attributes) Limits. Defaults to `{{ low = 1 }}`. {}", link("nestedatt--limits")),
        "- `mode` (String, Deprecated) The mode. Default value is `fast`. **NOTE**: This is deprecated, use `speed` \
         instead."
            .to_owned(),
        "- `name` (String) The name, in words of its own. 1 to 63 characters.".to_owned(),
        "- `prefix` (String) The prefix. At most 8 characters. Matches `` ^[a-z`]*$ ``. Defaults to `\"\"`."
            .to_owned(),
        "- `size` (Number) The size. A number from 1 to 64. Conflicts with `snapshot`. Defaults to `20`."
            .to_owned(),
        "- `speed` (Number) The speed. Defaults to 7.".to_owned(),
        "- `snapshot` (String) The snapshot. Conflicts with `size`. Exactly one of this, `image` and `source` \
         is required."
            .to_owned(),
        format!(
            "- `source` (Block) The source. Exactly one of this, `snapshot` and `image` is required. {}",
            link("nestedblock--source")
        ),
        "- `token` (String, Sensitive) The token. At least 4 characters.".to_owned(),
        "- `zones` (Set of String) At least 1 element. Each element: One of `a`, `b`.".to_owned(),
        "- `high` (Number) The upper limit. Defaults to `9`.".to_owned(),
        "- `low` (Number) The lower limit. A number of at least 0.".to_owned(),
        "- `path` (String) The path. At least 2 characters.".to_owned(),
        "- `create` (String) The time limit of the operation, such as `30s` or `2h45m`. The units are `h`, `m`, \
         `s` and `ms`. Defaults to `20m`."
            .to_owned(),
        "- `id` (String) The identifier.".to_owned(),
    ];
    for line in lines {
        assert!(page.lines().any(|one| one == line), "{line}\n\n{page}");
    }
    assert!(!page.contains("hush"), "{page}");
    // The schema that Terraform prints contains only the constraints that `describe` adds.
    let schemas = provider.schemas().unwrap();
    let block = &schemas.resource_schemas["cloud_volume"].block;
    assert_eq!(block.attribute("size").unwrap().description, "The size.");
}

fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path
                    .strip_prefix(folder)
                    .unwrap()
                    .to_str()
                    .unwrap()
                    .to_owned();
                files.insert(name, fs::read_to_string(&path).unwrap());
            }
        }
    }
    files
}

#[test]
fn a_page_has_all_attributes_and_blocks() {
    let folder = tempfile::tempdir().unwrap();
    let examples = folder.path().join("examples");
    let resource = examples.join("resources/cloud_server");
    fs::create_dir_all(&resource).unwrap();
    fs::write(
        resource.join("resource.tf"),
        "resource \"cloud_server\" \"a\" {\n}\n",
    )
    .unwrap();
    fs::write(resource.join("resource-2.tf"), "# Another.\n").unwrap();
    let docs = folder.path().join("docs");
    let provider = Provider::new::<Config>("cloud").resource::<Server>();
    provider.write_docs(&docs, &examples).unwrap();
    let files = files(&docs);
    assert_eq!(
        files.keys().collect::<Vec<_>>(),
        ["index.md", "resources/server.md"]
    );
    assert_eq!(
        files["index.md"],
        "---\npage_title: \"cloud Provider\"\nsubcategory: \"\"\ndescription: |-\n  Manages servers.\n\
         ---\n\n# cloud Provider\n\nManages servers.\n\n## Schema\n\n### Required\n\n- `url` (String) \
         Address of the service.\n"
    );
    assert_eq!(files["resources/server.md"], include_str!("server.md"));
}

#[test]
fn every_kind_of_type_has_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let docs = folder.path().join("docs");
    fs::create_dir_all(docs.join("guides")).unwrap();
    fs::write(docs.join("guides/own.md"), "mine").unwrap();
    notes::provider().write_docs(&docs, folder.path()).unwrap();
    let files = files(&docs);
    assert_eq!(
        files.keys().collect::<Vec<_>>(),
        [
            "actions/clear.md",
            "data-sources/count.md",
            "data-sources/note.md",
            "ephemeral-resources/key.md",
            "functions/divide.md",
            "guides/own.md",
            "index.md",
            "list-resources/note.md",
            "resources/note.md",
        ]
    );
    assert_eq!(files["guides/own.md"], "mine");
    assert_eq!(
        files["functions/divide.md"],
        "---\npage_title: \"divide function - notes\"\nsubcategory: \"\"\ndescription: |-\n---\n\n\
         # function: divide\n\nDivides numbers.\n\n## Signature\n\n```text\n\
         divide(dividend number, divisor number) number\n```\n\n## Arguments\n\n\
         1. `dividend` (Number)\n2. `divisor` (Number)\n"
    );
}
