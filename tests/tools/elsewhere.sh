# Shared by the tests of determinism: the same check in other circumstances produces the same bytes.
# Each sample runs $rounds times, each time with another time zone, language, home, stack limit,
# working directory, address layout and load. Source it; do not run it.
elsewhere() { # ROUND COMMAND...
  local i=$1 zones=(UTC Asia/Tokyo America/Lima :none) languages=(C C.UTF-8 tr_TR.UTF-8 xx) \
    stacks=(8192 1024 65536 unlimited)
  local -a where=() layout=()
  shift
  export TZ=${zones[i % 4]} LANG=${languages[i % 4]} LC_ALL=${languages[(i / 4) % 4]} \
    HOME=$tmp/home$i USER=user$i ROUND$i=x
  [ $((i % 2)) -eq 0 ] || layout=(setarch -R)
  [ $((i % 3)) -eq 0 ] || where=(nice -n $((i % 10)))
  mkdir -p "$tmp/dir$i"
  (cd "$tmp/dir$i" && ulimit -Ss "${stacks[i % 4]}" 2>/dev/null; "${layout[@]}" "${where[@]}" "$@")
}
if ! setarch -R true 2>/dev/null; then setarch() { shift; "$@"; }; fi
sample() { # NAME ARGS...
  local name=$1 i sums
  shift
  sums=$(for i in $(seq "$rounds"); do
    (elsewhere "$i" "$HEDDLE" check --json -cp "$HEDDLE_SAMPLES/$name" "$@" 2>/dev/null; echo \
      "exit status $?") |
      sed -E 's/"(seconds|peak_kb|boot_seconds)": *[0-9.e+-]+,?//g' | tee "$tmp/$name.$i" | cksum
  done | sort | uniq -c)
  is "$name $*, $rounds times" "$(wc -l <<<"$sums")" 1
}
