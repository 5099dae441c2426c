/* See primitive_text.h. */
#include "engine/vm/primitive_text.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"

/* Returns the shortest text that reads back as the same number. */
static char *real_text(double d, bool single) {
  char buf[40];
  int p;
  for (p = single ? 6 : 15; p <= 17; p++) {
    snprintf(buf, sizeof buf, "%.*g", p, d);
    if (single ? strtof(buf, NULL) == (float)d : strtod(buf, NULL) == d) break;
  }
  if (!strpbrk(buf, ".eni")) strcat(buf, ".0");
  return mem_strdup(buf);
}

static char *char_text(uint32_t c) {
  if (c == '\'' || c == '\\') return mem_printf("'\\%c'", (int)c);
  return c >= 32 && c < 127 ? mem_printf("'%c'", (int)c) : mem_printf("'\\u%04x'", c);
}

char *primitive_text(char type, uint64_t v) {
  float f;
  double d;
  switch (type) {
    case 'Z': return mem_strdup(v & 1 ? "true" : "false");
    case 'B': return mem_printf("%d", (int8_t)v);
    case 'C': return char_text((uint16_t)v);
    case 'S': return mem_printf("%d", (int16_t)v);
    case 'I': return mem_printf("%d", (int32_t)v);
    case 'J': return mem_printf("%lld", (long long)v);
    case 'F': memcpy(&f, &v, sizeof f); return real_text((double)f, true);
    case 'D': memcpy(&d, &v, sizeof d); return real_text(d, false);
    default: return NULL;
  }
}
