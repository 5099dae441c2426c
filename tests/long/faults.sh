#!/usr/bin/env bash
# Broken rules of soundness turn tests red.
# timeout: 1800
exec bash tests/faults.sh
