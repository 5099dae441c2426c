#!/usr/bin/env bash
# The layers of tests/layers.table: no file includes a header of a higher layer, and no object file
# needs a symbol of a higher layer. Therefore two folders use each other only if they are on the
# same line. The top of the tree contains only the layers, the tests, the samples, the manual and
# the usual files.
# timeout: 60
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
table=$TEST_TMP/table
awk '!/^#/ { n++; for (i = 1; i <= NF; i++) print $i, n }' tests/layers.table >"$table"

# Reads lines "FILE uses FILE" and prints those whose second file is in a higher layer.
higher() {
  awk 'function folder(f) { sub(/\/[^\/]*$/, "", f); return f }
    NR == FNR { layer[$1] = $2; next }
    { a = folder($1); b = folder($3) }
    !(a in layer) { print "no layer:", a }
    !(b in layer) { print "no layer:", b }
    layer[a] < layer[b]' "$table" - | sort -u
}

includes() {
  grep -rnE '^ *#include "(engine|trace|tui)/' engine trace tui --include='*.[ch]' \
    --include='*.def' |
    sed -E 's/^([^:]*):[0-9]*: *#include "([^"]*)".*/\1 uses \2/'
}

# The main program and the recorder's own copies belong to no layer.
symbols() {
  find "$HEDDLE_BUILD/obj/engine" "$HEDDLE_BUILD/obj/trace" "$HEDDLE_BUILD/obj/tui" -name '*.o' \
    ! -path '*/recorder/*' |
    while read -r object; do # skips objects of deleted sources, which nothing links
      source=${object#"$HEDDLE_BUILD/obj/"}
      [ ! -f "${source%.o}.c" ] || printf '%s\0' "$object"
    done | xargs -0 nm -A -g --format=posix |
      sed "s,^$HEDDLE_BUILD/obj/,,; s/:/ /" >"$TEST_TMP/symbols"
  awk '{ sub(/\.o$/, ".c", $1); sub(/:$/, "", $1) }
    NR == FNR { if ($3 != "U" && $3 != "w") where[$2] = $1; next }
    $3 == "U" && ($2 in where) { print $1, "uses", where[$2], $2 }' \
    "$TEST_TMP/symbols" "$TEST_TMP/symbols"
}

is 'no include goes up' "$(includes | higher)" ''
is 'no symbol goes up' "$(symbols | higher)" ''
# Above the engine, only the two users that convert its events and steer it may include its inside.
is 'only these include engine/inside.h above the engine' \
  "$(grep -rl '"engine/inside.h"' trace tui | sort | tr '\n' ' ')" \
  'trace/convert.c trace/replay/replay.c '
is 'a planted include is found' "$(echo engine/vm/heap.c uses engine/state/canon/canon.h | higher)" \
  'engine/vm/heap.c uses engine/state/canon/canon.h'

# ---- the top of the tree ----
strays() { # prints names on standard input that do not belong there
  grep -vxE 'Makefile|engine|trace|tui|tests|sample-traces|man|(README|CONTRIBUTING|CHANGELOG)\.md|'\
'LICENSE|\.(git|gitignore|git-blame-ignore-revs|clang-format|ci)'
}
# Files that git does not track count only if .gitignore does not name them, because build folders
# come and go.
top() {
  if git rev-parse --git-dir >/dev/null 2>&1 && [ -e .git ]; then
    git ls-files --cached --others --exclude-standard | cut -d/ -f1 | sort -u
  else
    find . -mindepth 1 -maxdepth 1 ! -name 'build*' -printf '%f\n'
  fi
}
is 'only known names are at the top of the tree' "$(top | strays)" ''
is 'each folder of the layout exists' \
  "$(top | grep -cxE 'Makefile|engine|trace|tui|tests|sample-traces|man')" 7
is 'strays are found' "$(printf '%s\n' Makefile 0 engine notes.md Makefile.old .gitignore | strays |
  tr '\n' ' ')" '0 notes.md Makefile.old '
is 'there was something to look at' "$([ "$(wc -l <"$TEST_TMP/symbols")" -gt 1000 ] && echo yes)" \
  yes
done_testing
