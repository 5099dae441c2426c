#!/usr/bin/env bash
# Searches with full and with no reduction agree on 16 generated programs (ten in slower builds that
# check more); make check-long uses 1000.
# timeout: 900
[ "${HEDDLE_SLOW:-1}" -gt 1 ] && count=10 || count=16
exec tests/tools/agreement.sh 1 $count
