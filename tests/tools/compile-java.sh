#!/usr/bin/env bash
# Compiles the Java sources of each folder tests/java/NAME/, and of tests/bench, tests/papers and
# tests/tools/reports, to DEST/NAME if a source is newer than the last compilation. NAME is a folder
# directly below tests/java/ or tests/java/releases/, or a folder with a file `jars`, which lists
# the jars of its class path in /usr/share/java. In such a folder, a file `javac.options` contains
# options of the compiler, and a file `needs-jdk` the first JDK that can compile the folder (if no
# NAMEs are given, the folder is skipped for older JDKs). If a folder has a class make.MakeClasses,
# it is run to write class files that javac cannot produce.
#   tests/tools/compile-java.sh DEST [NAME... | --programs]
set -u
cd "$(dirname "$0")/../.." || exit 5
dest=$1
shift
. tests/tools/support.sh
javac=${JAVAC:-javac}
mkdir -p "$dest"

javac_release() {
  "$javac" -version 2>&1 | sed 's/^javac \([0-9]*\).*/\1/'
}

make_classes() { # FOLDER
  [ ! -e "$1/make/MakeClasses.class" ] || "${JAVA:-java}" -cp "$1" make.MakeClasses "$1"
}

source_folder() { # NAME: sets folder
  for folder in "tests/java/$1" "tests/tools/$1" "tests/$1"; do
    [ ! -d "$folder" ] || return 0
  done
  echo "compile-java: no folder tests/java/$1" >&2
  return 1
}

# --programs: the folders of the suite programs that this compiler can compile.
wanted='.*'
if [ "${1-}" = --programs ]; then
  wanted='(programs|releases/.*)'
  shift
fi
if [ $# -eq 0 ]; then
  release=$(javac_release)
  mapfile -t names < <({
    find tests/java -name jars -type f -printf '%P\n' | sed 's|/jars$||'
    find tests/java tests/tools -name '*.java' -printf '%P\n' | grep -v '^jars/' |
      sed -E 's#^((releases/)?[^/]*)/.*#\1#'
    printf '%s\n' bench papers
  } | grep -xE "$wanted" | sort -u)
else
  names=("$@")
fi
status=0
for name in "${names[@]}"; do
  source_folder "$name" || exit 3
  [ $# -gt 0 ] || [ "$release" -ge "$(cat "$folder/needs-jdk" 2>/dev/null || echo 0)" ] ||
    continue
  mkdir -p "$dest/$(dirname "$name")"
  # Two makes of one build folder may compile here at the same time.
  (
    flock 9
    stamp=$dest/$name/compiled.stamp
    if [ -e "$stamp" ] &&
        [ -z "$(find "$folder" -name '*.java' -newer "$stamp" -print -quit)" ]; then
      exit 0
    fi
    rm -rf "${dest:?}/$name"
    mkdir -p "$dest/$name"
    find "$folder" -name '*.java' | sort >"$dest/$name.sources"
    echo "javac -g $folder"
    # Annotations of library classes may refer to classes that are not installed; the compiler then
    # prints warnings.
    read -r -a options < <(cat "$folder/javac.options" 2>/dev/null)
    "$javac" -g -nowarn -XDsuppressNotes -Xlint:-options "${options[@]}" \
      -cp "$(class_path_of "$folder" "$dest/$name")" -d "$dest/$name" \
      @"$dest/$name.sources" 2>"$dest/$name.said" &&
      make_classes "$dest/$name" 2>>"$dest/$name.said" && touch "$stamp" && exit 0
    cat "$dest/$name.said" >&2
    exit 1
  ) 9>"$dest/$name.lock" || status=1
done
exit $status
