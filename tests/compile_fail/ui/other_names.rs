//! Names from other libraries, and names of fields instead of those in Terraform.

use tfvalue::{Attr, TfSchema};

#[derive(TfSchema)]
#[tf(resource, import = "regoin")]
struct Server {
    #[tf(optional, force_new, name = "zone_name")]
    zone: Attr<String>,
    #[tf(optional, requires_replace)]
    region: Attr<String>,
    #[tf(computed, use_state_for_unknown)]
    id: Attr<String>,
    #[tf(optional, conflicts_with = "access, r#type, imag", rename = "url")]
    address: Attr<String>,
    #[tf(optional, rename = "acl")]
    access: Attr<String>,
    #[tf(optional)]
    r#type: Attr<String>,
    #[tf(optional)]
    image: Attr<String>,
    #[tf(computed, keep(unless_changed = "nowhere"))]
    link: Attr<String>,
    #[tf(optional, each(headline = "Tag"))]
    tags: Attr<Vec<Attr<String>>>,
}

fn main() {}
