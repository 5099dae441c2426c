#!/usr/bin/env bash
# Conflicts and races agree (tests/cli/conflict.sh) on 200 generated programs (by default a
# random 50), the small programs of the suite and the samples.
# timeout: 3600
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
mapfile -t programs < <({
  for folder in verdicts outcomes; do
    grep -lE 'void main\(' tests/java/$folder/*.java |
      sed -E "s|(.*/(.*)\.java)|java/$folder:\2:\1|"
  done
  grep -E '^samples/' tests/java/verdicts/samples.txt | sed -E 's/ *\|.*//' | sort -u |
    sed -E 's|(samples/([^:]*):([^ ]*).*)|\1:sample-traces/\2/\3.java|'
} | drawn_lines 3)
exec bash tests/cli/conflict.sh "$HEDDLE_SAMPLE" "$(drawn 200 50)" "${programs[@]}"
