#!/usr/bin/env bash
# Reads of older values in the debugger: each is a choice with its value and its preview, view h
# says which writes a thread may still read, and what hides the others; stepping back undoes it.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
. tests/tools/debug-batch.sh

publish() { # NAME COMMANDS: after the publisher has ended and the reader has begun
  debug "$1" "step 7;$2" --stale-reads all -cp "$HEDDLE_SAMPLES/Publish" Publish
}

publish choices 'choices;take 2;choices'
shows choices 'the newest value is the first choice' '>1 T2 Reader read Publish#1.ready = true'
shows choices 'an older value is a choice of its own' \
  '2 T2 Reader read Publish#1.ready = false (stale, 1 write behind)'
shows choices 'a step that read the older value says so' \
  'T2 Reader read Publish#1.ready = false (stale, 1 write behind) @19'

publish error 'take 1;choices;take 2'
shows error 'the preview of an older value shows its effect' \
  'read Publish#1.message = 0 (stale, 1 write behind) @19 | h unchanged | ERROR'
shows error 'the error occurs' 'flag without message'

publish why 'why T2 Publish#1.message;why T1 Publish#1.message'
shows why 'both values may be read' '  42 by T1 Publisher'
shows why 'the initial one, too' '  0 from before'
shows why 'the writer sees its own write only' \
  'not 0 from before: 42 by T1 Publisher came later and happens before the read'

publish back 'take 1;take 2;back;choices;take 1'
is 'back, and forward with the other value' \
  "$(grep -cE 'step 9: T2 Reader read Publish#1.message = (0|42)' "$TEST_TMP/back.out")" 2

# T2 has written x = 2 and then 3, and T3 reads 2.
debug lanes "step 5$(printf ';take T2%.0s' 1 2 3 4 5);take T3;take 3;take 3;take 4;lanes" \
  --stale-reads all -cp "$HEDDLE_JAVA/litmus" OverwrittenValue
shows lanes 'the lanes have a letter of their own for it' 'Rdo-Ry--rx--'
shows lanes 'the lanes join it to the write that it returned' '`-----------v-------v'
shows lanes 'the event says which write that is' 'reads the older value of #15 of T2 Actor'

debug fixed 'step 7;choices' --stale-reads all -cp "$HEDDLE_SAMPLES/Publish" PublishFixed
is 'a volatile flag has no older values' "$(grep -c stale "$TEST_TMP/fixed.out")" 0

# Repairs are tried with older values, too.
harm=$HEDDLE_JAVA/harm
counterexample() { # PROGRAM: by plain heddle check, which looks for what the race leads to
  env -u HEDDLE_SEARCH "$HEDDLE" check -q -o "$TEST_TMP/$1.htrace" -cp "$harm" "$1" \
    >"$TEST_TMP/$1.check" 2>&1 </dev/null
}
repairs() { # NAME PROGRAM COMMANDS
  debug "$1" "follow 500;$3;repair" --trace "$TEST_TMP/$2.htrace" -cp "$harm"
}
counterexample TariffLookup
repairs twice TariffLookup 'repair all'
shows twice 'the other field of a half-built object is not enough' \
  'make TariffLookup.cents volatile: tried: this error is not found, BUT ANOTHER ERROR OCCURS'
shows twice 'the published reference is' \
  'make TariffLookup.instance volatile: tried: no error in all '
shows twice 'nor is acquire and release of that field' \
  'access TariffLookup.cents by VarHandle, with getAcquire and setRelease: tried: THIS ERROR STILL'
shows twice 'the weakest repair is named' 'the weakest repair that leaves no error: access '\
'TariffLookup.instance by VarHandle, with getAcquire and setRelease'
shows twice 'a lock that only the reader takes is not enough' \
  'make TariffLookup.price synchronized: tried: THIS ERROR STILL OCCURS'
counterexample StopFlag
repairs flag StopFlag 'repair 2'
shows flag 'a volatile stop flag ends the loop' \
  'make StopFlag.stop volatile: tried: no error in all '
is 'no weakest repair is named before the weaker ones were tried' \
  "$(grep -c 'the weakest repair' "$TEST_TMP/flag.out")" 0
# Store buffering: a VarHandle's acquire and release do not order a write before a later read.
debug buffer 'step 3;take T1;take T1;take T1;take T2;take 3;take T2;step 9;repair all' \
  --stale-reads all --property exception -cp "$HEDDLE_SAMPLES/lessons" Greeting
shows buffer 'acquire and release are not enough' \
  'access Greeting.first by VarHandle, with getAcquire and setRelease: tried: THIS ERROR STILL'
shows buffer 'one volatile field is not enough' \
  'make Greeting.first volatile: tried: THIS ERROR STILL OCCURS'
shows buffer 'two volatile fields are' \
  'the weakest repair that leaves no error: make Greeting.first and Greeting.second volatile'
done_testing
