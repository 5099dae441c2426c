/* See names.h. */
#include "engine/base/names.h"

#include <string.h>

bool name_is_numbered(const char *thread) {
  if (strncmp(thread, "Thread-", 7) != 0 || !thread[7]) return false;
  return thread[7 + strspn(thread + 7, "0123456789")] == 0;
}

const char *name_simple_class(const char *dotted) {
  const char *dot = dotted + strlen(dotted), *nest;
  while (dot > dotted && dot[-1] != '.' && dot[-1] != '/') dot--;
  nest = strrchr(dot, '$');
  return nest && nest[1] && !(nest[1] >= '0' && nest[1] <= '9') ? nest + 1 : dot;
}
