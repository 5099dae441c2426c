#!/usr/bin/env bash
# Questions of the debugger: what they hide, how the answer is found, votes and the score.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
. tests/tools/debug-batch.sh
s=$HEDDLE_SAMPLES
bank() { # NAME COMMANDS PROPERTIES
  debug "$1" "$2" --property "$3" -cp "$s/BankAccount" BankAccountLambdas 2 1
}

bank hidden 'step 3;predict on;choices;continue;choices' race
shows hidden 'the question comes at once' \
  'What would choice 1 do: T1 lambda @39 write int[]#1[0] = 10'
is 'hidden: the effects of choices are not shown' \
  "$(sed -n '/^:choices/,/^:continue/p;/^:continue/q' "$TEST_TMP/hidden.out" | grep -c ' | h')" 0
is 'hidden: they are shown after the answer' \
  "$(sed -n '/^:continue/,$p' "$TEST_TMP/hidden.out" | sed -n '/^:choices/,$p' | grep -c ' | ')" 2
bank score 'step 3;predict on;vote c;vote c;vote a;continue;score;vote a' race
shows score 'votes are counted' 'a vote for c: 2'
shows score 'the answer is shown' 'c  other threads lose an access in h'
shows score 'the reason is the effect of the choice' 'because: '
shows score 'the score is shown' '2 of 3 votes right, in 1 question'
shows score 'after the answer, votes are refused' 'no question is open'
# The effect in the answer is the effect that occurs, for each choice of a whole run.
bank all "predict on;$(printf 'continue;step;%.0s' $(seq 20))" race
is 'all: each state has a question' "$(grep -c 'What would choice' "$TEST_TMP/all.out")" \
  "$(grep -c 'because: ' "$TEST_TMP/all.out")"
some=$(grep -c 'because: ' "$TEST_TMP/all.out")
is 'all: there were some' "$([ "$some" -gt 8 ] && echo yes)" yes
bank race 'step 100;back;ask effect;continue' race
shows race 'the answer is the effect that occurs' 'd  a data race'

bank value 'step 5;ask value BankAccountLambdas#1.total;continue;watch BankAccountLambdas#1.total' \
  exception
right=$(sed -n 's/^  w1 .* = //p' "$TEST_TMP/value.out")
shows value 'the answer is the actual value' "$(sed -n "s/^    \([a-f]  $right\)\$/  \1/p" \
  "$TEST_TMP/value.out")"
bank outcome 'ask outcome;continue;step 100;back 3;ask outcome;continue' exception
is 'outcome: at first some schedule leads to an error, at the end none does' \
  "$(sed -nE 's/^  ([ab])  (yes|no),.*/\1/p' "$TEST_TMP/outcome.out" | paste -sd,)" a,b
shows outcome 'the reason names a check' 'because: check 1: '
bank enabled 'step 3;ask enabled T0;continue;ask enabled T1;continue' exception
is 'enabled: one thread waits and the other does not' \
  "$(sed -nE 's/^  ([ab])  (yes|no),.*/\1/p' "$TEST_TMP/enabled.out" | paste -sd,)" b,a
bank none 'ask nothing' exception
shows none 'an unknown kind is refused' "no question 'nothing'"
bank off 'predict on;predict off;step;score' exception
shows off 'without votes, the score is zero' '0 of 0 votes right, in 0 questions'
done_testing
