#!/usr/bin/env bash
# Packages: the Debian package, unpacked and installed into a separate root; the files that `make
# install` installs and `make uninstall` removes; the source archive.
# timeout: 240
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
unset MAKEFLAGS MFLAGS MAKELEVEL
tmp=$TEST_TMP
folder=$(realpath --relative-to=. "$HEDDLE_BUILD")
version=$(sed -n 's/^VERSION = //p' Makefile)
heddle_make() { make -s B="$folder" "$@" >"$tmp/make.out" 2>&1; } # TARGET...: nothing is compiled
files_in() { (cd "$1" && find . ! -type d | sed 's/^\.//' | sort); }

# ---- make install, make uninstall ----
# The folder's name has blanks and letters outside ASCII.
there="$tmp/a root, größer"
heddle_make install-files install-headers DESTDIR="$there" PREFIX=/opt
is 'make install' $? 0
manual=$(cd man && printf '%s\n' *.[1-9])
manual() { # PREFIX [.gz]: prints the paths of the pages
  sed -E "s|.*\.([1-9])\$|$1/share/man/man\1/&${2-}|" <<<"$manual"
}
lessons=$(cd sample-traces/lessons && printf '%s\n' *.lesson *.java)
lesson_files() { # PREFIX
  sed "s|^|$1/share/heddle/lessons/|" <<<"$lessons"
  (cd "$HEDDLE_SAMPLES/lessons" && printf '%s\n' *.class) |
    sed "s|^|$1/share/heddle/lessons/classes/|"
}
is 'make install: the installed files' "$(files_in "$there" | grep -v '^/opt/include/heddle/')" "$({
  printf '/opt/%s\n' bin/heddle lib/heddle/libheddle-recorder.so \
    share/bash-completion/completions/heddle share/doc/heddle/{CHANGELOG.md,LICENSE,README.md}
  manual /opt
  lesson_files /opt
} | sort)"
is 'installed: its version' "$("$there/opt/bin/heddle" --version | head -n 1)" "heddle $version"
# Files of others in the same folder are kept.
echo mine >"$there/opt/bin/other"
heddle_make uninstall DESTDIR="$there" PREFIX=/opt
is 'make uninstall' $? 0
is 'make uninstall leaves only files of others' "$(files_in "$there")" /opt/bin/other
is 'make uninstall leaves no folders' "$(find "$there" -name heddle)" ''

# ---- the source archive ----
man/package/dist.sh "$version" "$tmp" >"$tmp/dist.out" 2>"$tmp/dist.err"
is 'the source archive is made' "$? $(cat "$tmp/dist.out")" "0 $tmp/heddle-$version.tar.gz"
mkdir "$tmp/source"
tar -xzf "$tmp/heddle-$version.tar.gz" -C "$tmp/source"
source=$tmp/source/heddle-$version
is 'source archive: one folder' "$(ls -A "$tmp/source")" "heddle-$version"
is 'source archive: no objects and no classes' \
  "$(find "$source" -name '*.o' -o -name '*.class' -o -name 'build*' -type d | head -n 3)" ''
# Without a repository, the archive contains the files that are present: the same files again.
mkdir "$tmp/again"
cp man/package/dist.sh "$source/man/package/" # the tested version, even if not committed
(cd "$source" && mkdir build && touch build/x.o engine/x.o &&
  man/package/dist.sh "$version" "$tmp/again") >/dev/null 2>"$tmp/again.err"
archived() { tar -tzf "$1/heddle-$version.tar.gz" | grep -v '/$' | sort; } # FOLDER: its files
is 'a source archive made from a source archive is the same' \
  "$(cat "$tmp/again.err")$(diff <(archived "$tmp") \
  <(archived "$tmp/again"))" ''
is 'source archive: files were found' "$([ "$(archived "$tmp" | wc -l)" -gt 2000 ] && echo yes)" yes
is 'source archive: make finds its included files' \
  "$(make -s -C "$source" help 2>&1 | grep -c '^make dist ')" 1

# ---- the Debian package ----
if ! command -v dpkg-deb >/dev/null 2>&1; then
  skip 'Debian package' 'there is no dpkg-deb (package dpkg)'
  done_testing
  exit
fi
package() { # FOLDER: makes the package there
  DEB_MAINTAINER='A B <a@b.example>' man/package/deb.sh "$version" "$folder" "$1" 2>"$tmp/deb.err"
}
deb=$(package "$tmp")
is 'the package is made' "$?$(cat "$tmp/deb.err")" 0
is 'package: its name' "$(basename "$deb")" \
  "heddle_$version-1_$(dpkg --print-architecture).deb"
mkdir "$tmp/second"
is 'package: made twice, the same bytes' "$(cksum <"$(package "$tmp/second")")" "$(cksum <"$deb")"
field() { dpkg-deb --field "$deb" "$1"; }
is 'package: version' "$(field Version)" "$version-1"
is 'package: maintainer' "$(field Maintainer)" 'A B <a@b.example>'
is 'package: every field has a value' "$(dpkg-deb --field "$deb" | grep -c @ | tr -d '\n'
  dpkg-deb --field "$deb" | grep '@[A-Z]*@')" 1
is 'package: all files belong to root' \
  "$(dpkg-deb --contents "$deb" | awk '{ print $2 }' | sort -u)" \
  root/root
is 'package: only root may write' "$(dpkg-deb --contents "$deb" |
  awk '$1 ~ /^[-d]....w|^[-d].......w/')" ''

unpacked=$tmp/unpacked
dpkg-deb --extract "$deb" "$unpacked"
want=$({
  printf '/usr/%s\n' bin/heddle lib/heddle/libheddle-recorder.so \
    share/bash-completion/completions/heddle \
    share/doc/heddle/{README.md,changelog.Debian.gz,changelog.gz,copyright}
  manual /usr .gz
  lesson_files /usr
} | sort)
is 'package: its files' "$(files_in "$unpacked")" "$want"
dpkg-deb --control "$deb" "$tmp/control"
is 'package: no scripts' "$(cd "$tmp/control" && echo *)" 'control md5sums'
is 'package: the checksums are right' \
  "$(cd "$unpacked" && md5sum --quiet --check "$tmp/control/md5sums" 2>&1)" ''
is 'package: each file has a checksum' "$(wc -l <"$tmp/control/md5sums")" "$(wc -l <<<"$want")"
doc=$unpacked/usr/share/doc/heddle
is 'package: changes' "$(zcat "$doc/changelog.gz" | cksum)" "$(cksum <CHANGELOG.md)"
is 'package: changes of the package' "$(zcat "$doc/changelog.Debian.gz" | head -n 1)" \
  "heddle ($version-1) unstable; urgency=medium"
is 'package: licence' "$(grep -c 'Permission is hereby granted' "$doc/copyright")" 1
is 'package: manual' "$(zcat "$unpacked/usr/share/man/man1/heddle.1.gz" | cksum)" \
  "$(cksum <man/heddle.1)"

# Each library that is linked or loaded on demand belongs to a package in the dependencies, even
# without dpkg-shlibdeps.
libraries=$({
  readelf -d "$unpacked/usr/bin/heddle" "$unpacked/usr/lib/heddle/libheddle-recorder.so" |
    sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'
  grep -aoE 'lib(zip|sqlite3)\.so\.[0-9]+' "$unpacked/usr/bin/heddle"
} | grep -v '^ld-linux\|san\.so' | sort -u)
is 'package: libraries were found' "$([ "$(wc -w <<<"$libraries")" -ge 8 ] && echo yes)" yes
left_out() { # PACKAGE: prints libraries of packages that are not among its dependencies
  local library owner depends
  depends=" $(dpkg-deb --field "$1" Depends | tr ',|' '\n\n' | awk '{ print $1 }' | paste -sd' ') "
  for library in $libraries; do
    owner=$(dpkg-query -S "*/$library" 2>/dev/null | grep -v '/libx\?32/' | sed 's/[:,].*//; q')
    [ -z "$owner" ] || [[ $depends == *" $owner "* ]] || echo "$library of $owner"
  done
}
is 'package: its dependencies are complete' "$(left_out "$deb")" ''
mkdir "$tmp/fakes" "$tmp/third"
printf '#!/bin/sh\nexit 2\n' >"$tmp/fakes/dpkg-shlibdeps"
chmod +x "$tmp/fakes/dpkg-shlibdeps"
is 'package: they are complete without dpkg-shlibdeps' \
  "$(left_out "$(PATH=$tmp/fakes:$PATH package "$tmp/third")")" ''

# ---- the unpacked program ----
runs() { # NAME ROOT: the program, recorder and lessons must work from another folder
  local heddle=$2/usr/bin/heddle
  is "$1: version" "$("$heddle" --version | head -n 1)" "heddle $version"
  (cd / && "$heddle" check --property exception -cp "$HEDDLE_SAMPLES/TwoStage" TwoStage 2 1) \
    >"$tmp/check.out" 2>&1
  is "$1: finds an error" \
    "$? $(grep -c 'uncaught java.lang.IllegalStateException in thread T3' "$tmp/check.out")" '1 1'
  (cd "$tmp" && "$heddle" record -o "$tmp/run.htrace" -cp "$HEDDLE_SAMPLES/TwoStage" TwoStage 2 1) \
    >"$tmp/record.out" 2>&1
  is "$1: records" "$? $([ -s "$tmp/run.htrace" ] && echo trace)" '0 trace'
  is "$1: lessons" "$(cd / && "$heddle" lesson | wc -l)" "$(grep -c '\.lesson$' <<<"$lessons")"
}
runs unpacked "$unpacked"

# ---- installed by dpkg into a separate root, and removed ----
root=$tmp/root
mkdir -p "$root/var/lib/dpkg/updates" "$root/var/lib/dpkg/info"
touch "$root/var/lib/dpkg/status"
in_root() { # ACTION...
  PATH=$PATH:/usr/sbin:/sbin dpkg --root="$root" --log=/dev/null --force-not-root \
    --force-bad-path --force-unsafe-io --force-depends "$@" >"$tmp/dpkg.out" 2>&1
}
in_root --install "$deb"
if [ $? -ne 0 ]; then
  not_ok 'dpkg installs it' "$(cat "$tmp/dpkg.out")"
else
  ok 'dpkg installs it'
  is 'installed by dpkg: its files' "$(files_in "$root" | grep -v '^/var/lib/dpkg/')" "$want"
  runs 'installed by dpkg' "$root"
  in_root --purge heddle
  is 'dpkg removes it' $? 0
  is 'removed: nothing is left' "$(find "$root" -path "$root/var" -prune -o ! -type d -print -o \
    -name heddle -print)" ''
fi
done_testing
