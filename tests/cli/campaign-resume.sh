#!/usr/bin/env bash
# Campaigns that are killed or interrupted, or whose trials are killed.
# timeout: 240
exec bash tests/tools/campaign-resume.sh 3 6
