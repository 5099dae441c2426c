#!/usr/bin/env bash
# The recorder recognises objects that a garbage collector has moved, with each collector. If the
# collector moves objects only in pauses, the recorder remembers their addresses until the next
# pause; with the others it asks the JVM each time.
# timeout: 180
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
. tests/tools/recorded.sh
tmp=$TEST_TMP

for collector in G1 Serial Parallel Z Shenandoah; do
  if ! "$JAVA" -XX:+Use${collector}GC -version >/dev/null 2>&1; then
    skip "$collector" 'this JVM does not have it'
    continue
  fi
  # shellcheck disable=SC2097,SC2098
  JDK_JAVA_OPTIONS="-XX:+Use${collector}GC -Xmx64m" \
    record $collector -cp "$HEDDLE_JAVA/record" Moving 400
  is "$collector: the program runs" "$? $(cat "$tmp/$collector.out")" '0 done'
  reads=$(in_order $collector)
  if [ "$reads" -gt 15000 ] 2>/dev/null; then
    ok "$collector: each read sees the last write to its object"
  else
    not_ok "$collector: each read sees the last write to its object" "$reads"
  fi
  # The constructor writes this field once: one write for each object.
  is "$collector: each object has one number" "$(events $collector | awk '
    $2 == "write" && /Moving\$Node.name/ { written[$4]++ }
    $2 == "read" && /Moving\$Node.name/ && !($4 in written) { strange++ }
    END { for (o in written) if (written[o] > 1) strange++; print strange + 0 }')" 0
done
done_testing
