#!/usr/bin/env bash
# Runs one outcome test: a program with threads may reach only the listed outcomes, and must reach
# all that are not marked "allowed".
#   tests/tools/run-outcomes.sh NAME        NAME.java is in tests/java/outcomes
#
# Comments in the source list the allowed outcomes, one per line, with newlines of the output as \n
# and without the last newline:
#   // outcome: 1 0                 ends with exit status 0 and prints this; an exhaustive search
#                                   reaches it
#   // outcome exit 1: text         another exit status
#   // outcome deadlock: text       (or race, exception) and what was printed until then
#   // allowed: text                the specification allows it, but heddle need not reach it (the
#                                   next line says why)
#   // args: ... // options: ...    the program's arguments; options of the searches in addition to
#                                   --property deadlock
#   // java: ...                    options of java
#   // exhaustive: ...              more options of the exhaustive search
#   // again: ...                   another exhaustive search with these options has the same
#                                   outcomes; the line may be repeated
#   // random only: why             the exhaustive search does not end in the time of a test
# The outcomes are compared with 200 random schedules, an exhaustive search, and the output of java.
set -u
cd "$(dirname "$0")/../.." || exit 5
. tests/tools/support.sh
name=$1
source=tests/java/outcomes/$name.java
heddle=${HEDDLE:-build/heddle}
java=${JAVA:-java}
classes=${HEDDLE_JAVA:-build/java}/outcomes
tmp=${TEST_TMP:-$(mktemp -d)}
[ -e "$classes/$name.class" ] || { echo "no $classes/$name.class: it did not compile"; exit 1; }

said() { sed -n "s|^ *// $1: *||p" "$source"; } # KEY: prints the text of the comments with that key
read -r -a args <<<"$(said args | head -n 1)"
read -r -a options <<<"$(said options | head -n 1)"
read -r -a exhaustive <<<"$(said exhaustive | head -n 1)"
read -r -a java_options <<<"$(said java | head -n 1)"
listed() { # WORD: prints the outcomes with that word as "end: text", sorted
  sed -nE "s/^ *\/\/ $1( ([a-z]+( [0-9]+)?))?: ?(.*)\$/\2: \4/p" "$source" |
    sed 's/^: /exit 0: /' | sort -u
}
listed outcome >"$tmp/must"
{ listed outcome; listed allowed; } | sort -u >"$tmp/may"
[ -s "$tmp/must" ] || { echo "no outcome is listed in $source"; exit 1; }

outcomes_of() { # FILE: prints the outcomes of a search, sorted
  sed -nE 's/^  outcome [0-9]+: ([a-z]+)( [0-9]+)?( \(.*\))?, printed "(.*)", met [0-9]+ times?$/\1\2: \4/p' "$1" |
    sed -E 's/(\\n)+$//' | sort -u
}

search() { # FILE OPTION...: returns the search's exit status
  local out=$1
  shift
  "$heddle" check -q --outcomes --property deadlock "${options[@]}" "$@" -cp "$classes" "$name" \
    "${args[@]}" >"$out" 2>"$out.err"
}

within() { # NAME FILE: checks that every outcome in FILE is allowed
  local more
  more=$(comm -23 "$2" "$tmp/may")
  if [ -z "$more" ] && [ -s "$2" ]; then
    ok "$1"
  else
    not_ok "$1" "not in the list: ${more:-nothing at all}"
  fi
}

search_all() { # NAME OPTION...: must reach every required outcome and be complete
  local what=$1 status missing
  shift
  search "$tmp/all" "$@" --time $((60 * ${HEDDLE_SLOW:-1}))
  status=$?
  outcomes_of "$tmp/all" >"$tmp/all.set"
  within "$what: every outcome is allowed" "$tmp/all.set"
  missing=$(comm -23 "$tmp/must" "$tmp/all.set")
  if [ -z "$missing" ]; then
    ok "$what: every outcome is reached"
  else
    not_ok "$what: every outcome is reached" "$missing"
  fi
  if [ $status -le 1 ] && ! grep -q '^  not complete: ' "$tmp/all"; then
    ok "$what: the search is complete"
  else
    not_ok "$what: the search is complete" "exit status $status" "$(tail -n 5 "$tmp/all")" \
      "$(tail -n 3 "$tmp/all.err")"
  fi
}

search "$tmp/random" --search random --walks 200
status=$?
outcomes_of "$tmp/random" >"$tmp/random.set"
within '200 random schedules: every outcome is allowed' "$tmp/random.set"
if { [ $status -eq 1 ] || [ $status -eq 4 ]; } && grep -q ': 200 random walks$' "$tmp/random"; then
  ok '200 random schedules: every schedule ends'
else
  not_ok '200 random schedules: every schedule ends' "exit status $status" \
    "$(tail -n 5 "$tmp/random")" "$(tail -n 3 "$tmp/random.err")"
fi

if [ -n "$(said 'random only')" ]; then
  skip 'exhaustive search' "$(said 'random only' | head -n 1)"
else
  search_all 'exhaustive search' "${exhaustive[@]}"
  while IFS= read -r line; do
    read -r -a again <<<"$line"
    search_all "exhaustive search, $line" "${exhaustive[@]}" "${again[@]}"
  done < <(said again)
fi

if ! grep -q '^deadlock' "$tmp/may"; then
  for _ in 1 2 3; do
    "$java" -ea "${java_options[@]}" -cp "$classes" "$name" "${args[@]}" >"$tmp/java.out" \
      2>/dev/null </dev/null
    status=$?
    printf 'exit %d: %s\n' $status "$(sed -z 's/\n*$//; s/\n/\\n/g' "$tmp/java.out")"
  done | sort -u >"$tmp/java.set"
  within 'java: its outcome is allowed' "$tmp/java.set"
fi
done_testing
