# Shared by the tests of the litmus programs (tests/java/litmus). Source it after support.sh.
# shellcheck shell=bash

# shellcheck disable=SC2034 # the class path of the programs
litmus=$HEDDLE_JAVA/litmus

# litmus_rows: prints a line "PROGRAM|OUTCOMES" for each row of the table.
litmus_rows() {
  sed -E '/^(#|$)/d; s/ *\| */|/' tests/java/litmus/table.txt
}

# litmus_outcomes: prints the outcomes in standard input, the second column of a row, one per line,
# sorted. Those that no interleaving gives end in *.
litmus_outcomes() {
  tr ',' '\n' | sed 's/^ *//; s/ *$//' | sort
}

# litmus_complete: checks that the table has each program of the folder, and no others.
litmus_complete() {
  is 'the table lists the programs of the folder' "$(litmus_rows | sed 's/|.*//' | sort)" \
    "$(grep -l 'void main(String\[\] args)' tests/java/litmus/*.java |
      sed 's|.*/||; s|\.java$||' | sort)"
}
