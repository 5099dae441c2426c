#!/usr/bin/env bash
# The manual agrees with the program: man/heddle.1 contains exactly the options of all commands, the
# commands, search strategies, heuristics, analyses, export formats and JSON fields; the pages are
# valid troff.
# shellcheck disable=SC2046,SC2086 # words are meant to be split
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
tmp=$TEST_TMP

# Prints a page as plain text, one line for each line of the source, with the escapes of options
# removed.
plain() {
  sed -e 's/\\-/-/g' -e 's/\\f[BIRP]//g' -e 's/\\e/\\/g' \
    -e "s/^\.\(BR\|BI\|RB\|IB\|IR\|RI\|B\|I\) //" "$1"
}
options_of() { grep -oE -- '(^|[^A-Za-z0-9-])--[a-z][a-z-]*' | grep -oE -- '--.*' | sort -u; }

plain man/heddle.1 >"$tmp/page"
commands=$("$HEDDLE" --help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p')
if [ "$(wc -w <<<"$commands")" -ge 7 ]; then
  ok 'the commands are found'
else
  not_ok 'the commands are found' "$commands"
fi

same() { # NAME WHAT-THE-PROGRAM-HAS WHAT-THE-PAGE-HAS: files of sorted lines
  local missing extra
  missing=$(comm -23 "$2" "$3" | tr '\n' ' ')
  extra=$(comm -13 "$2" "$3" | tr '\n' ' ')
  if [ -s "$2" ] && [ -z "$missing$extra" ]; then
    ok "$1"
  else
    not_ok "$1" "not in the page: $missing" "not in the program: $extra"
  fi
}

# ---- options ----
for c in $commands; do
  "$HEDDLE" "$c" --help >"$tmp/help.$c" || not_ok "$c --help" "exit status $?"
done
{ cat "$tmp"/help.*; "$HEDDLE" --help; echo ' --version'; } | options_of >"$tmp/options"
# The page contains no long options of other programs.
options_of <"$tmp/page" >"$tmp/page.options"
same 'long options' "$tmp/options" "$tmp/page.options"
grep -ohE '^  -[a-z],' "$tmp"/help.* | grep -oE '[a-z]' | sort -u >"$tmp/short"
sed -n '/^\.SH OPTIONS/,/^\.SH SEQUENCE/p' "$tmp/page" | grep -oE '^-[a-z]\b' | grep -v '^-cp' |
  tr -d - | sort -u | grep -v '^c$' >"$tmp/page.short"
same 'short options' "$tmp/short" "$tmp/page.short"

# Each option is in a section that names its commands.
for c in $commands; do
  awk -v c="$c" '/^\.SH/ { here = 0 } /^\.SS/ { here = index($0, c) || /Everywhere/ } here' \
    "$tmp/page" | options_of >"$tmp/sections.$c"
  options_of <"$tmp/help.$c" >"$tmp/has.$c"
  missing=$(comm -23 "$tmp/has.$c" "$tmp/sections.$c" | tr '\n' ' ')
  if [ -z "$missing" ]; then
    ok "sections of $c"
  else
    not_ok "sections of $c" "not in a section that names it: $missing"
  fi
done

# ---- commands ----
printf '%s\n' $commands | sort >"$tmp/commands"
sed -n '/^\.SH COMMANDS/,/^\.SH OPTIONS/p' man/heddle.1 | sed -n '/^\.TP/{n;s/^\.B //p}' |
  sort >"$tmp/page.commands"
same 'commands' "$tmp/commands" "$tmp/page.commands"

# ---- values of options: from the program if it lists them, otherwise from its tables ----
words() { # FILE: first string of each row
  grep -oE '"[a-z_-]+"' "$1" | tr -d '"' | sort -u
}
in_page() { # NAME WORDS...
  local name=$1 w missing=
  shift
  for w in "$@"; do grep -qwF -- "$w" "$tmp/page" || missing+=" $w"; done
  if [ $# -gt 0 ] && [ -z "$missing" ]; then
    ok "$name"
  else
    not_ok "$name" "not in the page:$missing"
  fi
}
classes=$HEDDLE_SAMPLES/Publish
in_page 'searches' $("$HEDDLE" check --search no-such -cp "$classes" Publish 2>&1 |
  sed -n 's/.*(there are \([^)]*\)).*/\1/p' | tr -d ,)
in_page 'heuristics' $("$HEDDLE" check --search guided --heuristic no-such -cp "$classes" Publish \
  2>&1 | sed -n 's/.*(there are \([^)]*\)).*/\1/p' | tr -d ,)
in_page 'export formats' $(sed -n 's/^TRACE_EXPORTER([^"]*"\([^"]*\)".*/\1/p' trace/exporters.def)
in_page 'analyses' $(sed -n 's/^TRACE_ANALYSIS([^"]*"\([^"]*\)".*/\1/p' trace/analyses.def)

# ---- JSON: every printed key is in the page ----
"$HEDDLE" check --json -o "$tmp/e.htrace" -cp "$classes" Publish >"$tmp/json.check"
"$HEDDLE" replay --json -cp "$classes" sample-traces/Publish/Publish.htrace >"$tmp/json.replay"
"$HEDDLE" replay --json -cp "$HEDDLE_SAMPLES/Reorder" sample-traces/Publish/Publish.htrace Reorder \
  >"$tmp/json.failed" 2>/dev/null
"$HEDDLE" analyze --json --no-label sample-traces/Reorder/Reorder.htrace >"$tmp/json.analyze"
for f in check replay analyze; do
  in_page "JSON of $f" $(grep -oE '"[a-z_]+":' "$tmp/json.$f" | tr -d '":' | sort -u)
done

# ---- defaults in the page ----
default() { # OPTION VALUE: the program's help and the page must agree on it
  local help page
  help=$(grep -hE -- "(^| )$1 " "$tmp"/help.* | head -n 1)
  page=$(awk -v o="$1" \
    '/^\.(TP|SS|SH)/ { on = 0 } index($0, o) == 1 || index($0, ", " o) { on = 1 } on' "$tmp/page")
  if grep -qF -- "$2" <<<"$help" && grep -qF -- "$2" <<<"$page"; then
    ok "$1: $2"
  else
    not_ok "$1: $2" "help: $help" "page: $page"
  fi
}
default --seed 1
default --heap 256
default --memory 2048
default --back 3
default --paths 1
default --por full
default --search dfs
default --search auto
default --time 30
default --heuristic pfsm
default --pct-depth 3
default --match order

# ---- the source of the pages ----
for page in man/*.[1-9]; do
  if ! command -v groff >/dev/null 2>&1; then
    skip "$page" 'no groff'
  elif [ -z "$(groff -t -man -Tutf8 -ww -z "$page" 2>&1)" ]; then
    ok "$page: no warnings"
  else
    not_ok "$page: no warnings" "$(groff -t -man -Tutf8 -ww -z "$page" 2>&1 | head -n 5)"
  fi
done
done_testing
