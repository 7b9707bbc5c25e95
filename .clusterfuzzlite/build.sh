#!/bin/bash -eu
# Builds the targets, with their corpora, for ClusterFuzzLite.
cd "$SRC/tfvalue/tests/fuzz"
cargo fuzz build --release --debug-assertions
for target in fuzz_targets/*.rs; do
    name=$(basename "$target" .rs)
    cp "target/x86_64-unknown-linux-gnu/release/$name" "$OUT/"
    zip --quiet --junk-paths "$OUT/${name}_seed_corpus.zip" "corpus/$name"/*
done
cp words.dict "$OUT/"
