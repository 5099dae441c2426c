#!/usr/bin/env bash
# Checks that the tests notice errors. Each file tests/faults/NAME.fault plants one fault, which
# breaks a soundness rule, into a copy of the tree. The test that the file names must then fail, and
# must pass without the fault. A test that passes although its rule is broken tests nothing.
#   tests/tools/faults.sh [NAME...]     all faults, or those that match the patterns; by make:
#                                         FAULTS='NAME...' make check-long TESTS=long/faults
#   tests/tools/faults.sh --look        only checks that each fault still applies, that its test
#                                         exists and that each rule has a fault
#
# A file begins with lines `rule: NUMBER, what is broken`, `file: SOURCE` and `test: SUITE/NAME
# [ARGUMENT...]`, a test as tests/tools/run.sh names it (unit, outcomes, cli; for verdicts, one
# row by its name there). The lines between `--- replace` and `--- by` are replaced; they must
# occur in the source exactly once. The lines between `--- by` and `--- end` are the replacement. A
# test counts as failed only if its exit status is that of a failed assertion, not that of a signal
# or a time limit.
#
# A fault with a line `invariant: NAME` breaks that invariant (engine/base/check.h). Its line
# `test:` reads "heddle ARGUMENT...": heddle is built with invariants, runs with these arguments,
# and must end with status 5 and the name on standard error.
#
# The copy is build/faults; it is kept, so that a second run compiles little.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
look=no
[ "${1-}" != --look ] || { look=yes; shift; }
[ $# -gt 0 ] || read -r -a names <<<"${FAULTS:-*}"
[ $# -eq 0 ] || names=("$@")
tree=$HEDDLE_BUILD/faults
log=$TEST_TMP/log
readonly limit=240

# ---- running tests

target_of() { # TEST: prints the make target that builds it
  local name=${1#unit/}
  case $1 in
    heddle\ *) echo build-checked/heddle ;;
    unit/*) echo "build/tests/${name%% *}" ;;
    cli/oracle) echo build/heddle build/tests/oracle ;;
    cli/weak) echo build/heddle build/tests/weak ;;
    cli/*) echo build/heddle build/libheddle-recorder.so ;;
    *) echo build/heddle ;;
  esac
}

build() { # TARGET...: in one folder of objects; returns make's status, output in $log
  local folder=${1%%/*}
  env -u MAKEFLAGS -u MFLAGS make -C "$tree" -s -j2 B="$folder" OPT=-O1 CFLAGS=-w \
    EXTRA_CPPFLAGS="$([ "$folder" = build ] || echo -DHEDDLE_INVARIANTS)" "$@" >"$log" 2>&1
}

jdk_of() { # RELEASE: prints a JDK of that release or later, or the default one
  local jdk release
  [ -n "$1" ] || { echo "${JAVA_HOME-}"; return; }
  for jdk in "${JAVA_HOME-}" /usr/lib/jvm/*; do
    release=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$jdk/release" 2>/dev/null)
    [ "${release:-0}" -ge "$1" ] && [ -f "$jdk/lib/modules" ] && { echo "$jdk"; return; }
  done
  return 1
}

run_test() { # TEST JDK: returns its status; the output is in $log
  local -a words command
  local name=${1#*/} jdk=$2
  read -r -a words <<<"$name"
  case $1 in
    unit/*) command=("$tree/build/tests/${words[0]}" "${words[@]:1}") ;;
    verdicts/*) command=(bash tests/tools/run-verdicts.sh "${row[$name]}") ;;
    outcomes/*) command=(bash tests/tools/run-outcomes.sh "$name") ;;
    cli/*) command=(bash "tests/$1.sh") ;;
    heddle\ *)
      read -r -a words <<<"$1"
      words=("${words[@]//\$CLASSES/"$tree/build/java"}")
      command=("$tree/build-checked/heddle" "${words[@]:1}")
      ;;
    *) echo "no such suite: $1" >"$log"; return 0 ;;
  esac
  rm -rf "$TEST_TMP/test"
  mkdir "$TEST_TMP/test"
  (
    cd "$tree" || exit 0
    [ -z "$jdk" ] || export JAVA_HOME=$jdk JAVA=$jdk/bin/java
    HEDDLE_ROOT=$tree HEDDLE_BUILD=$tree/build HEDDLE=$tree/build/heddle \
      HEDDLE_JAVA=$tree/build/java HEDDLE_SAMPLES=$tree/build/samples \
      HEDDLE_SLOW=1 ORACLE_STOP=1 TEST_TMP=$TEST_TMP/test CMOCKA_MESSAGE_OUTPUT=STDOUT timeout \
      --kill-after=5 $limit "${command[@]}" >"$log" 2>&1 </dev/null
  )
}

# ---- the copy: sources are compared by content, so that the remains of an interrupted run are
# replaced; everything else is the tree's own

same_sources() { # FOLDER
  local f
  while IFS= read -r f; do
    cmp -s "$f" "$tree/$f" || { mkdir -p "$tree/${f%/*}" && cp "$f" "$tree/$f"; }
  done < <(find "$1" -type f)
  while IFS= read -r f; do
    [ -e "$f" ] || rm "$tree/$f"
  done < <(cd "$tree" && find "$1" -type f)
}

make_copy() {
  local folder f
  mkdir -p "$tree/build"
  for folder in engine trace tui tests/unit tests/tools; do
    mkdir -p "$tree/$folder"
    same_sources "$folder"
  done
  cp Makefile "$tree/"
  for f in tests/*; do
    case $f in
      tests/unit | tests/tools) ;;
      *) ln -sfn "$HEDDLE_ROOT/$f" "$tree/$f" ;;
    esac
  done
  ln -sfn "$HEDDLE_ROOT/sample-traces" "$HEDDLE_ROOT/man" "$tree/"
  ln -sfn "$HEDDLE_BUILD/java" "$HEDDLE_BUILD/samples" "$tree/build/"
}

# ---- planting faults

key_of() { sed -n "s/^$2: *//p" "$1" | head -n 1; }                                 # FILE KEY
part_of() { sed -n "/^--- $2\$/,/^--- /{/^--- /!p}" "$1"; }                          # FILE SECTION

apply() { # FILE: prints the faulty source; returns 1 if the fault does not apply
  OLD=$(part_of "$1" replace) NEW=$(part_of "$1" by) LC_ALL=C awk 'BEGIN { RS = "\001" } {
    old = ENVIRON["OLD"]
    at = old == ENVIRON["NEW"] ? 0 : index($0, old)
    rest = substr($0, at + length(old))
    if (!old || !at || index(rest, old)) exit 1
    printf "%s%s%s", substr($0, 1, at - 1), ENVIRON["NEW"], rest
  }' "$(key_of "$1" file)" 2>/dev/null
}
readonly no_fault='the text to replace does not stand in the source, or more than once'

declare -A row # the rows of the tables of verdicts, by name
while IFS=$'\t' read -r name text; do
  row[$name]=$text
done < <(tests/tools/run-verdicts.sh --named-rows)

exists() { # TEST
  local name=${1#*/}
  case $1 in
    unit/*) [ -e "tests/unit/${name%% *}.c" ] ;;
    verdicts/*) [ -n "${row[$name]-}" ] ;;
    outcomes/*) [ -e "tests/java/outcomes/$name.java" ] ;;
    cli/*) [ -e "tests/$1.sh" ] ;;
    heddle\ *) true ;;
    *) false ;;
  esac
}

try() { # NAME FILE TEST JDK
  local status=0 start=$EPOCHREALTIME why='' text source invariant
  local -a made
  read -r -a made <<<"$(target_of "$3")"
  source=$(key_of "$2" file)
  text="$1: $(key_of "$2" rule)"
  if ! apply "$2" >"$tree/$source"; then
    why=$no_fault
  elif ! build "${made[@]}"; then
    why='it does not compile'
  else
    run_test "$3" "$4"
    status=$?
    invariant=$(key_of "$2" invariant)
    case $status in
      5) [ -z "$invariant" ] || grep -qF "this invariant is broken: $invariant" "$log" ||
        why="another invariant than '$invariant' is broken" ;;
      0 | 77) why="$3 stays green" ;;
      124 | 137) why="$3 does not end in $limit s" ;;
      *)
        [ $status -lt 124 ] || why="$3 ends with status $status"
        [ -z "$invariant" ] || why="$3 ends with status $status, not 5"
        ;;
    esac
  fi
  cp "$source" "$tree/$source"
  if [ -n "$why" ]; then
    not_ok "$text" "$why" "$(tail -n 5 "$log" | sed 's/^/# /')"
  else
    ok "$text ($3, $(awk -v a="$start" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.1f", b - a }') s)"
  fi
}

files=()
for name in "${names[@]}"; do
  for f in tests/faults/$name.fault; do
    [ -e "$f" ] && files+=("$f") || not_ok "there is a fault $name"
  done
done
[ ${#files[@]} -gt 0 ] || exit 1

built_rules() { # prints the numbers of the rules in heddle-design(7), except those not built yet
  sed -n '/^\.SH SOUNDNESS RULES/,/^\.SH WHERE/p' man/heddle-design.7 | awk '
    /^\.TP$/ { if (number && !absent) print number; number = 0; absent = 0 }
    /^\.B "[0-9]+ \(/ { number = substr($2, 2) }
    /\(not built yet\)/ { absent = 1 }
    END { if (number && !absent) print number }'
}

all_rules() {
  local rule rules missing=
  rules=$(built_rules)
  for rule in $rules; do
    grep -qE "^rule: *${rule}," tests/faults/*.fault || missing="$missing $rule"
  done
  is 'the rules are found' "$([ "$(wc -w <<<"$rules")" -ge 39 ] && echo yes)" yes
  is 'some fault breaks each rule that is built' "$missing" ''
}
[ "${names[*]}" != '*' ] || all_rules

if [ $look = yes ]; then
  for f in "${files[@]}"; do
    name=${f##*/}
    apply "$f" >/dev/null || not_ok "${name%.fault} applies" "$no_fault"
    exists "$(key_of "$f" test)" ||
      not_ok "the test of ${name%.fault} exists" "$(key_of "$f" test)"
  done
  [ "$tap_failed" -gt 0 ] || ok "${#files[@]} faults apply"
  done_testing
  exit
fi

make_copy
declare -A green
targets=()
for f in "${files[@]}"; do
  test=$(key_of "$f" test)
  jdk=$(jdk_of "$(key_of "$f" jdk)") || continue
  green[$test $jdk]=
  read -r -a made <<<"$(target_of "$test")"
  targets+=("${made[@]}")
done
mapfile -t targets < <(printf '%s\n' "${targets[@]}" | sort -u)
for folder in build build-checked; do
  made=()
  for target in "${targets[@]}"; do
    [ "${target%%/*}" != $folder ] || made+=("$target")
  done
  [ ${#made[@]} -eq 0 ] || build "${made[@]}" && continue
  not_ok 'the tree builds without faults' "$(tail -n 5 "$log")"
  exit 1
done
while IFS= read -r key; do
  if run_test "${key% *}" "${key##* }"; then
    green[$key]=yes
  else
    not_ok "without faults: $key passes" "exit status $?" "$(tail -n 5 "$log")"
  fi
done < <(printf '%s\n' "${!green[@]}" | sort)

for f in "${files[@]}"; do
  name=${f##*/}
  test=$(key_of "$f" test)
  release=$(key_of "$f" jdk)
  if ! jdk=$(jdk_of "$release"); then
    skip "${name%.fault}" "no JDK of release $release"
  elif [ -n "${green[$test $jdk]}" ]; then
    try "${name%.fault}" "$f" "$test" "$jdk"
  fi
done
done_testing
