#!/usr/bin/env bash
# heddle env calls members that only classes of the component's package can call: a class that is
# not public (in a named or the unnamed package, or nested in such a class), constructors and
# methods without `public`, and values of such classes. The emitted source then belongs to that
# package.
# timeout: 200
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
out=$TEST_TMP/out cp=$TEST_TMP/cp
mkdir -p "$TEST_TMP/src" "$cp"
cat >"$TEST_TMP/src/Hidden.java" <<'EOF'
package p;

class Hidden {
  enum Kind { ONE, TWO }

  private int n;

  public synchronized int add(Kind k, Part p) {
    return n += k.ordinal();
  }

  public int lose() {
    synchronized (this) {
      n++;
    }
    synchronized (this) {
      return n;
    }
  }

  public static class Inner {
    public synchronized int one() {
      return 1;
    }
  }
}

class Part {
  Part() {}
}
EOF
cat >"$TEST_TMP/src/Seen.java" <<'EOF'
package p;

public class Seen {
  private int n;

  Seen() {}

  synchronized int next() {
    return ++n;
  }

  public synchronized int get() {
    return n;
  }
}
EOF
cat >"$TEST_TMP/src/Open.java" <<'EOF'
package p;

public class Open {
  private int n;

  protected synchronized int next() {
    return ++n;
  }

  public synchronized int get() {
    return n;
  }
}
EOF
cat >"$TEST_TMP/src/Bare.java" <<'EOF'
class Bare {
  public synchronized Object same(Object o) {
    return o;
  }
}
EOF
javac --release 17 -g -d "$cp" "$TEST_TMP"/src/*.java || exit 5

env_of() { # NAME STATUS OPTION... CLASS
  rm -rf "$TEST_TMP/e" "$TEST_TMP/o"
  "$HEDDLE" env -q --try 0 --search dfs -cp "$cp" --emit "$TEST_TMP/e" "${@:3}" >"$out" 2>&1
  is "$1: exit status" $? "$2"
}
runs() { # NAME CLASS [PACKAGE]
  javac -cp "$cp" -d "$TEST_TMP/o" "$TEST_TMP/e/$2Environment.java" >"$out" 2>&1
  is "$1: its source compiles" "$? $(cat "$out")" '0 '
  java -Dtimes=20 -cp "$cp:$TEST_TMP/o" "${3-}$2Environment" >"$out" 2>&1
  is "$1: ... and runs" $? 0
}

env_of 'a hidden class' 0 --env all --length 1 --methods add p.Hidden
runs 'a hidden class' Hidden p.
env_of 'the error of a hidden class' 1 --env scenario 'lose() || lose()' p.Hidden
is '... is about its results' "$(grep -c '^error: no order of the calls produces' "$out")" 1
env_of 'a value of a hidden class from a lambda' 0 --env scenario \
  'add(p.Hidden.Kind.TWO, new p.Part()) || add(p.Hidden.Kind.ONE, new p.Part())' \
  --before 'f = (java.util.function.Supplier) () -> new p.Part(); f.get()' p.Hidden
env_of 'a class nested in a hidden class' 0 --env all --length 1 'p.Hidden$Inner'
runs 'a class nested in a hidden class' Inner p.
env_of 'a hidden constructor' 0 --env all --length 1 p.Seen
runs 'a hidden constructor' Seen p.
env_of 'a hidden constructor, by --new' 0 --env all --length 1 --new 'new p.Seen()' p.Seen
env_of 'a hidden method' 0 --env scenario 'next() || get()' p.Open
runs 'a hidden method' Open p.
env_of 'a component without hidden members' 0 --env scenario 'get() || get()' p.Open
runs 'a component without hidden members' Open
env_of 'a class of the unnamed package' 0 --env all --length 1 Bare
runs 'a class of the unnamed package' Bare
env_of 'a hidden model' 0 --env all --length 1 --methods get --model p.Seen p.Open
is 'no call was an IllegalAccess' "$(grep -c IllegalAccess "$out")" 0

done_testing
