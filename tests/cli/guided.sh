#!/usr/bin/env bash
# Guided search on the samples, with ten seeds each.
# timeout: 400
exec tests/tools/guided.sh 10 3
