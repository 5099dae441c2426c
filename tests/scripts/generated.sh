# Shared by the oracles that compare searches of generated programs. Source it where the first words
# are SEED COUNT; do not run it. Sets seed, count and tmp, which has so many programs of tests/gen,
# src/Gen0.java and so on, with their classes in tmp/classes; the words left are those behind.
# shellcheck shell=bash disable=SC2034 # they are for who sources it
. tests/scripts/support.sh
seed=$1 count=$2
shift 2
tmp=${TEST_TMP:-$(mktemp -d)}
"$JAVA" -cp "$HEDDLE_JAVA/gen" GenPrograms "$seed" "$count" "$tmp/src" >/dev/null || exit 1
"$JAVAC" -g -d "$tmp/classes" "$tmp"/src/*.java || exit 1
