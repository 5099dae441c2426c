#!/usr/bin/env bash
# The exhaustive strategies agree on every eighth row of the verdict tables; on fewer in builds that check more and run slower.
# timeout: 600
exec tests/strategies.sh $((8 * ${HEDDLE_SLOW:-1}))
