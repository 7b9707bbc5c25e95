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
#[tf(kind = resource, import = "region/name")]
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
