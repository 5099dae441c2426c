#!/usr/bin/env bash
# Violations of soundness rules make tests fail: all faults with WHOLE=1, else a random quarter;
# FAULTS='NAME...' selects faults.
# timeout: 3600
cd "$HEDDLE_ROOT" || exit 5
if [ -z "${FAULTS-}" ] && [ "${WHOLE-}" != 1 ]; then
  FAULTS=$(find tests/faults -name '*.fault' -printf '%f\n' | sed 's/\.fault$//' | sort |
    awk -v first="$HEDDLE_SAMPLE" 'NR % 4 == first % 4' | tr '\n' ' ')
  export FAULTS
fi
exec bash tests/tools/faults.sh
