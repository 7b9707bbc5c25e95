# Functions for `cost` that write crates with the structs of a provider, and crates that read and
# write them. Source this file with `$root` set to the project and `$work` to a folder for the crates.

serde='serde = { version = "1", features = ["derive"] }'
tfvalue="tfvalue = { path = \"$root/tfvalue\", features = [\"tfplugin6\"] }"

# Writes the manifest of a crate with dependencies.
crate() {
    mkdir -p "$work/$1/src"
    cat > "$work/$1/Cargo.toml" <<TOML
[package]
name = "cost-${1//\//-}"
version = "0.0.0"
edition = "2024"

[dependencies]
$2
TOML
}

# Writes the crate with the structs of a provider. Sets `$models` to its file, and `$types` to the
# structs for whole schemas, which contain all others.
derived_models() {
    rm -rf "$work"
    crate derived/models "$tfvalue"
    models=$work/derived/models/src/lib.rs
    cargo build --quiet --release --package tfvalue-cli
    "$CARGO_TARGET_DIR/release/tfvalue" schema generate --structs "$@" > "$models"
    types=$(sed -nE 's/^ {8}.*[ (]([A-Za-z0-9]+)::(schema|block)\>.*/\1/p' "$models")
    structs=$(grep -c '^pub struct' "$models")
    printf '%s lines, %s structs, %s of them schemas\n' "$(wc -l < "$models")" \
        "$structs" "$(wc -w <<< "$types")"
}

# Prints an expression for JSON and MessagePack.
by_format() {
    printf "match bytes.first() { Some(b'{') => %s.ok(), _ => %s.ok() }" "$1" "$2"
}

# Writes a crate that reads and writes some types with two given expressions.
part() {
    local crate=$1 kind=$2 dependencies=$3 names=$4 name
    crate "$crate" "models = { package = \"cost-$kind-models\", path = \"../models\" }
$dependencies"
    {
        echo '//! Reads and writes a value of each type.'
        echo 'pub static TYPES: &[(&str, fn(&[u8]) -> Option<Vec<u8>>)] = &['
        for name in $names; do echo "    (\"$name\", again::<models::$name>),"; done
        printf '];\n\nfn again<T: serde::Serialize + serde::de::DeserializeOwned>'
        printf '(bytes: &[u8]) -> Option<Vec<u8>> {\n'
        printf '    let value: T = %s?;\n    %s\n}\n' "$5" "$6"
    } > "$work/$crate/src/lib.rs"
}

# Writes the manifest of a workspace with all crates.
workspace() {
    cd "$work"
    printf '[workspace]\nresolver = "3"\nmembers = ["*/*"]\n' > Cargo.toml
    cp "$root/Cargo.lock" .
}
