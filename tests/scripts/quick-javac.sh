#!/usr/bin/env bash
# javac for the few classes of a test: it takes half the processor time of plain javac, because the
# JVM that runs it compiles less.
exec "$HEDDLE_JAVAC" -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC "$@"
