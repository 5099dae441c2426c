#!/usr/bin/env bash
# The debugger built with libedit passes the same tests as with readline: those on a terminal, those
# of scripts, and those of its views and commands.
# timeout: 1800
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
tmp=$TEST_TMP

# Options of the surrounding make must not affect this one.
edit() {
  env -u MAKEFLAGS -u MAKELEVEL -u MFLAGS -u SANITIZE -u STRESS -u INVARIANTS -u HEDDLE \
    -u HEDDLE_BUILD -u HEDDLE_SAMPLES -u HEDDLE_JAVA -u HEDDLE_TEST_JOBS make LINE_EDITOR=edit "$@"
}
status=0
edit -j2 all tests samples >"$tmp/make" 2>&1 || status=$?
is 'the build succeeds' "$status" 0
is 'the build has no warnings' "$(grep -E '(warning|error): ' "$tmp/make" | head -n 5)" ''
is 'the program uses libedit' \
  "$(ldd build-edit/heddle | grep -oE 'lib(edit|readline)' | sort -u)" libedit

mapfile -t scripts < <(cd tests && printf '%s\n' cli/*debug*.sh cli/lessons.sh cli/completion.sh \
  unit/test_tui*.c | sed -E 's/\.(sh|c)$//')
edit run-tests TESTS="pty ${scripts[*]}" >"$tmp/run" 2>&1 || true
while read -r verdict name _; do
  is "$name" "$verdict" PASS
done < <(grep -E '^(PASS|FAIL) ' "$tmp/run")
is 'all tests ran' "$(($(grep -cE '^(PASS|FAIL) ' "$tmp/run") > ${#scripts[@]}))" 1
is 'no test failed' "$(tail -n 40 "$tmp/run" | grep -oE '[1-9][0-9]* failed' | head -n 1)" ''
done_testing
