//! The AWS provider, with one of its resources moved to Rust, makes plans for the Terraform program, without network
//! access.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use tfvalue::prost::Message as _;
use tfvalue::prost::bytes::Bytes;
use tfvalue::provider::{Context, Method, Provider, ProviderConfig, Resource};
use tfvalue::serve::{InProcess, Service};
use tfvalue::tfplugin5::get_provider_schema;
use tfvalue::{Attr, Diagnostics, TfSchema};
use tfvalue_client::{CallError, Client};
use tfvalue_tests::binary;

use super::fallback::Bench;
use super::{Test, aws_program};

pub(crate) const TRIALS: &[Test] = &[("aws_plans_behind_rust", aws_plans_behind_rust)];

/// The resource that moves.
const MOVED: &str = "aws_sqs_queue";

/// The AWS provider without the moved resource, as its authors would build it after the move.
struct Rest {
    aws: Client,
}

impl Service for Rest {
    fn name(&self) -> &str {
        "hashicorp/aws"
    }

    fn protocols(&self) -> &[u32] {
        &[5]
    }

    async fn respond(&self, method: &'static Method, request: &[u8]) -> Result<Bytes, CallError> {
        let request = Bytes::copy_from_slice(request);
        let response = self.aws.respond(method, request).await?;
        if method.name != "GetSchema" {
            return Ok(response);
        }
        let mut schemas = get_provider_schema::Response::decode(response).unwrap();
        schemas.resource_schemas.remove(MOVED).unwrap();
        Ok(schemas.encode_to_vec().into())
    }

    fn stop(&self) {}
}

/// The attribute of the provider's configuration that the Rust code needs. AWS has 30 others.
#[derive(TfSchema)]
#[tf(kind = provider)]
struct Config {
    #[tf(optional)]
    region: Attr<String>,
}

impl ProviderConfig for Config {
    type Client = String;

    async fn configure(self, _: &mut Context<()>) -> Result<String, Diagnostics> {
        Ok(self.region.require("region")?.clone())
    }
}

macro_rules! resource {
    ($Name:ident, $name:literal) => {
        impl Resource for $Name {
            const NAME: &'static str = $name;
            type Client = String;

            async fn create(_: Self, _: &mut Context<String>) -> Result<Self, Diagnostics> {
                unreachable!("the test only plans")
            }

            async fn read(_: Self, _: &mut Context<String>) -> Result<Option<Self>, Diagnostics> {
                unreachable!("no object exists")
            }

            async fn delete(_: Self, _: &mut Context<String>) -> Result<(), Diagnostics> {
                unreachable!("no object exists")
            }
        }
    };
}

/// The resource that moves.
#[derive(TfSchema)]
#[tf(kind = resource)]
struct Queue {
    #[tf(required, replace)]
    name: Attr<String>,
    #[tf(default = 30, replace)]
    visibility_timeout_seconds: Attr<u32>,
    #[tf(computed, keep)]
    url: Attr<String>,
}

/// A resource that AWS does not have.
#[derive(TfSchema)]
#[tf(kind = resource)]
struct Label {
    #[tf(required, replace)]
    text: Attr<String>,
}

resource!(Queue, "sqs_queue");
resource!(Label, "label");

const FORWARDED: &str = r#"
terraform {
  required_providers {
    aws = { source = "hashicorp/aws" }
  }
}
provider "aws" {
  region                      = "eu-central-1"
  access_key                  = "mock"
  secret_key                  = "mock"
  skip_credentials_validation = true
  skip_metadata_api_check     = true
  skip_region_validation      = true
  skip_requesting_account_id  = true
}
resource "aws_vpc" "forwarded" {
  cidr_block = "10.20.0.0/16"
  tags       = { name = "main" }
}
"#;

const OWN: &str = r#"
resource "aws_sqs_queue" "moved" {
  name = "jobs"
}
resource "aws_label" "new" {
  text = "for ${aws_vpc.forwarded.id}"
}
"#;

/// Plans a configuration and returns the planned values by address.
fn plan(bench: &Bench, served: &InProcess, version: u32, config: &str) -> Vec<(String, Value)> {
    fs::write(bench.folder.path().join("main.tf"), config).unwrap();
    let source = format!("{}/hashicorp/aws", bench.terraform.host());
    let reattach = served.reattach(&source, version);
    let variable = ("TF_REATTACH_PROVIDERS", Path::new(&reattach));
    bench.succeeds(&["plan", "-out=plan"], variable);
    let json = bench.succeeds(&["show", "-json", "plan"], variable);
    let plan: Value = serde_json::from_str(&json).unwrap();
    let changes = plan["resource_changes"].as_array().unwrap();
    changes
        .iter()
        .map(|one| {
            (
                one["address"].as_str().unwrap().to_owned(),
                one["change"].clone(),
            )
        })
        .collect()
}

fn aws_plans_behind_rust() {
    let (Some(terraform), Some(program)) = (binary::find(), aws_program()) else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("cli.tfrc"), "").unwrap();
    let bench = Bench { terraform, folder };
    let mut command = Command::new(program);
    // The user's settings, such as the path of a certificate, are ignored.
    for (name, _) in env::vars_os() {
        if name.as_encoded_bytes().starts_with(b"AWS_") {
            command.env_remove(name);
        }
    }
    let aws = Client::start(&command).wait().unwrap();
    let rest = InProcess::start(Rest { aws }).unwrap();
    let source = "registry.terraform.io/hashicorp/aws";
    let client = Client::attach(&rest.reattach(source, 5), source);
    let provider = Provider::new::<Config>("hashicorp/aws")
        .resource::<Queue>()
        .resource::<Label>()
        .fall_back_to(client);
    let both = InProcess::start(provider).unwrap();

    let changes = plan(&bench, &both, 6, &[FORWARDED, OWN].concat());
    let of = |address: &str| {
        let found = changes.iter().find(|(own, _)| own == address);
        &found
            .unwrap_or_else(|| panic!("{address} in {changes:?}"))
            .1
    };
    assert_eq!(changes.len(), 3);
    let queue = of("aws_sqs_queue.moved");
    assert_eq!(queue["after"]["visibility_timeout_seconds"], 30);
    assert_eq!(queue["after_unknown"]["url"], true);
    assert_eq!(of("aws_label.new")["after_unknown"]["text"], true);
    // The plan for the resources that remain in Go is the same as without Rust.
    let alone = plan(&bench, &rest, 5, FORWARDED);
    assert_eq!(alone.len(), 1);
    assert_eq!(*of("aws_vpc.forwarded"), alone[0].1);
}
