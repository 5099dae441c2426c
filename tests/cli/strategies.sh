#!/usr/bin/env bash
# The exhaustive strategies agree on every fortieth row of the verdict tables (fewer in slower
# builds that check more). HEDDLE_SAMPLE selects the rows (printed; 0 by default). For all rows:
# make check-long TESTS=long/strategies.
# timeout: 600
exec tests/tools/strategies.sh $((40 * ${HEDDLE_SLOW:-1}))
