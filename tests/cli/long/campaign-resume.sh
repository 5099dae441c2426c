#!/usr/bin/env bash
# Campaigns that are killed twenty times, that are interrupted, and whose trials are killed.
# timeout: 600
exec bash tests/cli/campaign-resume.sh 20 300
