#!/usr/bin/env bash
# The faults of tests/faults apply to the sources as they are, their tests are there, and each rule
# of heddle-design(7) that is built has one.
exec bash tests/scripts/faults.sh --look
