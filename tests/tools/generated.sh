# Shared by the oracles that compare searches of generated programs. Source it with SEED COUNT as
# the first arguments; do not run it. Sets seed, count and tmp, and keeps the arguments after SEED
# COUNT. tmp contains the programs of tests/java/gen (src/Gen0.java and so on) with their classes in
# tmp/classes.
# shellcheck shell=bash disable=SC2034 # the sourcing script uses them
. tests/tools/support.sh
seed=$1 count=$2
shift 2
tmp=${TEST_TMP:-$(mktemp -d)}
"$JAVA" -cp "$HEDDLE_JAVA/gen" GenPrograms "$seed" "$count" "$tmp/src" >/dev/null || exit 1
"$JAVAC" -g -d "$tmp/classes" "$tmp"/src/*.java || exit 1
