#!/usr/bin/env bash
# Builds the site, checks its links and makes an archive of it. Usage: build.sh [--draft] [DIRECTORY]
set -euo pipefail
cd "$(dirname "$0")/.."

draft=no
if [[ ${1:-} == --draft ]]; then
    draft=yes
    shift
fi
out=${1:-public}
version=$(git describe --tags --always --dirty)

echo "building $version into $out"
mkdir -p "$out"
for page in content/*.md; do
    name=$(basename "$page" .md)
    # A page that is not finished is left out, unless somebody wants to look at it.
    if grep -q '^draft: true' "$page" && [[ $draft == no ]]; then
        echo "  $name: a draft, left out"
        continue
    fi
    sed -e "s/@version@/$version/g" "$page" | tools/render --template layout.html > "$out/$name.html"
done
cp -r static/. "$out/"

broken=0
while read -r link; do
    [[ -e $out/$link ]] || { echo "broken: $link" >&2; broken=1; }
done < <(grep -oh 'href="[^"#:]*"' "$out"/*.html | cut -d '"' -f 2 | sort -u)
tar -czf "site-$version.tar.gz" -C "$out" .
exit "$broken"
