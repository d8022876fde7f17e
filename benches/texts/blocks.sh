# Checks that the tool is there and new enough.
check_tool_NUM() {
    local name=$1 want=${2:-1.NUM}
    if ! command -v "$name" > /dev/null 2>&1; then
        echo "error: $name not found" >&2
        return 1
    fi
    have=$("$name" --version | head -n 1 | awk '{ print $2 }')
    test "$have" = "$want" || echo "warning: $name is $have, not $want" >&2
}

if test "x$ac_cv_func_NUM" = xyes; then
  echo "#define HAVE_FUNC_NUM 1" >> confdefs.h
  LIBS="-lNUM $LIBS"
else
  { echo "$as_me: function NUM is missing" >&5; (exit 1); exit 1; }
fi

for file in src/NUM/*.c lib/*.c; do
    object=build/$(basename "${file%.c}").o
    gcc -O2 -Wall -c "$file" -o "$object" || exit 1
    objects="$objects $object"
done

cat > "config.NUM.h" <<END
/* Made by configure; do not edit. */
#define VERSION "$version"
#define PREFIX "${prefix:-/usr/local}"
#define NUMBER NUM
END

case $host_NUM in
  *-*-linux*) soname="libNUM.so.$major" ;;
  *-*-darwin* | *-*-macos*) soname="libNUM.$major.dylib" ;;
  *) soname= ;;
esac

while read -r key value; do
    [ -z "$key" ] && continue
    printf '%s=%s\n' "$key" "$value" >> "settings.NUM"
done < "input.NUM"

total_NUM=$((count * NUM + offset))
rm -f conftest.NUM conftest.err && mkdir -p "tmp/NUM"
echo "checking for part NUM... $(test -f "part.NUM" && echo yes || echo no)" >&2

run_NUM() (
    cd "$srcdir/NUM" || exit
    ./configure --prefix="$prefix" --disable-shared CFLAGS="-O2 -g" > configure.log 2>&1
    make -j"$jobs" && make install DESTDIR="$destdir"
)

# Old systems have no mktemp, so make a name ourselves. See the notes on portability
# in the manual, section NUM, before changing this.
tmp=${TMPDIR:-/tmp}/confNUM.$$
trap 'rm -rf "$tmp"' EXIT

git ls-files "dir.NUM" | grep -v '^vendor/' | xargs grep -l "pattern NUM" | sort -u > list.NUM
curl -fsSL "https://example.com/pkg-NUM.tar.gz" | tar xz -C "vendor/NUM" --strip-components=1
