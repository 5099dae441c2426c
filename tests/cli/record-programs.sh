#!/usr/bin/env bash
# Every sixteenth of the test programs under the recorder.
# timeout: 300
exec tests/scripts/record-programs.sh 16
