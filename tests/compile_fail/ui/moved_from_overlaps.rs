// Sources of moves that match the same states.

use tfvalue::TfSchema;

macro_rules! new {
    ($($New:ident)*) => {$(
        impl From<Old> for $New {
            fn from(_: Old) -> Self {
                $New {}
            }
        }
    )*};
}

new! { AnyFirst AnyLast Ends Right }

#[derive(TfSchema)]
#[tf(kind = resource, moved_from("old_server" = Old, "acme/old/old_server" = Old))]
struct AnyFirst {}

#[derive(TfSchema)]
#[tf(kind = resource, moved_from("acme/old/old_server" @ 0..=2 = Old, "old_server" @ 2.. = Old))]
struct AnyLast {}

#[derive(TfSchema)]
#[tf(kind = resource, moved_from("old/old_server" = Old, "acme/old/old_server" = Old))]
struct Ends {}

#[derive(TfSchema)]
#[tf(kind = resource, moved_from("acme/old/old_server" = Old, "other/old/old_server" = Old, "server" = Old))]
struct Right {}

#[derive(TfSchema)]
struct Old {}

fn main() {}
