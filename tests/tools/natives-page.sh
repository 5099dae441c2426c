#!/usr/bin/env bash
# Writes the manual page of the native methods from the list that `heddle natives` prints:
# tests/tools/natives-page.sh <LIST >PAGE. tests/cli/natives.sh compares man/heddle-natives.7 with
# it.
set -u
cat <<'END'
.\" Made by tests/tools/natives-page.sh from the output of `heddle natives`; tests/cli/natives.sh --update writes it anew.
.TH HEDDLE\-NATIVES 7 "" heddle "heddle manual"
.SH NAME
heddle\-natives \- the native methods of the JDK and how heddle implements them
.SH DESCRIPTION
.BR heddle (1)
runs the bytecode of the installed JDK's own library.
heddle implements the native methods that this bytecode calls.
It also replaces some methods with a Java body, which would only communicate with the host or start
parts of the JVM.
This page lists them for the module java.base of JDK 17;
.B heddle natives
lists them for the JDK that it finds, with their descriptors.
A name is listed once for all its overloads in the same group.
.TP
.B native
A native method that heddle implements.
.TP
.B replaced
A Java method that heddle replaces by code of its own.
.TP
.B refused
A Java method that is not supported: a call makes the search inconclusive, and the verdict names it.
.TP
.B missing
A native method that heddle does not implement; a call has the same effect.
.PP
Every
.I registerNatives
and
.I initIDs
does nothing.
END
awk -F '\t' '
  { split($1, sig, "("); n = length(sig[1]); while (substr(sig[1], n, 1) != ".") n--
    class = substr(sig[1], 1, n - 1); name = substr(sig[1], n + 1)
    if (name == "registerNatives" || name == "initIDs") next
    count[$2]++
    if (seen[class, $2, name]++) next
    if (!(class in known)) { known[class] = 1; order[++classes] = class }
    names[class, $2] = names[class, $2] " " name }
  END {
    printf ".SH FIGURES\nMethods, overloads counted singly: %d native, %d replaced, %d refused, %d missing.\n.SH CLASSES\n", count["native"], count["replaced"], count["refused"], count["missing"]
    split("native replaced refused missing", states, " ")
    for (i = 1; i <= classes; i++) {
      printf ".TP\n.B %s\n", order[i]
      for (s = 1; s <= 4; s++) {
        list = names[order[i], states[s]]
        if (list != "") printf ".I %s:\n%s\n.br\n", states[s], substr(list, 2)
      }
    } }' | sed -e 's/<clinit>/\\(laclinit\\(ra/g; s/<init>/\\(lainit\\(ra/g'
cat <<'END'
.SH SEE ALSO
.BR heddle (1),
.BR heddle\-design (7)
END
