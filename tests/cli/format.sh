#!/usr/bin/env bash
# The sources are formatted as clang-format requires (.clang-format), with lines of at most 100
# columns. The lines of scripts are as short, except for quoted texts longer than 70
# columns.
# timeout: 120
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
sources() { find engine trace tui tests -name '*.[ch]' | sort; }
is 'sources have lines of at most 100 columns' \
  "$(sources | xargs awk 'length > 100 { print FILENAME ":" FNR }' | head -n 5)" ''
long_lines() { # FILE...: prints longer lines, except those with long texts
  grep -HnE '^.{101}' "$@" | grep -vE "'[^']{70}|\"[^\"]{70}"
}
mapfile -t scripts < <(find tests sample-traces man -name '*.sh' | sort)
is 'scripts were found' "$([ ${#scripts[@]} -gt 80 ] && echo yes)" yes
# (natives-page.sh contains text of the page exactly as in the page.)
is 'scripts have lines of at most 100 columns' \
  "$(long_lines "${scripts[@]}" | grep -v '^tests/tools/natives-page.sh' | head -n 5)" ''
is 'tables and makefiles have such lines' \
  "$(find engine trace tui -name '*.def' | sort |
    xargs awk 'length > 100 { print FILENAME ":" FNR }' |
    head -n 5)$(find Makefile tests man -name Makefile -o -name '*.mk' |
    while read -r f; do long_lines "$f"; done | head -n 5)" ''
is 'comments in campaigns and test tables have such lines' \
  "$(find tests -name '*.campaign' -o -name '*.table' | xargs grep -HnE '^#.{100}' | head -n 5)" ''
prose() { # FILE...: prints lines of pages except tables, headings and examples
  awk 'FNR == 1 { code = 0 } /^```/ { code = !code } !code && !/^(```|\||#|    |<)/ {
    print FILENAME ":" FNR ":" $0 }' "$@"
}
mapfile -t pages < <(find . -maxdepth 1 -name '*.md'; find sample-traces tests/bench -name '*.md')
is 'pages were found' "$([ ${#pages[@]} -gt 30 ] && echo yes)" yes
is 'pages have such lines' "$(prose "${pages[@]}" | grep -P '^[^:]*:[0-9]+:.{101}' | head -n 5)" ''
printf '%100s\n%101s\n"%100s"\n' . . . >"$TEST_TMP/long.sh"
is 'a long line in a script is found' "$(long_lines "$TEST_TMP/long.sh" | cut -d: -f2)" 2
# Subjects of commits, since the first commit that had to comply.
since=4f95c592
if git rev-parse -q --verify "$since^{commit}" >/dev/null 2>&1; then
  is 'subjects of commits have at most 72 characters' \
    "$(git log --format=%s "$since.." | grep -E '^.{73}' | head -n 5)" ''
else
  skip 'subjects of commits have at most 72 characters' 'no history of commits here'
fi
case $(clang-format --version 2>/dev/null) in
  *' version 14.'*) is 'clang-format changes nothing' \
    "$(sources | xargs clang-format --dry-run 2>&1 | grep -c 'warning:')" 0 ;;
  *) skip 'clang-format changes nothing' 'no clang-format 14, and its releases differ' ;;
esac
done_testing
