# shellcheck disable=SC2046 # words are meant to be split
# bash completion for heddle(1). Commands and options are asked of the program itself, so they are never out of date.

_heddle() {
  local program=${COMP_WORDS[0]} cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} commands words
  COMPREPLY=()
  commands=$("$program" --help 2>/dev/null | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p')
  # --option=VALUE comes as three words
  [ "$cur" = = ] && cur=
  [ "$prev" = = ] && prev=${COMP_WORDS[COMP_CWORD - 2]}
  case $prev in
    --property) _heddle_list "$cur" $(_heddle_words "$program" check --property); return ;;
    --search | --heuristic | --position | --por) words=$(_heddle_words "$program" check "$prev") ;;
    --match | --follow | --listen) words=$(_heddle_words "$program" replay "$prev") ;;
    --jrf) _heddle_list "$cur" WF WW ARA AF; return ;;
    --tables) words=$(_heddle_words "$program" campaign --tables) ;;
    --on) words=slurm ;;
    --resume)
      words=$(_heddle_sessions)
      if [[ " ${COMP_WORDS[*]} " == *" check "* ]]; then mapfile -t COMPREPLY < <(compgen -f -- "$cur"); return; fi
      mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur"; compgen -f -- "$cur")
      return ;;
    --env) words='random universal all scenario' ;;
    --restart) words='none fixed luby walsh dynamic' ;;
    --order) words='fields drawn' ;;
    --to) words='text json std perfetto shiviz dot sarif html htrace' ;;
    --from) words='text std rapidbin' ;;
    --analysis | --analyze) _heddle_list "$cur" atomrace eraser happens-before lock-order; return ;;
    --events) _heddle_list "$cur" default all thread access sync control alloc input; return ;;
    -cp | --class-path | --source-path)
      mapfile -t COMPREPLY < <(compgen -f -- "${cur##*:}")
      return ;;
    *)
      if [[ $cur != -* ]]; then
        if [ "${COMP_WORDS[1]}" = lesson ] && [ "$COMP_CWORD" -gt 1 ] && [ "$prev" != --lessons ]; then
          words=$("$program" lesson 2>/dev/null | sed 's/ .*//')
          mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
        elif [ "$COMP_CWORD" -eq 1 ]; then
          mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$cur")
        else
          mapfile -t COMPREPLY < <(compgen -f -- "$cur")
        fi
        return
      fi
      words=$(_heddle_options "$program" "$commands") ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}

# The options of the command in the line; without one those of debug, and the program's own.
_heddle_options() { # PROGRAM COMMANDS
  local command=${COMP_WORDS[1]} own=
  case " ${2//$'\n'/ } " in
    *" $command "*) ;;
    *)
      command=debug
      [ "$COMP_CWORD" -eq 1 ] && own='--version' ;;
  esac
  "$1" "$command" --help 2>/dev/null | sed -nE 's/^  (-[a-z], )?(--[a-z-]+).*/\2/p'
  "$1" "$command" --help 2>/dev/null | grep -q -- --class-path && echo -cp
  echo $own
}

# The sessions of the debugger that are kept.
_heddle_sessions() {
  local folder=${HEDDLE_SESSIONS-${XDG_STATE_HOME:-$HOME/.local/state}/heddle} file
  for file in "${folder:-/dev/null}"/*.session; do
    [ -e "$file" ] && file=${file##*/} && echo "${file%.session}"
  done
}

# The words that an option takes: its line of --help ends with them.
_heddle_words() { # PROGRAM COMMAND OPTION
  "$1" "$2" --help 2>/dev/null | sed -n "s/^ *\($3\) .*(\([^()]*\))$/\2/p" | tr -d ,
}

# A value that is a list: the words not yet in it.
_heddle_list() { # CURRENT WORDS...
  local before='' word cur=$1
  shift
  case $cur in *,*) before=${cur%,*}, ;; esac
  for word in "$@"; do
    case ,$before in *",$word,"*) ;; *) mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W "$before$word" -- "$cur") ;; esac
  done
}
complete -o filenames -F _heddle heddle
