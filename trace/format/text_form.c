/* What the reader and the writer of the text form share: the columns of tables, the words of flags,
 * and the quoting of strings. */
#include "trace/format/text_form.h"

#include <string.h>

const struct trace_text_table *trace_text_table(unsigned table) {
  static const struct trace_text_table tables[TRACE_TABLES] = {
      [TRACE_META] = {"meta", "SS"},
      [TRACE_CLASSES] = {"class", "USSSHX"},
      [TRACE_METHODS] = {"method", "UCSSX"},
      [TRACE_FIELDS] = {"field", "UCSSX"},
      [TRACE_LOCATIONS] = {"location", "UMUI"},
      [TRACE_THREADS] = {"thread", "NSTUOX"},
      [TRACE_OBJECTS] = {"object", "UC"},
  };
  return table < TRACE_TABLES && tables[table].word ? &tables[table] : NULL;
}

const char *trace_text_flag(unsigned bit) {
  static const char *const names[] = {"volatile",    "final",       "static", "timed",  "elapsed",
                                      "interrupted", "sync-method", "shared", "thrown", "library"};
  return bit < COUNT(names) ? names[bit] : NULL;
}

/* Returns the code point encoded by the `n` bytes at `s`, or 0 if they are not well-formed
 * UTF-8. */
static uint32_t sequence(const unsigned char *s, size_t n) {
  uint32_t c = n == 2 ? s[0] & 0x1fu : n == 3 ? s[0] & 0x0fu : s[0] & 0x07u;
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  for (size_t i = 1; i < n; i++) {
    if ((s[i] & 0xc0) != 0x80) return 0;
    c = c << 6 | (s[i] & 0x3fu);
  }
  return c < least[n] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000) ? 0 : c;
}

size_t trace_text_char(const char *s, size_t avail) {
  const unsigned char *p = (const unsigned char *)s;
  if (!avail || *p < 0x20 || *p == 0x7f) return 0;
  if (*p < 0x80) return 1;
  size_t n = *p >= 0xf0 ? 4 : *p >= 0xe0 ? 3 : *p >= 0xc2 ? 2 : 0;
  return n && *p < 0xf5 && n <= avail && sequence(p, n) >= 0xa0 ? n : 0;
}

static void escaped(struct text *out, const char *s, size_t len, const char *special) {
  for (size_t i = 0; i < len;) {
    size_t n = trace_text_char(s + i, len - i);
    if (n && !strchr(special, s[i])) {
      text_add(out, s + i, n);
      i += n;
    } else {
      text_printf(out, "\\x%02x", (unsigned char)s[i++]);
    }
  }
}

void trace_text_quote(struct text *out, const char *s, size_t len) {
  text_puts(out, "\"");
  escaped(out, s, len, "\"\\");
  text_puts(out, "\"");
}

void trace_text_bare(struct text *out, const char *s, size_t len) {
  if (len == 1 && *s == '-')
    text_puts(out, "\\x2d");
  else
    escaped(out, s, len, " \",()\\");
}
