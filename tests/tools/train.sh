#!/usr/bin/env bash
# The middle step of `make release`: runs the instrumented program (`make RELEASE=training`) with
# searches of all kinds on samples and verdict programs that no benchmark measures. The execution
# counts are stored beside the objects.
#   tests/tools/train.sh RELEASE-FOLDER
set -u
cd "$(dirname "$0")/../.." || exit 5
release=$1
built=${HEDDLE_BUILD:-build}
tests/tools/compile-java.sh "$built/java" verdicts || exit 1
find "$release" -name '*.gcda' -delete

# Folder below the build folder, main class and arguments, options. The verdict does not matter
# here: only the executed code does.
while IFS='|' read -r folder program options; do
  read -r -a words <<<"$program"
  read -r -a option_words <<<"$options"
  echo "TRAIN ${words[*]} ${option_words[*]}"
  code=0
  out=$("$release/heddle" check --try 0 --time 60 "${option_words[@]}" -cp "$built/${folder// /}" \
    "${words[@]}" 2>&1 </dev/null) || code=$?
  case $code in
    0 | 1 | 4) ;; # no error, an error, inconclusive
    *)
      echo "train: exit status $code: $out" >&2
      exit 1
      ;;
  esac
done <<'X'
samples/Philosophers | PhilosophersFixed 5 | --search dfs --por none --max-states 150000
samples/Philosophers | PhilosophersFixed 4 | --search dfs --por full
samples/Philosophers | PhilosophersLambdas 5 | --search bfs --max-states 20000
samples/BankAccount  | BankAccountFixed 3 2 | --search dfs --por sync
samples/BankAccount  | BankAccountFixed 2 2 | --search dpor
java/verdicts        | BigSpace             | --search dfs --max-states 50000
java/verdicts        | BigSpace             | --search context-bounded --max-states 20000
java/verdicts        | SafeBarrierAction    | --search dfs --por none --max-states 100000
java/verdicts        | SafeBarrierAction    | --search random-dfs --max-states 20000
java/verdicts        | SafeBarrierAction    | --search dfs --contracts
java/verdicts        | SafeConcurrentMap    | --search dfs
java/verdicts        | DeadPool             | --search random --walks 50
java/verdicts        | DeadPool             | --search pct --walks 50
samples/StripedMap   | StripedMap           | --search dfs
samples/ObjectPool   | ObjectPool           | --search dfs
samples/TwoStage     | TwoStage 5 1         | --search greedy-best-first --heuristic interleaving
X
