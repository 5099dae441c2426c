#!/usr/bin/env bash
# The Debian package FOLDER/heddle_VERSION-1_ARCHITECTURE.deb of what is built in FOLDER, with
# dpkg-deb alone: nothing is compiled, and no right of root is needed.
#   man/package/deb.sh VERSION FOLDER [OUTPUT-FOLDER]
# FOLDER is a path below the root of the tree. DEB_MAINTAINER is the field Maintainer.
set -eu
set -o pipefail
cd "$(dirname "$0")/../.."
version=$1 folder=$2 output=${3:-$2}
revision=$version-1
here=man/package

die() {
  printf 'deb: %s\n' "$1" >&2
  exit 1
}
command -v dpkg-deb >/dev/null 2>&1 || die 'there is no dpkg-deb (package dpkg)'
[ -x "$folder/heddle" ] || die "there is no $folder/heddle: run make first"
architecture=$(dpkg --print-architecture)
deb=$output/heddle_${revision}_$architecture.deb

# All files are of the day of the release, so that equal contents are equal packages; a version that
# is not out yet is as old as the last word on it.
export LC_ALL=C.UTF-8
day=$(sed -n "s/^## $version (\([0-9-]*\))\$/\1/p" CHANGELOG.md)
day=${day:-$(stat -c @%Y CHANGELOG.md)}
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(date -u -d "$day" +%s)}
export SOURCE_DATE_EPOCH

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umask 022
root=$work/root
mkdir -p "$root/DEBIAN" "$output"

# ---- the files ----

# (The flags of a make that called this one are for the build, and that is over.)
env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s install-files B="$folder" DESTDIR="$root" \
  PREFIX=/usr >"$work/install.out" 2>&1 || die "$(cat "$work/install.out")"
doc=$root/usr/share/doc/heddle
program=$root/usr/bin/heddle recorder=$root/usr/lib/heddle/libheddle-recorder.so
for file in "$program" "$recorder"; do
  ! command -v strip >/dev/null 2>&1 || [ ! -e "$file" ] || strip --strip-unneeded "$file"
done
[ ! -e "$recorder" ] || chmod 644 "$recorder" # a library that is loaded, no program
find "$root/usr/share/man" -type f -exec gzip -9n {} +
{ cat "$here/copyright"; sed 's/^$/./; s/^/ /' LICENSE; } >"$doc/copyright"
gzip -9n <"$doc/CHANGELOG.md" >"$doc/changelog.gz"
rm "$doc/LICENSE" "$doc/CHANGELOG.md"
gzip -9n >"$doc/changelog.Debian.gz" <<X
heddle ($revision) unstable; urgency=medium

  * Version $version: see changelog.gz.

 -- $DEB_MAINTAINER  $(date -R -u -d "@$SOURCE_DATE_EPOCH")
X

# ---- what it depends on ----

# Libraries that are loaded on demand (engine/base/late_lib.h): no header of the program names them.
late_libraries() {
  grep -aoE 'lib(zip|sqlite3)\.so[.0-9]*' "$program" | sort -u
}
owner() { # LIBRARY: the package that has it
  dpkg-query -S "*/$1" 2>/dev/null | grep -v '/libx\?32/' | sed 's/[:,].*//; q'
}
linked() { # the packages of what is linked, with the versions that they need
  command -v dpkg-shlibdeps >/dev/null 2>&1 || return
  mkdir -p "$work/debian"
  printf 'Source: heddle\n\nPackage: heddle\nArchitecture: any\n' >"$work/debian/control"
  local files=("$program")
  [ ! -e "$recorder" ] || files+=("$recorder")
  (cd "$work" && dpkg-shlibdeps -O --ignore-missing-info "${files[@]}" 2>shlibdeps.err) |
    sed -n 's/^shlibs:Depends=//p'
}
depends=$(linked) || depends=
if [ -n "$depends" ]; then
  for library in $(late_libraries); do
    package=$(owner "$library")
    [ -z "$package" ] || depends+=", $package"
  done
else # those of Debian 12, or what has taken their place
  depends='libc6, libncursesw6, libtinfo6, libreadline8 | libreadline8t64 | libedit2'
  depends+=', libpcre2-8-0, zlib1g, libzstd1, libxxhash0, libjansson4'
  depends+=', libzip4 | libzip4t64 | libzip5, libsqlite3-0'
fi

# ---- the package ----

(cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
size=$(du -k --apparent-size -s "$root/usr" | cut -f1)
sed -e "s|@VERSION@|$revision|; s|@ARCHITECTURE@|$architecture|; s|@SIZE@|$size|" \
  -e "s/@MAINTAINER@/$DEB_MAINTAINER/; s/@DEPENDS@/$depends/" \
  "$here/control.in" >"$root/DEBIAN/control"
find "$root" -type d -exec chmod 755 {} +
find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
dpkg-deb --root-owner-group --build "$root" "$work/new.deb" >"$work/build.out" ||
  die "$(cat "$work/build.out")"
mv "$work/new.deb" "$deb"
echo "$deb"
