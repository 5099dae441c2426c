#!/usr/bin/env bash
# Searches over contracts find the outcomes of a search with every step, for 2000 programs with
# nested collections, wrappers, locks and pools, or for a random part of them.
# timeout: 7200
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
exec bash tests/cli/nested.sh "$HEDDLE_SAMPLE" "$(drawn 2000 200)" 100000
