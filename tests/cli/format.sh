#!/usr/bin/env bash
# The sources are as clang-format wants them (.clang-format), with lines of at most 100 columns.
# timeout: 120
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/scripts/support.sh
sources() { find engine trace tui tests -name '*.[ch]' | sort; }
is 'lines of at most 100 columns' "$(sources | xargs awk 'length > 100 { print FILENAME ":" FNR }' | head -n 5)" ''
case $(clang-format --version 2>/dev/null) in
  *' version 14.'*) is 'clang-format changes nothing' "$(sources | xargs clang-format --dry-run 2>&1 | grep -c 'warning:')" 0 ;;
  *) echo 'ok 2 # SKIP no clang-format 14, and its releases differ' ;;
esac
done_testing
