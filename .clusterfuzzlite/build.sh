#!/bin/bash -eu
# Builds the targets, with their first inputs, for ClusterFuzzLite, which keeps the corpora.
cd "$SRC/tfvalue/tests/fuzz"
cargo fuzz build --release --debug-assertions
for target in fuzz_targets/*.rs; do
    name=$(basename "$target" .rs)
    cp "target/x86_64-unknown-linux-gnu/release/$name" "$OUT/"
    folders=$(./seeds "$name")
    for folder in $folders; do
        zip --quiet --junk-paths --recurse-paths "$OUT/${name}_seed_corpus.zip" "$folder"
    done
    cp words.dict "$OUT/$name.dict"
done
