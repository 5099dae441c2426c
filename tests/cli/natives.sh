#!/usr/bin/env bash
# man/heddle-natives.7 lists what `heddle natives` lists for JDK 17, and the list is true: a method
# of each state behaves as listed.
#   tests/cli/natives.sh --update    writes the page
# STRESS builds run this.
set -u
cd "${HEDDLE_ROOT:-$(dirname "$0")/../..}" || exit 5
HEDDLE=${HEDDLE:-build/heddle}
. tests/tools/support.sh
tmp=${TEST_TMP:-$(mktemp -d)}

"$HEDDLE" natives >"$tmp/list" || { not_ok 'heddle natives' "exit status $?"; exit 1; }
bash tests/tools/natives-page.sh <"$tmp/list" >"$tmp/page"
if [ "${1-}" = --update ]; then
  cp "$tmp/page" man/heddle-natives.7
  exit
fi

state_of() { sed -n "s/^$1\t//p" "$tmp/list"; }
is 'a native method' \
  "$(state_of 'java\.lang\.System\.arraycopy(Ljava\/lang\/Object;ILjava\/lang\/Object;II)V')" native
is 'a replaced method' \
  "$(state_of 'java\.lang\.invoke\.MethodHandles\.lookup()Ljava\/lang\/invoke\/MethodHandles$Lookup;')" replaced
is 'a refused method' \
  "$(state_of 'java\.lang\.reflect\.Proxy\.getProxyClass(Ljava\/lang\/ClassLoader;\[Ljava\/lang\/Class;)Ljava\/lang\/Class;')" refused
is 'a missing method' "$(state_of 'sun\.nio\.fs\.LinuxWatchService\.inotifyInit()I')" missing
is 'each method has one line' "$(cut -f 1 "$tmp/list" | sort | uniq -d | wc -l)" 0

# A run that calls a missing or refused method ends with the method's name and does not crash.
mkdir -p "$tmp/classes"
cat >"$tmp/Missing.java" <<'END'
public class Missing {
  public static void main(String[] args) throws java.io.IOException {
    if (args.length > 0) java.nio.file.FileSystems.getDefault().newWatchService();
    else java.lang.reflect.Proxy.getProxyClass(Missing.class.getClassLoader(), Runnable.class);
  }
}
END
"$JAVAC" -d "$tmp/classes" "$tmp/Missing.java" || exit 1
said() { "$HEDDLE" "$@" 2>&1; echo "exit $?"; }
for how in 'Missing|getProxyClass' 'Missing x|LinuxWatchService.inotifyInit'; do
  read -r -a program <<<"${how%|*}"
  out=$(said run -cp "$tmp/classes" "${program[@]}")
  if grep -q "${how#*|}" <<<"$out" && grep -q '^exit 125$' <<<"$out"; then
    ok "run names ${how#*|}"
  else
    not_ok "run names ${how#*|}" "$out"
  fi
  out=$(said check -cp "$tmp/classes" "${program[@]}")
  if grep -q "^inconclusive.*${how#*|}" <<<"$out" && grep -q '^exit 4$' <<<"$out"; then
    ok "check names ${how#*|}"
  else
    not_ok "check names ${how#*|}" "$out"
  fi
done

# Prints "CLASS METHOD STATE" for each name in the page.
rows_of() { # PAGE
  awk '/^\.B [a-z]+\.[A-Za-z.$]+/ { class = $2 }
    /^\.I (native|replaced|refused|missing):$/ { state = substr($2, 1, length($2) - 1); next }
    state != "" { for (i = 1; i <= NF; i++) print class, $i, state; state = "" }' "$1" | sort
}

# An update of the JDK has a few other methods; the common ones must have the same state.
rows_of man/heddle-natives.7 >"$tmp/page.rows"
rows_of "$tmp/page" >"$tmp/here"
cut -d ' ' -f 1,2 "$tmp/page.rows" | sort -u >"$tmp/page.names"
cut -d ' ' -f 1,2 "$tmp/here" | sort -u >"$tmp/here.names"
comm -12 "$tmp/page.names" "$tmp/here.names" >"$tmp/both"
comm -3 "$tmp/page.names" "$tmp/here.names" | tr -d '\t' >"$tmp/one"
of_both() { join -j 1 <(tr ' ' '#' <"$tmp/both" | sort) <(sed 's/ /#/' "$1" | sort); }
if [ "$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$JAVA_HOME/release")" != 17 ]; then
  skip 'the page agrees with the list' 'it is of JDK 17'
else
  is 'the page has the methods of this JDK' "$([ "$(wc -l <"$tmp/both")" -gt 700 ] && echo yes)" yes
  is 'but for some that one update of it has' "$([ "$(wc -l <"$tmp/one")" -lt 10 ] && echo yes)" yes
  if cmp -s <(of_both "$tmp/page.rows") <(of_both "$tmp/here"); then
    ok 'the page agrees with the list'
  else
    not_ok 'the page agrees with the list' 'tests/cli/natives.sh --update writes it' \
      "$(diff <(of_both "$tmp/here") <(of_both "$tmp/page.rows") | head -n 5)"
  fi
fi
done_testing
