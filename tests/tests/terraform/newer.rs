//! Features of Terraform 1.14 and later: list resources, generated configurations, actions, and state stores.
//!
//! `tests/newer/build` builds a Terraform version with these features. With an older version, these tests are skipped.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use tfvalue::provider::{
    Action, Context, ListResource, ListResult, ListResults, Provider, ProviderConfig, Resource,
    StateReceiver, StateSender, StateStore,
};
use tfvalue::{Attr, Diagnostic, Diagnostics, Error, TfSchema};

use crate::harness::{Bench, Protocol};

#[derive(TfSchema)]
#[tf(kind = provider)]
struct Config {
    /// The folder of the service.
    #[tf(required)]
    path: Attr<String>,
}

impl ProviderConfig for Config {
    type Client = PathBuf;

    async fn configure(self, _: &mut Context<()>) -> Result<PathBuf, Diagnostics> {
        Ok(self.path.require("path")?.as_str().into())
    }
}

#[derive(TfSchema)]
#[tf(kind = resource, identity = ItemIdentity)]
struct Item {
    #[tf(required, replace)]
    name: Attr<String>,
    #[tf(default = 1)]
    price: Attr<i64>,
    #[tf(computed, keep)]
    label: Attr<String>,
}

#[derive(TfSchema)]
#[tf(kind = identity)]
struct ItemIdentity {
    #[tf(required)]
    name: String,
}

impl Item {
    fn file(&self, folder: &Path) -> Result<PathBuf, Error> {
        Ok(folder.join("items").join(self.name.require("name")?))
    }

    fn store(self, folder: &Path) -> Result<Self, Diagnostics> {
        let file = self.file(folder)?;
        fs::create_dir_all(folder.join("items"))?;
        fs::write(file, self.price.require("price")?.to_string())?;
        Item::load(self, folder)
    }

    fn load(mut self, folder: &Path) -> Result<Self, Diagnostics> {
        let price = fs::read_to_string(self.file(folder)?)?;
        self.price = price.parse::<i64>().map_err(Error::msg)?.into();
        self.label = format!("item {}", self.name.require("name")?).into();
        Ok(self)
    }
}

impl Resource for Item {
    const NAME: &'static str = "item";
    type Client = PathBuf;

    async fn create(plan: Self, context: &mut Context<PathBuf>) -> Result<Self, Diagnostics> {
        plan.store(context.client())
    }

    async fn read(
        state: Self,
        context: &mut Context<PathBuf>,
    ) -> Result<Option<Self>, Diagnostics> {
        if !state.file(context.client())?.exists() {
            return Ok(None);
        }
        state.load(context.client()).map(Some)
    }

    async fn update(
        _: Self,
        plan: Self,
        context: &mut Context<PathBuf>,
    ) -> Result<Self, Diagnostics> {
        plan.store(context.client())
    }

    async fn delete(state: Self, context: &mut Context<PathBuf>) -> Result<(), Diagnostics> {
        Ok(fs::remove_file(state.file(context.client())?)?)
    }
}

#[derive(TfSchema)]
#[tf(kind = list)]
struct Search {
    #[tf(optional)]
    prefix: Attr<String>,
}

impl ListResource for Item {
    type Search = Search;

    async fn list(
        search: Search,
        results: &mut ListResults<'_, Self>,
        context: &mut Context<PathBuf>,
    ) -> Result<(), Diagnostics> {
        let prefix = search.prefix.as_deref().unwrap_or_default();
        let mut names = Vec::new();
        for file in fs::read_dir(context.client().join("items"))? {
            names.push(file?.file_name().into_string().unwrap());
        }
        names.retain(|name| name.starts_with(prefix));
        names.sort();
        for name in names {
            let item = Item {
                name: name.as_str().into(),
                price: Attr::default(),
                label: Attr::default(),
            };
            let item = item.load(context.client())?;
            results
                .push(ListResult::new(format!("the {name}"), item))
                .await?;
        }
        context.warn(Diagnostic::warning("Slow search", "All items were read."));
        Ok(())
    }
}

/// Ships an item.
#[derive(TfSchema)]
#[tf(kind = action)]
struct Ship {
    #[tf(required)]
    item: Attr<String>,
}

impl Action for Ship {
    const NAME: &'static str = "ship";
    type Client = PathBuf;

    async fn invoke(config: Self, context: &mut Context<PathBuf>) -> Result<(), Diagnostics> {
        let item = config.item.require("item")?;
        if item == "lost" {
            return Err(Error::msg("the item is lost").at("item").into());
        }
        context.progress(format!("packing the {item}")).await;
        let file = context.client().join("shipped");
        let before = fs::read_to_string(&file).unwrap_or_default();
        Ok(fs::write(file, format!("{before}{item}\n"))?)
    }
}

/// Keeps states in a folder.
#[derive(TfSchema)]
#[tf(kind = state_store)]
struct Folder {
    #[tf(required)]
    folder: Attr<String>,
}

impl Folder {
    fn file(&self, name: &str) -> Result<PathBuf, Error> {
        Ok(Path::new(self.folder.require("folder")?).join(name))
    }
}

impl StateStore for Folder {
    const NAME: &'static str = "folder";
    type Client = PathBuf;

    async fn states(&self, _: &mut Context<PathBuf>) -> Result<Vec<String>, Diagnostics> {
        let mut names = Vec::new();
        for file in fs::read_dir(self.file("")?)? {
            let name = file?.file_name().into_string().unwrap();
            names.extend(name.strip_suffix(".tfstate").map(str::to_owned));
        }
        Ok(names)
    }

    async fn read(
        &self,
        state: &str,
        sender: StateSender<'_>,
        _: &mut Context<PathBuf>,
    ) -> Result<(), Diagnostics> {
        let mut file = match fs::File::open(self.file(&format!("{state}.tfstate"))?) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error.into()),
        };
        let mut chunks = sender.start(file.metadata()?.len());
        let mut buffer = vec![0; 1_000_000];
        loop {
            match file.read(&mut buffer)? {
                0 => return Ok(()),
                count => chunks.send(&buffer[..count]).await?,
            }
        }
    }

    async fn write(
        &self,
        state: &str,
        mut receiver: StateReceiver<'_>,
        _: &mut Context<PathBuf>,
    ) -> Result<(), Diagnostics> {
        let incomplete = self.file(&format!("{state}.incomplete"))?;
        let mut file = fs::File::create(&incomplete)?;
        while let Some(chunk) = receiver.chunk().await? {
            file.write_all(&chunk)?;
        }
        Ok(fs::rename(
            incomplete,
            self.file(&format!("{state}.tfstate"))?,
        )?)
    }

    async fn delete(&self, state: &str, _: &mut Context<PathBuf>) -> Result<(), Diagnostics> {
        Ok(fs::remove_file(self.file(&format!("{state}.tfstate"))?)?)
    }

    async fn lock(
        &self,
        state: &str,
        operation: &str,
        _: &mut Context<PathBuf>,
    ) -> Result<String, Diagnostics> {
        let file = self.file(&format!("{state}.lock"))?;
        fs::File::create_new(file)?;
        Ok(format!("{state} for {operation}"))
    }

    async fn unlock(
        &self,
        state: &str,
        _: &str,
        _: &mut Context<PathBuf>,
    ) -> Result<(), Diagnostics> {
        Ok(fs::remove_file(self.file(&format!("{state}.lock"))?)?)
    }
}

fn bench(version: (u64, u64)) -> Option<Bench> {
    let provider = Provider::new::<Config>("inventory")
        .resource::<Item>()
        .list_resource::<Item>()
        .action::<Ship>()
        .state_store::<Folder>();
    let bench = Bench::serving(Protocol::V6, provider)?;
    bench.is_since(version).then_some(bench)
}

fn configure(bench: &Bench, body: &str) {
    let path = format!("path = {:?}", bench.path("shop"));
    bench.configure_with(&path, body);
}

/// Three items that Terraform does not manage.
fn stock(bench: &Bench) {
    fs::create_dir_all(bench.path("shop/items")).unwrap();
    for (name, price) in [("cup", "7"), ("mug", "3"), ("pen", "1")] {
        fs::write(bench.path("shop/items").join(name), price).unwrap();
    }
}

#[test]
fn listed_objects_are_imported_with_generated_configurations() {
    let Some(bench) = bench((1, 14)) else { return };
    stock(&bench);
    configure(&bench, "");
    let lists = r#"
list "inventory_item" "all" {
  provider = inventory
  limit    = 2
}
list "inventory_item" "some" {
  provider         = inventory
  include_resource = true
  config {
    prefix = "p"
  }
}
"#;
    fs::write(bench.path("find.tfquery.hcl"), lists).unwrap();
    let run = bench.run(&["query"]).exits(0);
    let words = run.stdout.split_whitespace();
    let mut listed = words.collect::<Vec<_>>().join(" ");
    for line in [
        "list.inventory_item.all name=cup the cup",
        "list.inventory_item.all name=mug the mug",
        "list.inventory_item.some name=pen the pen",
        // The first search ended at its limit.
        "Warning: Slow search with list.inventory_item.some, on find.tfquery.hcl line 6, in list \
         \"inventory_item\" \"some\": 6: list \"inventory_item\" \"some\" { All items were read.",
    ] {
        assert!(listed.contains(line), "{}", run.text());
        listed = listed.replace(line, "");
    }
    assert_eq!(listed.trim(), "", "all are listed");

    let only_some = lists
        .split_once("list \"inventory_item\" \"some\"")
        .unwrap()
        .1;
    let only_some = format!("list \"inventory_item\" \"some\"{only_some}");
    fs::write(bench.path("find.tfquery.hcl"), only_some).unwrap();
    let out = "-generate-config-out=generated.tf";
    bench.run(&["query", out]).exits(0);
    let calls = bench.calls();
    let generate = "/tfplugin6.Provider/GenerateResourceConfig";
    assert!(calls.iter().any(|call| call == generate), "{calls:?}");
    let generated = fs::read_to_string(bench.path("generated.tf")).unwrap();
    assert!(generated.contains("name     = \"pen\""), "{generated}");
    // The price has its default value.
    assert!(!generated.contains("price"), "{generated}");
    assert!(!generated.contains("label"), "{generated}");

    let state = {
        bench.plan();
        bench.apply()
    };
    let values = state.values("inventory_item.some_0");
    assert_eq!(values["label"], "item pen");
    bench.plan().assert_empty();
}

#[test]
fn actions_run_after_changes_and_on_request() {
    let Some(bench) = bench((1, 14)) else { return };
    fs::create_dir_all(bench.path("shop")).unwrap();
    configure(
        &bench,
        r#"
resource "inventory_item" "cup" {
  name = "cup"
  lifecycle {
    action_trigger {
      events  = [after_create]
      actions = [action.inventory_ship.cup]
    }
  }
}
action "inventory_ship" "cup" {
  config {
    item = "cup"
  }
}
action "inventory_ship" "lost" {
  config {
    item = "lost"
  }
}
"#,
    );
    let apply = ["apply", "-auto-approve"];
    let run = bench.run(&apply).exits(0);
    assert!(run.stdout.contains("packing the cup"), "{}", run.text());
    bench
        .run(&[apply[0], apply[1], "-invoke=action.inventory_ship.cup"])
        .exits(0);
    let shipped = fs::read_to_string(bench.path("shop/shipped")).unwrap();
    assert_eq!(shipped, "cup\ncup\n");

    let invoke = "-invoke=action.inventory_ship.lost";
    let run = bench
        .run(&["apply", "-json", "-auto-approve", invoke])
        .exits(1);
    let error = run.error();
    assert_eq!(error.detail, "item: the item is lost");
    assert_eq!(error.address, "action.inventory_ship.lost");
}

#[test]
fn states_are_stored_by_the_provider() {
    let Some(bench) = bench((1, 15)) else { return };
    fs::create_dir(bench.path("states")).unwrap();
    let configure = |items: &str| {
        let shop = bench.path("shop");
        let text = format!(
            r#"terraform {{
  required_providers {{
    inventory = {{ source = "example/inventory" }}
  }}
  state_store "inventory_folder" {{
    provider "inventory" {{
      path = {shop:?}
    }}
    folder = {:?}
  }}
}}
provider "inventory" {{
  path = {shop:?}
}}
{items}"#,
            bench.path("states")
        );
        fs::write(bench.path("main.tf"), text).unwrap();
    };
    let item =
        |name: &str| format!("resource \"inventory_item\" {name:?} {{\n  name = {name:?}\n}}\n");
    let apply = ["apply", "-auto-approve"];
    let stored = |name: &str| fs::read_to_string(bench.path("states").join(name)).unwrap();

    configure(&item("cup"));
    let init = bench.run(&["init", "-enable-pluggable-state-storage-experiment"]);
    if init.text().contains("without experiments enabled") {
        eprintln!("skipped: a release of Terraform has no state stores");
        return;
    }
    init.exits(0);
    bench.run(&apply).exits(0);
    assert!(stored("default.tfstate").contains("item cup"));
    assert!(!bench.path("terraform.tfstate").exists());
    let run = bench.run(&apply).exits(0);
    assert!(run.stdout.contains("No changes"), "{}", run.text());

    // The state consists of several chunks of 8 MiB.
    let long = "x".repeat(20 << 20);
    configure(&format!(
        "{}output \"long\" {{\n  value = \"{long}\"\n}}\n",
        item("cup")
    ));
    bench.run(&apply).exits(0);
    assert!(stored("default.tfstate").contains(&long));
    configure(&item("cup"));
    bench.run(&apply).exits(0);
    assert!(stored("default.tfstate").len() < 10_000);

    bench.run(&["workspace", "new", "test"]).exits(0);
    configure(&item("pen"));
    bench.run(&apply).exits(0);
    assert!(stored("test.tfstate").contains("item pen"));
    let run = bench.run(&["workspace", "list"]).exits(0);
    let mut names: Vec<_> = run.stdout.split_whitespace().collect();
    names.sort_unstable();
    assert_eq!(names, ["*", "default", "test"]);

    fs::write(bench.path("states/test.lock"), "").unwrap();
    let run = bench.run(&apply).exits(1);
    assert!(run.text().contains("File exists"), "{}", run.text());
    fs::remove_file(bench.path("states/test.lock")).unwrap();

    bench.run(&["destroy", "-auto-approve"]).exits(0);
    bench.run(&["workspace", "select", "default"]).exits(0);
    bench.run(&["workspace", "delete", "test"]).exits(0);
    assert!(!bench.path("states/test.tfstate").exists());
}
