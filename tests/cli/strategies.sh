#!/usr/bin/env bash
# The exhaustive strategies agree on every fortieth row of the verdict tables, which ones by
# HEDDLE_SAMPLE (printed; 0 when left out); on fewer in builds that check more and run slower. All
# of them: make check-long TESTS=long/strategies.
# timeout: 600
exec tests/scripts/strategies.sh $((40 * ${HEDDLE_SLOW:-1}))
