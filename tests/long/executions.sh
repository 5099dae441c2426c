#!/usr/bin/env bash
# The largest count of tests/cli/executions.sh.
# timeout: 200
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/support.sh
out=$TEST_TMP/out.json
check_json "$out" --search dpor --property deadlock,exception -cp "$HEDDLE_JAVA/verdicts" Executions lastzero 15
is 'lastzero 15' "$(json_value "$out" executions) $(json_value "$out" redundant)" '147456 0'
done_testing
