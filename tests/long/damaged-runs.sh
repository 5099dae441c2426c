#!/usr/bin/env bash
# More damaged classes than tests/cli has time for.
# timeout: 1800
HEDDLE_FLIPS=6000 HEDDLE_SEED=8 exec tests/cli/damaged-runs.sh
