#!/usr/bin/env bash
# Runs javac for the few classes of a test. It takes half the processor time of plain javac, because
# its JVM uses only the first compiler tier and the serial collector.
exec "$HEDDLE_JAVAC" -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC "$@"
