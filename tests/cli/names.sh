#!/usr/bin/env bash
# Names and sizes: no function name (including static ones) occurs in more than three files, so that
# grep and tags find it. No source (including the tests') has more than 1,000 lines and no function
# more than 100, except the interpreter loop.
# timeout: 60
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
sources() { find engine trace tui -name '*.[ch]' | sort; }

# Prints FILE NAME LINES of each function definition, from sources in which a definition begins in
# the first column and ends with "}" there.
functions() {
  awk 'FNR == 1 { head = ""; name = "" }
    name != "" { lines++; if (/^}/) { print FILENAME, name, lines; name = "" } next }
    /^[A-Za-z_]/ && !/^(typedef|case|default|goto)/ {
      head = $0; lines = 1
      if (/[;{}]$/) open()
      next
    }
    head != "" && /^ / { head = head " " $0; lines++; if (/[;{}]$/) open(); next }
    { head = "" }
    function open(  s) {
      s = head; head = ""
      if (s !~ /\(/ || s ~ /;$/ || s ~ /^[^(]*=/) return
      one = s ~ /}$/
      sub(/\(.*/, "", s); sub(/.*[ *]/, "", s)
      if (s == "VEC" || s == "") return
      if (one) print FILENAME, s, lines; else name = s
    }' "$@"
}
# shellcheck disable=SC2046 # words are meant to be split
functions $(sources) | grep -v INTERP_NAME >"$TEST_TMP/functions"

is 'each function name occurs in at most three files' \
  "$(awk '!(($2, $1) in seen) { seen[$2, $1]; n[$2]++ } END { for (f in n) if (n[f] > 3) print f, n[f] }' "$TEST_TMP/functions" | sort)" ''
is 'functions have at most 100 lines' "$(awk '$3 > 100' "$TEST_TMP/functions")" ''
is 'files have at most 1,000 lines' \
  "$({ sources | grep -v '/interp_loop\.h$'; find tests -name '*.[ch]'; } | xargs wc -l |
  awk '$1 > 1000 && $2 != "total"')" ''
is 'files and functions were found' \
  "$([ "$(wc -l <"$TEST_TMP/functions")" -gt 5000 ] && echo yes)" yes
printf 'static int f(int a) {\n  return a;\n}\nint g(\n    int b) { return b; }\nstruct s h(void);\n' >"$TEST_TMP/f.c"
is 'the functions of a file are found' \
  "$(functions "$TEST_TMP/f.c" | sed 's/.* \(.*\) /\1 /' | tr '\n' ' ')" 'f 3 g 2 '
done_testing
