#!/usr/bin/env bash
# Frames of the class library in the debugger: their source comes from the JDK's lib/src.zip;
# without it, the method's bytecode is shown. The default is the program's own frame.
set -u
cd "$HEDDLE_ROOT" || exit 5
. tests/tools/support.sh
. tests/tools/debug-batch.sh
home=$(readlink -f "${JAVA_HOME:-$(dirname "$(readlink -f "$(command -v "${JAVA:-java}")")")/..}")

lacks() { # NAME WHAT TEXT
  if grep -qF -- "$3" "$TEST_TMP/$1.out"; then
    not_ok "$1: $2" "'$3' in:" "$(cat "$TEST_TMP/$1.out")"
  else
    ok "$1: $2"
  fi
}

own_frame() { # NAME WHAT
  is "$1: $2" "$(grep -cE '^ *>#[0-9]+ Library\.lambda' "$TEST_TMP/$1.out")" 1
}

# A JDK made of links without sources, and one whose sources are numbered lines.
link_jdk() { # FOLDER
  local f
  mkdir -p "$1/lib"
  for f in "$home"/* "$home"/lib/*; do
    [ "${f##*/}" = lib ] || [ "${f##*/}" = src.zip ] || ln -s "$f" "$1${f#"$home"}"
  done
}
link_jdk "$TEST_TMP/bare"
link_jdk "$TEST_TMP/jdk"
package=$TEST_TMP/java.base/java/util
mkdir -p "$package" "$TEST_TMP/own"
seq -f 'library, line %g' 2000 >"$package/Vector.java"
(cd "$TEST_TMP" && "$home/bin/jar" cMf jdk/lib/src.zip java.base)
# A file of the program is not confused with a file of the library that has the same name.
seq -f 'own, line %g' 2000 >"$TEST_TMP/own/Vector.java"

in_library() { # NAME COMMANDS JDK
  debug "$1" "step 4;take T1;take T1;$2" --java-home "$TEST_TMP/$3" \
    --source-path "tests/java/session:$TEST_TMP/own" -cp "$HEDDLE_JAVA/session" Library
}

in_library own 'stack;debug' jdk
line=$(sed -n 's/.*java\.util\.Vector\.add (Vector\.java:\([0-9]*\))$/\1/p' "$TEST_TMP/own.out")
own_frame own "the program's frame is the default"
shows own 'its source is shown' '[Library.java:'
lacks own 'and not that of the library' 'frame 0'
in_library source 'frame other;debug;mark;marks' jdk
shows source "the library's frame has its own source" " $line T1     library, line $line"
shows source 'the title names the method' "[Vector.java:$line  T1 "
shows source 'its lines can be marked' "g1 java.util.Vector.add:$line"
lacks source 'no file of the program' 'own, line'
in_library back 'frame other;frame other;debug' jdk
shows back "and back to the program's own" '[Library.java:'
in_library moved 'frame 0;frame up;debug;stack' jdk
own_frame moved 'the caller of the library'
in_library next 'frame other;take T1;stack' jdk
own_frame next 'after a step it is the default again'
in_library bare 'frame other;debug' bare
shows bare 'no source: its expected place is named' \
  'no source of Vector.java (lib/src.zip of the JDK)'
shows bare 'the bytecode names members' 'getfield      java/util/Vector.element'
shows bare 'the current instruction is marked' ' T1     getfield      java/util/Vector.element'
lacks bare 'no file of the program is shown instead' 'own, line'
in_library break 'frame other;pane source;try break cursor' jdk
shows break 'a line of the library takes no breakpoint' 'nothing under the cursor to stop at'
in_library file 'source java/util/Vector.java:30;debug;pane source;try mark;source;debug' jdk
shows file 'a file of the library' '[java/util/Vector.java]'
shows file 'at that line' ' 30        library, line 30'
shows file 'the file can be left again' '[Library.java:'
in_library none 'try source java/util/Nowhere.java' jdk
shows none 'a missing file is reported' 'no file java/util/Nowhere.java on the source path'
done_testing
