# The text of a trace in which the second of two draws is recorded before the first.
!/^[0-9]+ +[0-9]+ +T[01] / { print; next }
{ n++; thread[n] = $3; kind[n] = $4; line[n] = $0 }
END {
  for (i = 1; i <= n; i++)
    if (kind[i] == "input-random") { first = i; break }
  for (j = first + 1; j <= n && kind[j] != "input-random"; j++) continue
  for (i = 1; i < first; i++) put(i)
  for (i = first + 1; i <= j; i++) if (thread[i] == thread[j]) put(i)
  put(first)
  for (i = first + 1; i <= n; i++) if (i > j || thread[i] != thread[j]) put(i)
}
function put(i) {
  sub(/^[0-9]+ +[0-9]+ /, sprintf("%-7d %-7d ", out, out + 1), line[i])
  print line[i]
  out++
}
