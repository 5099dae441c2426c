#!/usr/bin/env bash
# Twenty runs of each program that depends on inputs.
# timeout: 600
exec tests/tools/record-inputs.sh 20
