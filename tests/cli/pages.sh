#!/usr/bin/env bash
# The pages for people agree with the tree: README.md stays short; CONTRIBUTING.md names the layers
# in their order and every table that grows by rows; the paths, functions and links in a page exist;
# heddle-design(7) has each soundness rule that sources and planted faults cite, and the sources
# cite it with its name; there is only one version.
# timeout: 60
set -u
cd "${HEDDLE_ROOT:-$(dirname "$0")/../..}" || exit 5
. tests/tools/support.sh
pages=(README.md CONTRIBUTING.md tests/README.md tests/bench/README.md sample-traces/README.md)
sources=(engine trace tui tests)

quoted() { # PAGE: prints texts in backquotes outside of blocks, one per line
  sed '/^```/,/^```/d' "$1" | grep -oE '`[^`]+`' | tr -d '`'
}
absent() { # prints paths on standard input that do not exist
  while read -r path; do [ -e "$path" ] || echo "$path"; done | sort -u
}

is 'README.md has at most 225 lines' "$(awk 'END { print NR <= 225 }' README.md)" 1

# ---- the order of the layers ----
folders=$(sed '/^#/d' tests/layers.table | tr ' ' '\n')
listed=$(sed -n '/^## The layers/,/^Where/s/^| `\([^`]*\)` .*/\1/p' CONTRIBUTING.md)
is 'CONTRIBUTING.md has the layers in their order' "$listed" "$folders"

# ---- paths, links and functions ----
for page in "${pages[@]}"; do
  paths=$(quoted "$page" | tr ' ' '\n' | grep -E '^(engine|trace|tui|tests|man|sample-traces)/' |
    grep -v 'NAME\|[*]')
  is "$page: its paths exist" "$(absent <<<"$paths")" ''
  links=$(grep -oE '\]\([^)]*\)' "$page" | sed 's/^](//; s/)$//' | grep -v : |
    sed "s,^,$(dirname "$page")/,")
  is "$page: its links exist" "$(absent <<<"$links")" ''
done
is 'heddle-design(7): its paths exist' \
  "$(grep -oE '\b(engine|trace|tui|tests)/[A-Za-z0-9_./-]*[A-Za-z0-9_]' man/heddle-design.7 |
  absent)" ''
functions=$(quoted CONTRIBUTING.md | sed -n 's/^\([a-z][a-z0-9_]*\)()$/\1/p' | sort -u)
is 'functions are named' "$([ "$(wc -w <<<"$functions")" -gt 10 ] && echo yes)" yes
missing=''
for f in $functions; do
  grep -rqE "\b$f\(" "${sources[@]}" --include='*.[ch]' || missing+=" $f"
done
is 'CONTRIBUTING.md: its functions exist' "$missing" ''

# ---- the tables ----
tables=$(find engine trace tui -name '*.def' | sort)
missing=''
for t in $tables; do quoted CONTRIBUTING.md | grep -qxF "$t" || missing+=" $t"; done
is 'tables were found' "$([ "$(wc -w <<<"$tables")" -gt 20 ] && echo yes)" yes
is 'CONTRIBUTING.md names every table' "$missing" ''

# ---- soundness rules ----
named=$(sed -n '/^\.SH SOUNDNESS RULES/,/^\.SH WHERE/s/^\.B "\([0-9]*\) ([^)]*)"$/\1/p' \
  man/heddle-design.7)
cited=$({ grep -rhoE 'soundness rules? [0-9]+((,| and| to) [0-9]+)*' "${sources[@]}"; grep \
  -hoE '^rule: [0-9]+' tests/faults/*; } |
  grep -oE '[0-9]+' | sort -nu)
is 'rules are numbered without a gap' "$named" "$(seq "$(tail -n 1 <<<"$named")")"
is 'each cited rule has a name' "$(comm -23 <(sort <<<"$cited") <(sort <<<"$named"))" ''

# "rule 24 (executed again)", within parentheses "(rule 24, executed again)"; lists and ranges name
# each.
sed -n '/^\.SH SOUNDNESS RULES/,/^\.SH WHERE/s/^\.B "\([0-9]*\) (\([^)]*\))"$/\1 \2/p' \
  man/heddle-design.7 >"$TEST_TMP/rules"
unnamed() { # FILE...: prints citations in comments without the right name
  awk 'NR == FNR { number = $1; sub(/^[0-9]+ /, ""); name[number] = $0; next }
    FNR == 1 { look(); text = "" }
    { sub(/^[ \t]*(\*|#)?[ \t]*/, ""); text = text " " $0; file = FILENAME }
    END { look() }
    function look(  rest, number) {
      rest = text
      while (match(rest, /[Rr]ules? +[0-9]+/)) {
        rest = substr(rest, RSTART)
        sub(/^[Rr]ules? +/, "", rest)
        do {
          match(rest, /^[0-9]+/)
          number = substr(rest, 1, RLENGTH)
          rest = substr(rest, RLENGTH + 1)
          if (number in name && (index(rest, " (" name[number] ")") == 1 ||
                                 index(rest, ", " name[number]) == 1))
            rest = substr(rest, length(name[number]) + (rest ~ /^ \(/ ? 4 : 3))
          else
            print file ": rule " number
        } while (match(rest, /^(,| and| to) [0-9]/) && sub(/^(,| and| to) /, "", rest))
      }
    }' "$TEST_TMP/rules" "$@"
}
cited=$(grep -rlE '[Rr]ules? +[0-9]|rules?$' "${sources[@]}" --include='*.[ch]' --include='*.def' \
  --include='*.sh' --include='*.txt' --include='*.java' |
  grep -v '^tests/cli/pages.sh$')
# shellcheck disable=SC2086 # words are meant to be split
is 'each citation of a rule carries its name' "$(unnamed $cited | head -n 5)" ''
printf '/* A (rule 4, no write unseen), rules 1 (changed means different) and\n * 3 (strong references); rule\n * 5. */\n' >"$TEST_TMP/cites.c"
is 'wrong and missing names are found' \
  "$(unnamed "$TEST_TMP/cites.c" | sed 's/.*: //' | tr '\n' ' ')" 'rule 3 rule 5 '

# ---- the files that comments name ----
find "${sources[@]}" man sample-traces -type f | sed 's|.*/||' | sort -u >"$TEST_TMP/names"
cited_files() { # FILE...: prints the names of sources that have at least three letters
  grep -ohE '\b[a-z_0-9]{3,}\.(c|def|sh)\b' "$@" | sort -u
}
mapfile -t all < <(find engine trace tui -name '*.[ch]' -o -name '*.def')
is 'files named in comments exist' \
  "$(cited_files "${all[@]}" | comm -23 - "$TEST_TMP/names")" ''
is 'comments name files' "$([ "$(cited_files "${all[@]}" | wc -l)" -gt 50 ] && echo yes)" yes

# ---- the version ----
version=$(sed -n 's/^VERSION = //p' Makefile)
is 'the manual has this version' \
  "$(sed -n 's/^\.TH .*"heddle \([0-9][^"]*\)".*/\1/p' man/*.[1-9] | sort -u)" "$version"
is 'CHANGELOG.md begins with this version' \
  "$(sed -n 's/^## \([0-9.]*\) .*/\1/p' CHANGELOG.md | head -n 1)" "$version"
done_testing
