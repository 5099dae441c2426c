#!/usr/bin/env bash
# The largest counts; the others are in tests/cli/executions.sh.
# timeout: 300
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
counts() { # EXECUTIONS ARGUMENT...
  local want=$1 out=$TEST_TMP/out.json
  shift
  check_json "$out" --search dpor --property deadlock,exception -cp "$HEDDLE_JAVA/verdicts" \
    Executions "$@"
  is "$*" "$(json_value "$out" executions) $(json_value "$out" redundant)" "$want 0"
}
counts 8192 readers 13
counts 147456 lastzero 15
counts 4096 indexer 15
counts 3328 lastzero 10 join
counts 64 filesystem 19 join
done_testing
