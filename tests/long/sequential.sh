#!/usr/bin/env bash
# More of them than tests/cli has time for.
# timeout: 1800
HEDDLE_PROGRAMS=400 HEDDLE_SEED=12 exec tests/cli/sequential.sh
