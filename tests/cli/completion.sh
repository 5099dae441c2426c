#!/usr/bin/env bash
# The bash completion offers the program's commands and options.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
. tui/heddle.bash

complete_line() { # WORDS...: prints the completions of the last word on one line
  COMP_WORDS=("$HEDDLE" "$@")
  COMP_CWORD=$#
  _heddle
  tr '\n' ' ' < <(printf '%s\n' "${COMPREPLY[@]}" | sort) | sed 's/ $//'
}

has() { # NAME WORD OFFERED
  case " $3 " in *" $2 "*) ok "$1" ;; *) not_ok "$1" "not offered: $2" "offered: $3" ;; esac
}

is 'a command is completed' "$(complete_line ch)" check
is 'all commands are offered' \
  "$(complete_line '' | wc -w)" "$("$HEDDLE" --help | grep -c '^  [a-z]')"
for c in $("$HEDDLE" --help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p'); do
  is "the options of $c are offered" "$(complete_line "$c" --)" \
    "$("$HEDDLE" "$c" --help | grep -oE -- '^  (-[a-z], )?--[a-z-]+' | grep -oE -- '--.*' | sort |
    tr '\n' ' ' | sed 's/ $//')"
done
is 'the option -cp of check is completed' "$(complete_line check -c)" -cp
is 'a lesson is completed' "$(complete_line lesson two)" two-locks
has 'options are offered without a command' --trace "$(complete_line --)"
has '--version is offered' --version "$(complete_line --)"
is 'a search is completed' "$(complete_line check --search gu)" guided
is 'a format of tables is completed' "$(complete_line campaign --tables m)" markdown
is 'a value after = is completed' "$(complete_line check --por = s)" sync
is 'the second value of a list is completed' \
  "$(complete_line check --property race,e)" race,exception
is 'a value is not offered twice in a list' "$(complete_line check --property race,r)" ''
# Every search strategy and heuristic is offered.
for s in $("$HEDDLE" check --search no-such -cp "$HEDDLE_SAMPLES/Publish" Publish 2>&1 |
    sed -n 's/.*(there are \([^)]*\)).*/\1/p' | tr -d ,); do
  has "search $s" "$s" "$(complete_line check --search '')"
done
for h in $("$HEDDLE" check --search guided --heuristic no-such -cp "$HEDDLE_SAMPLES/Publish" \
    Publish 2>&1 | sed -n 's/.*(there are \([^)]*\)).*/\1/p' | tr -d ,); do
  has "heuristic $h" "$h" "$(complete_line check --heuristic '')"
done
# The lists in the completion are those of the program's tables.
words_of() { # TABLE ROW: the first quoted word of each row
  sed -nE "s/^$2\([^\"]*\"([^\"]*)\".*/\1/p" "$1"
}
sorted() { sort | tr '\n' ' ' | sed 's/ $//'; }
is 'all analyses are offered' "$(complete_line analyze --analysis '')" \
  "$(words_of trace/analyses.def TRACE_ANALYSIS | sorted)"
is 'the formats of export and htrace are offered' "$(complete_line export --to '')" \
  "$({ words_of trace/exporters.def TRACE_EXPORTER; echo htrace; } | sorted)"
for g in $(sed -nE 's/^TRACE_EVENT\([^"]*"[^"]*", ([A-Z]+),.*/\L\1/p' trace/events.def |
    sort -u); do
  # These events are always recorded.
  case $g in
    note | choice) ;;
    *) has "events of the group $g" "$g" "$(complete_line record --events '')" ;;
  esac
done
is 'the strategies of restarts are offered' "$(complete_line env --restart '')" \
  "$("$HEDDLE" env --restart no-such X 2>&1 | sed -n 's/.*(there are \([^)]*\)).*/\1/p' |
  tr -d , | tr ' ' '\n' | sorted)"
is 'the places that run trials are offered' "$(complete_line campaign --on '')" slurm
is 'the kinds of environments are offered' "$(complete_line env --env '')" \
  "$("$HEDDLE" env --env no-such X 2>&1 | sed -n 's/.*(there are \([^)]*\)).*/\1/p' |
  tr -d , | tr ' ' '\n' | sorted)"
is 'the orders of environments are offered' "$(complete_line env --order '')" \
  "$("$HEDDLE" env --order no-such X 2>&1 | sed -n 's/.*(there are \([^)]*\)).*/\1/p' |
  tr -d , | tr ' ' '\n' | sorted)"
done_testing
