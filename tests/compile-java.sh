#!/usr/bin/env bash
# Compiles the Java sources of each folder tests/NAME/ to DEST/NAME, when a source is newer than the last compilation.
#   tests/compile-java.sh DEST [NAME...]
set -u
cd "$(dirname "$0")/.." || exit 5
dest=$1
shift
javac=${JAVAC:-javac}
mkdir -p "$dest"
if [ $# -eq 0 ]; then
  mapfile -t names < <(find tests -name '*.java' -printf '%P\n' | cut -d/ -f1 | sort -u)
else
  names=("$@")
fi
status=0
for name in "${names[@]}"; do
  [ -d "tests/$name" ] || { echo "compile-java: no folder tests/$name" >&2; exit 3; }
  # Two makes of one build folder may come here at once.
  (
    flock 9
    stamp=$dest/$name/compiled.stamp
    if [ -e "$stamp" ] && [ -z "$(find "tests/$name" -name '*.java' -newer "$stamp" -print -quit)" ]; then
      exit 0
    fi
    rm -rf "${dest:?}/$name"
    mkdir -p "$dest/$name"
    find "tests/$name" -name '*.java' | sort >"$dest/$name.sources"
    echo "javac -g tests/$name"
    "$javac" -g -nowarn -XDsuppressNotes -d "$dest/$name" @"$dest/$name.sources" && touch "$stamp"
  ) 9>"$dest/$name.lock" || status=1
done
exit $status
