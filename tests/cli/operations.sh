#!/usr/bin/env bash
# tests/operations.txt: each replaced or native method on threads has a row, each row names an
# existing test or the reason why nothing can be observed, and heddle-design(7) names every method.
set -u
cd "${HEDDLE_ROOT:-$(dirname "$0")/../..}" || exit 5
HEDDLE=${HEDDLE:-build/heddle}
. tests/tools/support.sh
table=tests/operations.txt
rows() { grep -vE '^[[:space:]]*(#|$)' "$table"; }
trim() { sed -E 's/^[[:space:]]+//; s/[[:space:]]+$//'; }

is 'each row has its three columns' "$(rows | awk -F '|' 'NF != 3 || $1 ~ /^ *$/ || $2 ~ /^ *$/')" \
  ''

exists() { # SUITE/NAME
  local name=${1#*/}
  case $1 in
    outcomes/*) [ -e "tests/java/outcomes/$name.java" ] ;;
    programs/*) [ -e "tests/java/programs/$name.java" ] ;;
    verdicts/*) [ -n "$(tests/tools/run-verdicts.sh --find "$name")" ] ;;
    *) false ;;
  esac
}
count=0 missing=
while IFS= read -r test; do
  count=$((count + 1))
  exists "$test" || missing="$missing $test;"
done < <(rows | cut -d '|' -f 3 | tr ';' '\n' | trim | grep . | sort -u)
is "the $count tests exist" "$missing" ''
is 'a row without a test states a reason' \
  "$(rows | awk -F '|' '$3 ~ /^ *$/ && $2 !~ /^ nothing: /')" ''

listed=$(rows | cut -d '|' -f 1 | tr ',' '\n' | trim | sort -u)
methods() { # of the JDK at hand
  "$HEDDLE" natives | awk -F '\t' '$2 != "missing" { sub(/\(.*/, "", $1); print $1 }' |
    sed -nE 's/^java\.lang\.((Thread|Object|System|ThreadGroup|Runtime|Shutdown)\.[a-zA-Z0-9]+)$/\1/p
             s/^java\.util\.concurrent\.locks\.(LockSupport\.[a-zA-Z0-9]+)$/\1/p
             s/^jdk\.internal\.misc\.(Unsafe\.(un)?park)$/\1/p' | sort -u
}
is 'each method that is replaced or native has a row' "$(comm -23 <(methods) <(echo "$listed"))" ''
for jdk in /usr/lib/jvm/*; do
  [ ! -L "$jdk" ] && [ -f "$jdk/lib/modules" ] && [ ! "$jdk" -ef "${JAVA_HOME:-/}" ] || continue
  is "${jdk##*/} has the same methods" \
    "$(JAVA_HOME=$jdk; export JAVA_HOME; comm -23 <(methods) <(echo "$listed"))" ''
done

page=$(sed -nE '/^\.SH OPERATIONS/,/^\.SH SOUNDNESS/p' man/heddle-design.7 | sed 's/\\-/-/g')
unnamed=
while IFS= read -r name; do
  grep -qF -- "${name#*.}" <<<"${page}" || unnamed="$unnamed $name"
done < <(rows | awk -F '|' '$2 !~ /^ nothing: /' | cut -d '|' -f 1 | tr ',' '\n' | tr -d '()' |
  trim | sort -u)
is 'heddle-design(7) names each method' "$unnamed" ''
done_testing
