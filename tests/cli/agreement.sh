#!/usr/bin/env bash
# Full and no reduction agree on 60 generated programs; on ten in builds that check more and run slower.
# timeout: 900
exec tests/agreement.sh 1 $((60 / ${HEDDLE_SLOW:-1}))
