#!/usr/bin/env bash
# Errors of 1000 generated programs with class initialisers in all places are executed again, each under six sets of options.
# timeout: 7200
exec tests/certified.sh 2 1000 6
