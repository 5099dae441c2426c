# Shared by the tests of `heddle record`: records a program, and checks whether the program can have
# run in the order of the trace. Source it after support.sh, with `tmp` set; do not run it.
# shellcheck shell=bash disable=SC2154

# record NAME ARGS...: runs heddle record -q -o NAME.htrace; NAME.txt then has the trace as text,
# NAME.out and NAME.err the program's output.
record() {
  local name=$1 status
  shift
  "$HEDDLE" record -q -o "$tmp/$name.htrace" "$@" >"$tmp/$name.out" 2>"$tmp/$name.err"
  status=$?
  "$HEDDLE" export --to text "$tmp/$name.htrace" >"$tmp/$name.txt" 2>>"$tmp/$name.err"
  return $status
}

# events NAME: prints the trace's events, one per line: thread kind location object ref index value
# flags
events() {
  awk '/^# event/ { found = 1; next } found { print $3, $4, $5, $6, $7, $8, $9, $10 }' "$tmp/$1.txt"
}

# in_order NAME: checks that every read has the value of the last write and that every monitor has
# one owner at a time; prints the number of reads, or the fault.
in_order() {
  events "$1" | sed -E 's/\([^)]*\)//g' | awk '
    function fault(what) { print "line " NR ": " $0 ", " what; bad = 1; exit }
    $2 ~ /^(array-)?(read|write)$/ {
      key = $4 "/" $5 "/" $6
      if ($2 ~ /read$/) {
        reads++
        if (key in last && last[key] != $7) fault("last write " last[key])
      }
      last[key] = $7
    }
    $2 == "monitor-enter" {
      if (depth[$4] && owner[$4] != $1) fault("owned by " owner[$4])
      owner[$4] = $1
      depth[$4]++
    }
    $2 == "monitor-exit" && (owner[$4] != $1 || !depth[$4]--) { fault("not owned") }
    END {
      for (m in depth) if (depth[m]) { print "monitor " m " is never left"; bad = 1; exit }
      if (!bad) print reads + 0
    }'
}
