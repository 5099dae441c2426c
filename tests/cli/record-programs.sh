#!/usr/bin/env bash
# Every sixteenth test program under the recorder.
# timeout: 300
exec tests/tools/record-programs.sh 16
