# Runs the debugger as a script, for tests that send it commands and examine its output. Source it
# after support.sh.

debug() { # NAME COMMANDS ARGS...: COMMANDS are separated by ;
  local name=$1 commands=$2
  shift 2
  tr ';' '\n' <<<"$commands" >"$TEST_TMP/$name.txt"
  "$HEDDLE" debug --batch "$TEST_TMP/$name.txt" "$@" >"$TEST_TMP/$name.out" 2>&1
}
shows() { # NAME WHAT TEXT
  if grep -qF -- "$3" "$TEST_TMP/$1.out"; then
    ok "$1: $2"
  else
    not_ok "$1: $2" "no '$3' in:" "$(tail -40 "$TEST_TMP/$1.out")"
  fi
}
