/* See advice.h; the rows are advice.def. */
#include "tui/advice.h"

#include <stddef.h>
#include <string.h>

static const struct {
  const char *reason, *advice;
} rows[] = {
#define ADVICE(reason, advice) {reason, advice},
#include "tui/advice.def"
#undef ADVICE
};

const char *advice_for(const char *reason) {
  const char *walks = strstr(reason, " random walks");
  size_t i;
  if (walks) return "random walks never prove anything; --search dfs or bmc explores whole spaces";
  for (i = 0; i < sizeof rows / sizeof rows[0]; i++)
    if (!strncmp(reason, rows[i].reason, strlen(rows[i].reason))) return rows[i].advice;
  return NULL;
}
