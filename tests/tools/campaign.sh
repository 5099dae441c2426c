# Shared by the tests of heddle campaign, whose files are in $tmp. Source it; do not run it.
# shellcheck shell=bash
. tests/tools/support.sh
tmp=$TEST_TMP

# campaign_file NAME SETTING: writes $tmp/NAME.campaign from the setting, a subject with two rows,
# and standard input.
campaign_file() {
  {
    cat <<X
campaign "A campaign"
$2
property exception
subject TwoStage
  class-path "$HEDDLE_SAMPLES/TwoStage"; main TwoStage

  sequence "$PWD/sample-traces/TwoStage/TwoStage.seq"
  configuration (2,1); args 2 1
  configuration (3,1); args 3 1
X
    cat
  } >"$tmp/$1.campaign"
}

# campaign NAME OPTION...: runs the campaign with its results in $tmp/NAME; sets status, $tmp/out
# and $tmp/err.
campaign() {
  local name=$1
  shift
  timeout 400 "$HEDDLE" campaign "$tmp/$name.campaign" -o "$tmp/$name" "$@" >"$tmp/out" \
    2>"$tmp/err" </dev/null
  status=$?
}

has() { # NAME TEXT FILE
  if grep -qF -- "$2" "$3"; then ok "$1"; else not_ok "$1" "no '$2' in:" "$(head -n 20 "$3")"; fi
}

# csv NAME MEASURE ROW TECHNIQUE COLUMN: prints one of heddle's figures in $tmp/NAME/tables.csv.
csv() {
  local column
  column=$(head -n 1 "$tmp/$1/tables.csv" | tr , '\n' | grep -nx "$5" | cut -d: -f1)
  grep -F ",$2,\"$3\",$4,heddle," "$tmp/$1/tables.csv" | sed 's/"[^"]*"/q/g' | cut -d, -f"$column"
}

# papers_campaign NAME: copies tests/papers/NAME.campaign beside links to this build's samples and
# classes and prints the name of the copy, which has a tenth of the seeds unless WHOLE=1.
papers_campaign() {
  local at=$PWD
  if [ "$HEDDLE_SAMPLES" != "$PWD/build/samples" ] || [ "${WHOLE-}" != 1 ]; then
    at=$tmp
    mkdir -p "$tmp/tests" "$tmp/build"
    cp -r tests/papers "$tmp/tests/"
    sed -i "s/^seeds 1\.\.100\$/seeds 1..$(drawn 100 10)/" "$tmp/tests/papers/$1.campaign"
    ln -sfn "$PWD/sample-traces" "$tmp/sample-traces"
    ln -sfn "$HEDDLE_SAMPLES" "$tmp/build/samples"
    ln -sfn "$(cd "$HEDDLE_JAVA" && pwd)" "$tmp/build/java"
  fi
  echo "$at/tests/papers/$1.campaign"
}

# figures_of FILE: prints the lines of a tables.csv with the columns separated by tabs, and with
# semicolons for the commas in names: table measure row technique source trials found density min
# mean max low95 high95.
figures_of() {
  sed -E ':a; s/^(([^"]*"[^"]*")*[^"]*"[^",]*),([^"]*")/\1;\3/; ta' "$1" |
    awk -F, -v OFS='\t' '{ gsub(/"/, ""); $1 = $1; print }'
}
