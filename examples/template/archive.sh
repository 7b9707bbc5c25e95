#!/bin/sh
# Makes the files of a release, except for the signature: archives, manifest and checksums.
# Usage: archive.sh VERSION FOLDER, with the programs in FOLDER/OS_ARCH. Their name is that of the package in Cargo.toml.
# The same programs give the same archives.
set -eu
version=$1 here=$(cd "$(dirname "$0")" && pwd)
name=$(sed -n 's/^name = "\(.*\)"/\1/p' "$here/Cargo.toml" | head -n 1)
if ! grep -q "^version = \"$version\"" "$here/Cargo.toml"; then
  echo "archive.sh: Cargo.toml has another version than $version" >&2
  exit 1
fi
cp "$here/terraform-registry-manifest.json" "$2/${name}_${version}_manifest.json"
cd "$2"
for platform in *_*/; do
  platform=${platform%/}
  suffix=
  [ -e "$platform/$name.exe" ] && suffix=.exe
  program=${name}_v$version$suffix
  mv "$platform/$name$suffix" "$platform/$program"
  cp "$here"/LICENSE* "$platform/"
  chmod 644 "$platform"/*
  chmod 755 "$platform/$program"
  touch -t 198001010000 "$platform"/*
  (cd "$platform" && zip -q -X "../${name}_${version}_$platform.zip" LICENSE* "$program")
done
sha256sum ./*.zip ./*_manifest.json | sed 's# \./# #' > "${name}_${version}_SHA256SUMS"
