#!/usr/bin/env bash
# The faults of tests/faults apply to the current sources, their tests exist, and each rule of
# heddle-design(7) that is built has a fault.
exec bash tests/tools/faults.sh --look
