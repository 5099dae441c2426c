/* Parses the tokens, numbers and references of the text form of traces (text.c). */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include "trace/text.h"
#include "trace/import/token_int.h"
#include "trace/writer.h"

int token_bad(struct text_reader *t, const char *what) {
  return error_set(t->err, ERR_INPUT, "%s: line %" PRIu64 ": %s", t->name, t->line, what);
}

/* ---- tokens ---- */

/* Returns the end of the token at p. Blanks separate tokens, except inside quotes. */
static char *token_end(char *p) {
  bool quoted = false;
  for (; *p && (quoted || (*p != ' ' && *p != '\t')); p++)
    if (*p == '"') quoted = !quoted;
  return p;
}

int token_split(struct text_reader *t, char *line) {
  t->count = 0;
  for (char *p = line + strspn(line, " \t"); *p; p += strspn(p, " \t")) {
    if (t->count == MAX_TOKENS) return token_bad(t, "too many columns");
    t->tokens[t->count++] = p;
    p = token_end(p);
    if (*p) *p++ = 0;
  }
  return 0;
}

static int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

long token_unescape(char *s, const char *end) {
  char *to = s;
  for (const char *p = s; p < end; p++) {
    if (*p != '\\') {
      *to++ = *p;
      continue;
    }
    if (end - p < 4 || p[1] != 'x' || hex_digit(p[2]) < 0 || hex_digit(p[3]) < 0) return -1;
    *to++ = (char)(hex_digit(p[2]) << 4 | hex_digit(p[3]));
    p += 3;
  }
  return to - s;
}

int token_quoted(struct text_reader *t, char *token, char **s, size_t *len) {
  size_t n = strlen(token);
  if (n < 2 || token[0] != '"' || token[n - 1] != '"')
    return token_bad(t, "a text in quotes is missing");
  long k = token_unescape(token + 1, token + n - 1);
  if (k < 0) return token_bad(t, "wrong escape in a text");
  *s = token + 1;
  *len = (size_t)k;
  return 0;
}

/* ---- numbers and references ---- */

int token_number(struct text_reader *t, const char *s, int base, bool named, uint64_t *out) {
  char *end;
  errno = 0;
  const char *digits = *s == '-' ? s + 1 : s;
  if (hex_digit(*digits) < 0 || (base == 10 && hex_digit(*digits) > 9))
    return token_bad(t, "a number is missing");
  *out = *s == '-' ? (uint64_t)strtoll(s, &end, base) : strtoull(s, &end, base);
  if (errno || (*end && !(named && *end == '('))) return token_bad(t, "not a number");
  return 0;
}

int token_number32(struct text_reader *t, const char *s, int base, bool named, uint32_t *out) {
  uint64_t v;
  int rc = token_number(t, s, base, named, &v);
  if (!rc && v > UINT32_MAX) return token_bad(t, "number too large");
  if (!rc) *out = (uint32_t)v;
  return rc;
}

int token_signed32(struct text_reader *t, const char *s, uint32_t *out) {
  uint64_t v;
  int rc = token_number(t, s, 10, false, &v);
  if (!rc && ((int64_t)v > INT32_MAX || (int64_t)v < INT32_MIN))
    return token_bad(t, "number too large");
  if (!rc) *out = (uint32_t)v;
  return rc;
}

int token_hex32(struct text_reader *t, const char *s, uint32_t *out) {
  if (strncmp(s, "0x", 2)) return token_bad(t, "a hexadecimal number is missing");
  return token_number32(t, s + 2, 16, false, out);
}

int token_thread_number(struct text_reader *t, const char *s, uint32_t *out) {
  int rc = token_number32(t, s, 10, true, out);
  if (!rc && *out == UINT32_MAX) return token_bad(t, "number too large");
  if (!rc) ++*out;
  return rc;
}

int token_reference(struct text_reader *t, const char *s, uint32_t *out) {
  *out = 0;
  if (!strcmp(s, "-")) return 0;
  if (*s < 'A' || *s > 'Z') return token_bad(t, "a reference such as C3 is missing");
  return *s == 'T' ? token_thread_number(t, s + 1, out) : token_number32(t, s + 1, 10, true, out);
}

int token_hash(struct text_reader *t, const char *s, uint8_t out[16]) {
  if (strlen(s) != 32) return token_bad(t, "a hash of 32 digits is missing");
  for (int i = 0; i < 16; i++) {
    int high = hex_digit(s[2 * i]), low = hex_digit(s[2 * i + 1]);
    if (high < 0 || low < 0) return token_bad(t, "a hash of 32 digits is missing");
    out[i] = (uint8_t)(high << 4 | low);
  }
  return 0;
}
