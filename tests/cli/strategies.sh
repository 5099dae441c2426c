#!/usr/bin/env bash
# The exhaustive strategies agree on every fourth row of the verdict tables.
# timeout: 600
exec tests/strategies.sh 4
