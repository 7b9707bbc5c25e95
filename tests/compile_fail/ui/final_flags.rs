use tfvalue::{Attr, Set, TfSchema, Unknown};

#[derive(TfSchema)]
struct WithDefault {
    #[tf(default = 3)]
    retries: Attr<u8>,
}

#[derive(TfSchema)]
struct WithSecret {
    #[tf(optional, write_only)]
    key: Attr<String>,
}

#[derive(TfSchema)]
struct WithFloat {
    #[tf(computed)]
    load: Attr<f64>,
}

#[derive(TfSchema)]
struct NeverUnknown {
    #[tf(computed)]
    name: Option<String>,
}

#[derive(TfSchema)]
struct NeverNull {
    #[tf(optional)]
    name: Unknown<String>,
}

#[derive(TfSchema)]
struct Members {
    #[tf(optional, members = optional)]
    default: Attr<WithDefault>,
    #[tf(optional, members(optional, computed))]
    default_is_computed: Attr<WithDefault>,
    #[tf(optional, members = computed)]
    secret: Attr<WithSecret>,
    #[tf(optional, members = optional)]
    float: Attr<Vec<Attr<WithFloat>>>,
    #[tf(optional, members = optional, lossy)]
    float_is_lossy: Attr<WithFloat>,
    #[tf(computed, members = computed)]
    float_is_computed: Attr<WithFloat>,
}

#[derive(TfSchema)]
struct Objects {
    #[tf(optional, object)]
    default: Attr<WithDefault>,
    #[tf(optional, object)]
    float: Attr<Vec<Attr<WithFloat>>>,
    #[tf(computed, object)]
    float_is_computed: Attr<WithFloat>,
}

#[derive(TfSchema)]
#[tf(kind = provider)]
struct Provider {
    #[tf(optional, members = computed)]
    computed: Attr<Set<Attr<WithFloat>>>,
    #[tf(optional, members = optional, lossy)]
    not_computed: Attr<WithFloat>,
}

#[derive(TfSchema)]
#[tf(kind = resource)]
struct Resource {
    #[tf(optional, members = optional)]
    never_unknown: Attr<NeverUnknown>,
    #[tf(optional, object)]
    never_unknown_object: Attr<NeverUnknown>,
    #[tf(computed, members = computed)]
    not_configured: Attr<NeverUnknown>,
    #[tf(optional, members = computed)]
    never_null: Attr<NeverNull>,
    #[tf(computed, members = computed)]
    always_set: Attr<NeverNull>,
}

fn main() {}
