#!/usr/bin/env bash
# The faults of tests/faults apply to the sources as they are, and their tests are there.
exec bash tests/scripts/faults.sh --look
