#!/usr/bin/env bash
# Conflicts and races agree on generated programs and on some others; make check-long uses all of
# them.
# timeout: 300
[ "${HEDDLE_SLOW:-1}" -gt 1 ] && count=5 || count=10
exec tests/tools/conflict.sh 5 $count \
  java/verdicts:SoundLiteralLock:tests/java/verdicts/SoundLiteralLock.java
