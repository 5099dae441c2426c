#!/usr/bin/env bash
# All pages of the samples.
exec tests/cli/readme.sh --all
