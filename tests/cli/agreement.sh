#!/usr/bin/env bash
# Full and no reduction agree on 16 generated programs, on ten in builds that check more and run
# slower; make check-long takes 1000.
# timeout: 900
[ "${HEDDLE_SLOW:-1}" -gt 1 ] && count=10 || count=16
exec tests/scripts/agreement.sh 1 $count
