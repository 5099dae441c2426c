#!/usr/bin/env bash
# Errors in classes with the same name from two loaders: how they are distinguished, replay, the
# debugger, a sequence and a checkpoint.
# STRESS builds run this.
# timeout: 120
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
cp=$HEDDLE_JAVA/verdicts
tmp=$TEST_TMP

declare -A wanted=([race]='error: data race (WR) on PluginState.count' \
  [deadlock]='error: deadlock: T1 ')
declare -A noted=([race]='data race (WR) on PluginState.count' [deadlock]='deadlock of T1 ')
for kind in race deadlock; do
  "$HEDDLE" check -q -o "$tmp/$kind.htrace" -cp "$cp" TwoPlugins $kind >"$tmp/out" 2>&1
  is "$kind: check" "$? $(head -n 1 "$tmp/out" | cut -c "-${#wanted[$kind]}")" "1 ${wanted[$kind]}"
  first=$(head -n 1 "$tmp/out")
  "$HEDDLE" replay -o "$tmp/again.htrace" "$tmp/$kind.htrace" >"$tmp/again" 2>&1
  is "$kind: replay" "$? $(head -n 1 "$tmp/again")" "1 $first"
  if cmp -s "$tmp/$kind.htrace" "$tmp/again.htrace"; then
    ok "$kind: the copy is the same"
  else
    not_ok "$kind: the copy is the same"
  fi
  printf '%s\n' 'follow 1000000' 'quit' >"$tmp/script"
  "$HEDDLE" debug --trace "$tmp/$kind.htrace" --batch "$tmp/script" >"$tmp/debug" 2>&1
  is "$kind: the debugger follows it to the error" \
    "$(grep -cF "${noted[$kind]}" "$tmp/debug" | sed 's/^[1-9][0-9]*$/yes/')" yes
done
is 'each class is named with its loader' \
  "$(grep -oE 'monitor of class PluginLock of TwoPlugins#[12]' "$tmp/out" | sort -u | wc -l)" 2
is 'no internal name of heddle is printed' \
  "$(grep -cE '@[0-9a-f]{16}' "$tmp/out" "$tmp/debug" | cut -d: -f2 | tr '\n' ' ')" '0 0 '

# A location on the class path belongs to any of the classes that loaders define from it.
echo 'PluginState.getAsInt:13' >"$tmp/seq"
"$HEDDLE" check -q --search guided --seq "$tmp/seq" -cp "$cp" TwoPlugins race >"$tmp/out" 2>&1
is 'a guided search finds the race' \
  "$? $(head -n 1 "$tmp/out" | grep -o '^error: data race')" '1 error: data race'

"$HEDDLE" check -q --max-states 300 --checkpoint "$tmp/ckpt" -cp "$cp" TwoPlugins lazily \
  >"$tmp/out" 2>&1
"$HEDDLE" check -q --resume "$tmp/ckpt" --max-states 100000 -cp "$cp" TwoPlugins lazily \
  >"$tmp/out" 2>&1
is 'a search resumes from its checkpoint' "$? $(head -n 1 "$tmp/out")" \
  '0 no error: the search is complete'
done_testing
