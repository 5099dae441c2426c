#!/usr/bin/env bash
# Every eighth of the test programs under the recorder.
# timeout: 300
exec tests/record-programs.sh 8
