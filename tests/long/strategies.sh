#!/usr/bin/env bash
# The exhaustive strategies agree on every row of the verdict tables.
# timeout: 3600
exec tests/strategies.sh 1
