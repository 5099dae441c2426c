#!/usr/bin/env bash
# javac for the few classes of a test: half the processor time of javac as it comes, for the machine
# below compiles less of it.
exec "$HEDDLE_JAVAC" -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC "$@"
