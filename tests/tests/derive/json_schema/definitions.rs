//! Resource definitions in the style of Kubernetes, and a small OpenAPI document.

use serde_json::json;
use tfvalue::{Number, Path, Value};
use tfvalue_json_schema::{JsonSchema, Plain};
use tfvalue_tests::{
    json_schemas::{self, Document},
    precision,
};

use super::{read, rules, ty};

fn definition(name: &str) -> Document {
    let mut all = json_schemas::definitions().into_iter();
    all.find(|document| document.name == name).unwrap()
}

#[test]
fn deployment() {
    let mapping = read(&definition("deployment"));
    let block = &mapping.schema.block;
    assert_eq!(block.description, "A set of equal pods.");
    let names: Vec<_> = block.attributes.iter().map(|one| &*one.name).collect();
    assert_eq!(names, ["api_version", "kind", "metadata", "spec", "status"]);
    assert!(block.attribute("spec").unwrap().required);
    assert!(block.attribute("metadata").unwrap().optional);
    let status = block.attribute("status").unwrap();
    assert!(status.computed && !status.optional);

    assert_eq!(ty(&mapping, "metadata"), r#""dynamic""#);
    assert_eq!(
        ty(&mapping, "spec.selector.match_labels"),
        r#"["map","string"]"#
    );
    assert_eq!(
        ty(&mapping, "spec.template.spec.finalizers"),
        r#"["set","string"]"#
    );
    assert_eq!(ty(&mapping, "spec.template.spec.host_ipc"), r#""bool""#);
    assert_eq!(
        ty(&mapping, "spec.template.spec.containers.resources.limits"),
        r#"["map","string"]"#
    );
    assert_eq!(ty(&mapping, "status.pod_ips"), r#"["list","string"]"#);

    assert_eq!(
        rules(&mapping, "spec.replicas"),
        "Rules { default: 1, range: of at least 0, check: a function }"
    );
    assert_eq!(
        rules(&mapping, "spec.progress_deadline_seconds"),
        "Rules { range: more than 0, check: a function }"
    );
    assert_eq!(
        rules(&mapping, "spec.strategy.type"),
        r#"Rules { default: "RollingUpdate", one_of: "Recreate" or "RollingUpdate" }"#
    );
    assert_eq!(
        rules(&mapping, "spec.strategy.rolling_update.max_unavailable"),
        "Rules { regex: ^[0-9]+%?$ }"
    );
    assert_eq!(
        rules(&mapping, "spec.template.spec.containers"),
        r#"Rules { pair_by: ["name"], length: at least 1 part }"#
    );
    assert_eq!(
        rules(&mapping, "spec.template.spec.containers.ports"),
        r#"Rules { pair_by: ["container_port", "protocol"] }"#
    );
    assert_eq!(
        rules(&mapping, "spec.template.spec.containers.env.value"),
        "Rules { exactly_one_of: value_from }"
    );
    assert_eq!(
        rules(&mapping, "spec.selector.match_labels"),
        "Rules { each: { length: at most 63 parts } }"
    );
    // Values that only the provider sets are not validated.
    assert_eq!(rules(&mapping, "status.conditions.status"), "");
    let notes: Vec<_> = mapping.notes.iter().map(|note| &*note.pointer).collect();
    assert_eq!(
        notes,
        [
            "#/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/strategy/x-kubernetes-validations"
        ]
    );
}

#[test]
fn objects_of_a_service_become_values_and_back() {
    let mapping = read(&definition("deployment"));
    let json = json!({
        "apiVersion": "example.com/v1",
        "metadata": {"name": "web", "generation": 3},
        "spec": {
            "replicas": 2,
            "strategy": {"rollingUpdate": {"maxSurge": 1, "maxUnavailable": "25%"}},
            "selector": {"matchLabels": {"app": "web"}},
            "template": {"spec": {
                "finalizers": ["a", "b"],
                "containers": [{
                    "name": "web",
                    "image": "nginx",
                    "ports": [{"containerPort": 80, "hostIP": "::1"}],
                    "resources": {"limits": {"cpu": 2, "memory": "1Gi"}},
                    "livenessProbe": {"httpGet": {"port": "http"}},
                }],
            }},
        },
        "status": {"readyReplicas": 1, "podIPs": ["10.0.0.1"]},
    });
    let value = mapping.plain.read(&json).unwrap();
    let at = |path: &'static str| value.lookup(&Path::from(path)).unwrap().clone();
    assert_eq!(
        at("spec.strategy.rolling_update.max_surge"),
        Value::from("1")
    );
    let container = "spec.template.spec.containers[0]";
    assert_eq!(at(container).get("name"), Some(&Value::from("web")));
    assert_eq!(
        at("spec.template.spec.containers[0].resources.limits").to_string(),
        r#"{ "cpu" = "2", "memory" = "1Gi" }"#
    );
    assert!(at("spec.paused").is_null());
    assert_eq!(mapping.plain.write(&value).unwrap(), json);
    let request = mapping.plain.clone().omit_computed().write(&value).unwrap();
    assert_eq!(request.get("status"), None);

    // The places in a response from the service, and their attributes.
    let path = mapping
        .plain
        .path("/spec/template/spec/containers/0/ports/0/hostIP");
    assert_eq!(
        path,
        Path::from("spec.template.spec.containers[0].ports[0].host_ip")
    );
    let path = mapping.plain.path("/spec/selector/matchLabels/a~1b/x");
    assert_eq!(path, Path::from(r#"spec.selector.match_labels["a/b"]"#));

    let error = mapping
        .plain
        .read(&json!({"spec": {"replicas": "2", "api_version": 1}}))
        .unwrap_err();
    let faults: Vec<_> = error.faults().map(ToString::to_string).collect();
    // The Terraform name is not a name in the JSON.
    assert_eq!(
        faults,
        [
            r#"spec: unsupported attribute "api_version""#,
            "spec.replicas: a number is required, got a string",
        ]
    );
}

#[test]
fn ingress_and_cron_job() {
    let mapping = read(&definition("ingress"));
    assert_eq!(
        rules(&mapping, "spec.default_backend"),
        "Rules { at_least_one_of: rules }"
    );
    assert_eq!(
        rules(&mapping, "spec.default_backend.service"),
        "Rules { exactly_one_of: resource }"
    );
    assert_eq!(
        rules(&mapping, "spec.default_backend.service.port.name"),
        "Rules { conflicts_with: number }"
    );
    assert_eq!(
        ty(&mapping, "spec.rules.paths"),
        r#"["map",["object",{"path_type":"string","service":"string"}]]"#
    );
    assert_eq!(
        rules(&mapping, "spec.rules.paths.path_type"),
        r#"Rules { one_of: "Exact" or "Prefix" }"#
    );
    // The service checks formats.
    assert_eq!(rules(&mapping, "spec.tls.hosts"), "");
    assert_eq!(mapping.notes, []);

    let mapping = read(&definition("cron_job"));
    assert_eq!(rules(&mapping, "spec.suspend"), "Rules { default: false }");
    assert_eq!(ty(&mapping, "spec.time_zone"), r#""string""#);
    let parallelism = rules(&mapping, "spec.job_template.parallelism");
    assert_eq!(parallelism, "Rules { check: a function }");
    let values = "spec.job_template.pod_failure_policy.rules.on_exit_codes.values";
    assert!(rules(&mapping, values).contains("length: at most 255 parts"));
}

#[test]
fn what_has_no_type_is_an_error_or_dynamic() {
    let mapping = read(&definition("definition"));
    assert_eq!(ty(&mapping, "spec.x_kubernetes_default"), r#""dynamic""#);
    assert_eq!(ty(&mapping, "spec.template"), r#""dynamic""#);
    assert_eq!(ty(&mapping, "spec.patch"), r#""string""#);
    assert!(mapping.schema.block.attribute("status").unwrap().computed);
    let any = json!({"spec": {"template": {"kind": [1, {"x": null}]}, "$patch": "merge"}});
    let value = mapping.plain.read(&any).unwrap();
    assert_eq!(mapping.plain.write(&value).unwrap(), any);

    let document = definition("definition_v2");
    let reading = JsonSchema::new(&document.json).at(&document.pointer);
    let error = reading.read().unwrap_err();
    let faults: Vec<_> = error.faults().map(ToString::to_string).collect();
    let at = "#/spec/versions/2/schema/openAPIV3Schema";
    assert_eq!(
        faults,
        [
            format!(
                "{at}/properties/spec/properties/schema: Terraform has no type for a schema that contains itself"
            ),
            format!(
                "{at}/properties/spec/properties/steps: Terraform has no type for elements that can be of any type"
            ),
            format!(
                "{at}/properties/spec/properties/values/x-kubernetes-preserve-unknown-fields: Terraform has no type for members that the schema does not name"
            ),
        ]
    );
    let mapping = reading.map_to_dynamic().read().unwrap();
    assert_eq!(
        ty(&mapping, "spec"),
        r#"["object",{"schema":"dynamic","steps":"dynamic","values":"dynamic"}]"#
    );
    let notes: Vec<_> = mapping
        .notes
        .iter()
        .map(|note| format!("{}: {}", note.pointer, note.message))
        .collect();
    assert_eq!(notes, faults);
    let error = JsonSchema::new(&document.json)
        .at("/spec/versions/0/schema/openAPIV3Schema")
        .read();
    assert_eq!(
        error.unwrap_err().to_string(),
        "#/spec/versions/0/schema/openAPIV3Schema: the schema of a resource must be an object with properties"
    );
}

#[test]
fn small_document() {
    let note = json_schemas::open_api().into_iter().next().unwrap();
    let mapping = read(&note);
    let block = &mapping.schema.block;
    let flags = |name: &str| {
        let one = block.attribute(name).unwrap();
        let all = [
            (one.required, 'r'),
            (one.optional, 'o'),
            (one.computed, 'c'),
            (one.sensitive, 's'),
            (one.write_only, 'w'),
        ];
        all.iter()
            .filter(|(is, _)| *is)
            .map(|(_, flag)| flag)
            .collect::<String>()
    };
    assert_eq!(flags("id"), "c");
    assert_eq!(flags("title"), "r");
    assert_eq!(flags("body"), "o");
    assert_eq!(flags("color"), "oc");
    assert_eq!(flags("access_key"), "osw");
    assert_eq!(
        block.attribute("id").unwrap().description,
        "Number of the note."
    );
    assert_eq!(
        rules(&mapping, "color"),
        r#"Rules { default: "green", one_of: "red" or "green" }"#
    );
    assert_eq!(ty(&mapping, "shared_with"), r#"["set","string"]"#);

    // The value of a secret does not appear in any error.
    let error = mapping
        .plain
        .read(&json!({"accessKey": ["s3cret"]}))
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "access_key: a string is required, got a list"
    );
    let plain: Plain = mapping.plain.clone().write_null();
    let big = Value::from("123456789012345678901".parse::<Number>().unwrap());
    let written = plain.write(&Value::object([("access_key", big)]).unwrap());
    // Without this feature, serde_json cannot represent the number.
    if !precision::is_arbitrary() {
        let error = written.unwrap_err().to_string();
        assert!(!error.contains("123456789012345678901"), "{error}");
    }
}
