#!/usr/bin/env bash
# All test programs under the recorder.
# timeout: 1200
exec bash tests/cli/record-programs.sh 1
