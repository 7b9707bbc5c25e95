#!/bin/sh
# Builds the program of a release for a platform: build.sh TARGET, with one of Rust's names of platforms. The same
# sources and the same version of Rust give the same program, in any folder of any machine.
set -eu
target=$1
cd "$(dirname "$0")"
folder=$(pwd) cargo=${CARGO_HOME:-$HOME/.cargo}
rustup target add "$target"
export CARGO_INCREMENTAL=0 CARGO_PROFILE_RELEASE_STRIP=true
# Messages of panics have paths of sources, in Rust and in C.
export RUSTFLAGS="--remap-path-prefix=$folder=. --remap-path-prefix=$cargo=cargo"
export CFLAGS="-ffile-prefix-map=$folder=. -ffile-prefix-map=$cargo=cargo"
case $target in
*-apple-*) cargo build --release --locked --target "$target" ;;
*) # Zig compiles C and links for all other platforms. These programs run on every Linux.
  python3 -m venv target/zig
  target/zig/bin/pip install --quiet ziglang==0.17.0 cargo-zigbuild==0.24.0
  PATH=$folder/target/zig/bin:$PATH
  cargo zigbuild --release --locked --target "$target"
  ;;
esac
