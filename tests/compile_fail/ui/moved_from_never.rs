// Sources of moves that match no state, or the same states.

use tfvalue::TfSchema;

#[derive(TfSchema)]
#[tf(kind = resource, moved_from("a/b/c/d/old_server" = Old))]
struct TooLong {}

#[derive(TfSchema)]
#[tf(kind = resource, moved_from("Hashicorp/aws/aws_instance" = Old))]
struct UpperCase {}

#[derive(TfSchema)]
#[tf(kind = resource, moved_from("old server" = Old))]
struct Blank {}

#[derive(TfSchema)]
#[tf(kind = resource, moved_from("hashicorp/aws.aws_instance" = Old))]
struct Dot {}

#[derive(TfSchema)]
#[tf(kind = resource, moved_from("https://registry.terraform.io/hashicorp/aws/aws_instance" = Old))]
struct Url {}

#[derive(TfSchema)]
struct Old {}

fn main() {}
