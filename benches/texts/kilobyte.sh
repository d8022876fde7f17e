#!/usr/bin/env bash
# Builds a release and uploads it.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
version=${1:-$(git describe --tags --always)}
out="$root/dist/$version"

log() {
    printf '[%s] %s\n' "$(date +%H:%M:%S)" "$*" >&2
}

die() {
    log "error: $1"
    exit "${2:-1}"
}

[[ -n $version ]] || die "no version given" 2
mkdir -p "$out"

for target in linux-x86_64 linux-aarch64 macos-aarch64; do
    log "building $target"
    if ! cargo build --release --target "$target" > "$out/$target.log" 2>&1; then
        tail -n 20 "$out/$target.log"
        die "build of $target failed"
    fi
    case $target in
        linux-*) strip "target/$target/release/app" ;;
        *) : ;;
    esac
    tar -C "target/$target/release" -czf "$out/app-$target.tar.gz" app
done

(cd "$out" && sha256sum ./*.tar.gz > SHA256SUMS)
cat > "$out/NOTES" <<END
Release $version
Built on $(uname -srm)
END
gh release create "$version" "$out"/* --notes-file "$out/NOTES"
