#!/usr/bin/env bash
# Questions of the debugger: what they hide, how the answer is found, votes and the score.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/scripts/support.sh
. tests/scripts/debug-batch.sh
s=$HEDDLE_SAMPLES
bank() { # NAME COMMANDS PROPERTIES
  debug "$1" "$2" --property "$3" -cp "$s/BankAccount" BankAccountLambdas 2 1
}

bank hidden 'step 3;predict on;choices;continue;choices' race
shows hidden 'asks at once' 'What would choice 1 do: T1 lambda @39 write int[]#1[0] = 10'
is 'hidden: what choices would do' \
  "$(sed -n '/^:choices/,/^:continue/p;/^:continue/q' "$TEST_TMP/hidden.out" | grep -c ' | h')" 0
is 'hidden: and shown when it is revealed' \
  "$(sed -n '/^:continue/,$p' "$TEST_TMP/hidden.out" | sed -n '/^:choices/,$p' | grep -c ' | ')" 2
bank score 'step 3;predict on;vote c;vote c;vote a;continue;score;vote a' race
shows score 'a vote' 'a vote for c: 2'
shows score 'the answer' 'c  other threads lose an access in h'
shows score 'the reason is what the choice does' 'because: '
shows score 'the score' '2 of 3 votes right, in 1 question'
shows score 'revealed: no more votes' 'no question is open'
# The effect that was asked is the effect that comes: of each choice on a whole run.
bank all "predict on;$(printf 'continue;step;%.0s' $(seq 20))" race
is 'all: each state has its question' "$(grep -c 'What would choice' "$TEST_TMP/all.out")" \
  "$(grep -c 'because: ' "$TEST_TMP/all.out")"
some=$(grep -c 'because: ' "$TEST_TMP/all.out")
is 'all: there were some' "$([ "$some" -gt 8 ] && echo yes)" yes
bank race 'step 100;back;ask effect;continue' race
shows race 'the answer is what comes' 'd  a data race'

bank value 'step 5;ask value BankAccountLambdas#1.total;continue;watch BankAccountLambdas#1.total' \
  exception
right=$(sed -n 's/^  w1 .* = //p' "$TEST_TMP/value.out")
shows value 'the value that it has' "$(sed -n "s/^    \([a-f]  $right\)\$/  \1/p" \
  "$TEST_TMP/value.out")"
bank outcome 'ask outcome;continue;step 100;back 3;ask outcome;continue' exception
is 'outcome: at first some schedule leads to an error, at the end none does' \
  "$(sed -nE 's/^  ([ab])  (yes|no),.*/\1/p' "$TEST_TMP/outcome.out" | paste -sd,)" a,b
shows outcome 'the reason is a check' 'because: check 1: '
bank enabled 'step 3;ask enabled T0;continue;ask enabled T1;continue' exception
is 'enabled: who waits and who does not' \
  "$(sed -nE 's/^  ([ab])  (yes|no),.*/\1/p' "$TEST_TMP/enabled.out" | paste -sd,)" b,a
bank none 'ask nothing' exception
shows none 'no such kind' "no question 'nothing'"
bank off 'predict on;predict off;step;score' exception
shows off 'no votes, no score' '0 of 0 votes right, in 0 questions'
done_testing
