#!/usr/bin/env bash
# All test programs under the recorder.
# timeout: 1200
exec tests/tools/record-programs.sh 1
