#!/usr/bin/env bash
# The sequence files of the samples name the lines that their comments quote, and have no more
# locations than the samples' pages promise.
# STRESS builds run this.
set -u
cd "$HEDDLE_ROOT" || exit 5
status=0 n=0
check() { # NUMBER-OF-LOCATIONS SEQUENCE SOURCE
  local most=$1 seq=$2 source=$3 quoted='' count=0 line text
  while IFS= read -r line; do
    case $line in
      '#'*) quoted=$(sed 's/^# *//; s/   (.*//' <<<"$line") ;;
      *.java:*)
        count=$((count + 1))
        text=$(sed -n "${line##*:}p" "$(dirname "$source")/${line%%:*}")
        case $text in
          *"$quoted"*) ;;
          *) echo "# $seq: $line is '$text', not '$quoted'"; status=1 ;;
        esac ;;
      ?*) count=$((count + 1)) ;;
    esac
  done <"$seq"
  if [ "$count" -lt 1 ] || [ "$count" -gt "$most" ]; then
    echo "# $seq: $count locations"
    status=1
  fi
  n=$((n + 1))
  [ $status -eq 0 ] && echo "ok $n - $seq" || echo "not ok $n - $seq"
}
s=sample-traces
check 2 $s/TwoStage/TwoStage.seq $s/TwoStage/TwoStage.java
check 2 $s/Reorder/Reorder.seq $s/Reorder/Reorder.java
check 3 $s/Wronglock/Wronglock.seq $s/Wronglock/Wronglock.java
check 6 $s/AbsList/AbsList.seq $s/AbsList/AbsList.java
check 6 $s/AryList/AryList.seq $s/AryList/AryList.java
check 6 $s/Deadlock/Deadlock.seq $s/Deadlock/Deadlock.java
check 6 $s/Philosophers/Philosophers.seq $s/Philosophers/Philosophers.java
check 3 $s/BankAccount/BankAccount.seq $s/BankAccount/BankAccount.java
check 6 $s/Airlines/Airlines.seq $s/Airlines/Airlines.java
check 4 $s/ObjectPool/ObjectPool.seq $s/ObjectPool/ObjectPool.java
check 3 $s/StripedMap/StripedMap.seq $s/StripedMap/StripedMap.java
check 3 $s/AccountDatabase/AccountDatabase.seq $s/AccountDatabase/AccountDatabase.java
check 3 $s/Crawler/Crawler.seq $s/Crawler/Crawler.java
check 2 $s/Publish/Publish.seq $s/Publish/Publish.java
for f in tests/java/verdicts/*.seq; do
  [ -e "$f" ] && check 6 "$f" "${f%.seq}.java"
done
exit $status
