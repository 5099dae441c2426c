#!/usr/bin/env bash
# Guided search on the samples, a hundred seeds each.
# timeout: 3600
exec tests/guided.sh 100 20
