#!/usr/bin/env bash
# README.md and the samples' pages show what the program prints. Each block marked with `<!-- run
# -->` is executed, command by command, in a separate folder that contains the samples, and compared
# with the page. Times, megabytes and line numbers of the JDK may differ, and counts of states may
# differ by a factor of up to two. Most pages of samples without a recorded trace repeat the verdict
# tables, so only `make check-long` runs them: tests/cli/readme.sh --all.
#   tests/cli/readme.sh --update [PAGE...]    writes the program's output into the pages, after
#                                             `make all samples`
# timeout: 240
# shellcheck disable=SC2094
set -u
cd "${HEDDLE_ROOT:-$(dirname "$0")/../..}" || exit 5
HEDDLE_BUILD=$(realpath "${HEDDLE_BUILD:-build}")
. tests/tools/support.sh
unset HEDDLE_SEARCH # readers do not set it
case $HEDDLE_BUILD in
  *-asan* | *-stress*)
    echo 'the pages are held to the ordinary build'
    exit 77
    ;;
esac
update='' all=''
case ${1-} in
  --update) update=yes all=yes ;;
  --all) all=yes ;;
esac
[ $# -eq 0 ] || shift
tmp=${TEST_TMP:-$(mktemp -d)}

# Commands are written as a reader types them in the root of the checkout, after `make all samples`.
scratch=$tmp/checkout
mkdir -p "$scratch"
ln -s "$HEDDLE_BUILD" "$scratch/build"
cp -r sample-traces "$scratch/"

# Replaces numbers that differ between runs or machines, and counts, which near compares.
alike() {
  sed -E 's/\b('"$jdk_sources"')\.java:[0-9]+/\1.java:N/g; s/[0-9]+\.[0-9]+ s\b/N s/g; s/[0-9]+ MB\b/N MB/g; s/[0-9]+ bytecodes/N bytecodes/g; s/[[:space:]]+$//' "$1" |
    sed -E '/'"$counts"'/ s/[0-9]+/N/g'
}
jdk_sources=$(grep -ohE '\b[A-Z][A-Za-z]+\.java:[0-9]' README.md sample-traces/*/README.md |
  sed 's/\.java.*//' | sort -u | while read -r name; do
    compgen -G "sample-traces/*/$name.java" >/dev/null || echo "$name"
  done | paste -sd '|')
counts='[0-9] (states|transitions|steps|suspicious)'

# Counts change a little with every refinement of the engine; a page must be updated only when a
# count has doubled.
near() { # FILE FILE
  paste <(grep -oE '[0-9]+ (states|transitions)' "$1") \
    <(grep -oE '[0-9]+ (states|transitions)' "$2") |
    awk '$1 > 2 * $3 + 20 || $3 > 2 * $1 + 20 { far = 1 } END { exit far }'
}

run_command() { # COMMAND OUTPUT
  (cd "$scratch" && timeout 60 bash -c "$1") >"$2" 2>&1 </dev/null
}

# Reads a page, runs its blocks, writes the corrected page to $tmp/new, and reports for each command
# whether its output is that of the page.
run_page() { # PAGE
  local page=$1 line state='text' command='' marked=''
  : >"$tmp/new"
  : >"$tmp/said"
  while IFS= read -r line || [ -n "$line" ]; do
    if [ $state = output ] && [[ $line == '```' || $line == '$ '* ]]; then
      finish "$page" "$command"
      state=block
    fi
    case $state in
      text)
        [ "$line" = '<!-- run -->' ] && marked=yes
        if [[ $line == '```'* ]]; then
          if [ "$marked" = yes ]; then state=block; else state=other; fi
          marked=
        fi
        printf '%s\n' "$line" >>"$tmp/new" ;;
      other)
        [ "$line" = '```' ] && state=text
        printf '%s\n' "$line" >>"$tmp/new" ;;
      block | command)
        printf '%s\n' "$line" >>"$tmp/new"
        if [ "$line" = '```' ]; then
          state=text
          continue
        fi
        if [ $state = block ]; then command=${line#'$ '}; else command+=$'\n'$line; fi
        if [[ $line == *\\ ]]; then state='command'; else state='output'; fi
        : >"$tmp/said" ;;
      output) printf '%s\n' "$line" >>"$tmp/said" ;;
    esac
  done <"$page"
}

finish() { # PAGE COMMAND: $tmp/said contains the output that the page shows
  run_command "$2" "$tmp/out"
  cat "$tmp/out" >>"$tmp/new"
  [ -z "$update" ] || return 0
  if cmp -s <(alike "$tmp/said") <(alike "$tmp/out") && near "$tmp/said" "$tmp/out"; then
    ok "$1: ${2%%$'\n'*}"
  else
    not_ok "$1: ${2%%$'\n'*}" 'if this is as it should be: tests/cli/readme.sh --update' \
      "$(diff "$tmp/said" "$tmp/out" | head -n 12 | sed 's/^/# /')"
  fi
}

if [ $# -eq 0 ]; then
  set -- README.md
  for page in sample-traces/*/README.md; do
    [ -z "$all" ] && [ ! -e "${page%/*}/$(basename "${page%/*}").htrace" ] || set -- "$@" "$page"
  done
fi
for page; do
  before=$tap_count
  run_page "$page"
  if [ -n "$update" ]; then
    cp "$tmp/new" "$page"
  elif [ "$tap_count" -eq "$before" ]; then
    not_ok "$page: has commands to run"
  fi
done
done_testing
