#!/usr/bin/env bash
# heddle confirm on modern programs (tests/java/confirm/table.txt), and on inputs that the forced
# JVM must get from the counterexample: hash codes, random numbers, orders of sets.
#   tests/cli/confirm-programs.sh [RUNS STEP]   every STEP-th program (default 5), selected by
#                                               HEDDLE_SAMPLE, in RUNS runs (default 1) each
#   CONFIRM_PLAIN=N   also run each N times without the schedule, and print in how many runs the
#                     error came by itself
# timeout: 300
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
runs=${1:-1} step=${2:-5}
tmp=$TEST_TMP
programs=$HEDDLE_JAVA/confirm

seen() { # NAME [OPTION...]: confirms $tmp/c.htrace
  local name=$1
  shift
  "$HEDDLE" confirm -q --runs "$runs" ${CONFIRM_PLAIN:+--plain "$CONFIRM_PLAIN"} "$@" \
    "$tmp/c.htrace" >"$tmp/out" 2>&1
  sed -n "s/^ *java by itself/# $name: java by itself/p" "$tmp/out"
  is "$name: seen" "$(sed -n '1s/.*: \(.* runs\),.*/\1/p' "$tmp/out")" "$runs of $runs runs"
}

# ---- programs
n=0
while IFS='|' read -r program options message; do
  n=$((n + 1))
  [ $((n % step)) -eq $((${HEDDLE_SAMPLE:-0} % step)) ] || continue
  read -r -a words <<<"$options $program"
  rm -f "$tmp/c.htrace"
  "$HEDDLE" check -q --search auto --time $((60 * ${HEDDLE_SLOW:-1})) -o "$tmp/c.htrace" \
    -cp "$programs" "${words[@]}" >"$tmp/check" 2>&1
  is "${program% }: the error" "$(grep -cF -m 1 -- "${message# }" "$tmp/check")" 1
  seen "${program% }"
done < <(grep -v '^#' tests/java/confirm/table.txt)

# ---- inputs
mkdir -p "$tmp/jar/META-INF/services"
printf 'Inputs$Task\n' >"$tmp/jar/META-INF/services/java.lang.Runnable"
"$JAVA_HOME/bin/jar" cf "$tmp/services.jar" -C "$tmp/jar" META-INF
programs=$programs:$tmp/services.jar
input() { # WHAT [OPTION...]
  local what=$1 value
  shift
  value=$("$HEDDLE" run "$@" -cp "$programs" Inputs "$what" '?')
  rm -f "$tmp/c.htrace"
  "$HEDDLE" check -q --property exception -o "$tmp/c.htrace" "$@" -cp "$programs" \
    Inputs "$what" "$value" >"$tmp/check" 2>&1
  is "$what: exit status" $? 1
  seen "$what" "$@"
}
for what in none future forkJoin format proxy scanner classMap random math order local split \
  secure uuid threads service; do
  input "$what"
done
jdk=${HEDDLE_JDK25:-/usr/lib/jvm/temurin-25-jdk-amd64}
if [ -f "$jdk/lib/modules" ]; then
  input hashAgain --java-home "$jdk"
else
  skip 'JDK 25' "no JDK in $jdk"
fi
done_testing
