# Functions for tests of the output of heddle check; $cp is the class path and $tmp the folder.
# Source it after tests/tools/support.sh; do not run it.
# shellcheck shell=bash disable=SC2154

check() { # NAME STATUS OPTION...
  local name=$1 want=$2
  shift 2
  "$HEDDLE" check -q -cp "$cp" "$@" >"$tmp/out" 2>"$tmp/err"
  is "$name: exit status" $? "$want"
}
says() { # PATTERN [FILE...]: searches FILEs (default: $tmp/out)
  local pattern=$1
  shift
  [ $# -gt 0 ] || set -- "$tmp/out"
  if grep -qE -- "$pattern" "$@"; then
    ok "says $pattern"
  else
    not_ok "says $pattern" "$(cat "$tmp/out" "$tmp/err")"
  fi
}
