/* Regular expressions on PCRE2 (see regex.h). A match limit stops patterns that backtrack too much;
 * such a pattern then matches nothing. */
#include "tui/text/regex.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/mem.h"

struct regex {
  pcre2_code *code;
  pcre2_match_data *data;
  pcre2_match_context *context;
  char *pattern;
};

static bool has_upper(const char *s) {
  for (; *s; s++) {
    if (*s == '\\' && s[1])
      s++;
    else if (isupper((unsigned char)*s))
      return true;
  }
  return false;
}

int regex_new(const char *pattern, struct regex **out, struct error *err) {
  uint32_t options =
      PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | (has_upper(pattern) ? 0 : PCRE2_CASELESS);
  PCRE2_SIZE at;
  int code;
  struct regex *r = mem_alloc(sizeof *r);
  *out = NULL;
  r->code = pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED, options, &code, &at, NULL);
  if (!r->code) {
    char text[200];
    pcre2_get_error_message(code, (PCRE2_UCHAR *)text, sizeof text);
    free(r);
    return error_set(err, ERR_INPUT, "bad pattern /%s/ at character %zu: %s", pattern,
                     (size_t)at + 1, text);
  }
  r->data = pcre2_match_data_create_from_pattern(r->code, NULL);
  r->context = pcre2_match_context_create(NULL);
  if (!r->data || !r->context) abort();
  pcre2_set_match_limit(r->context, 100000);
  r->pattern = mem_strdup(pattern);
  *out = r;
  return 0;
}

void regex_free(struct regex *r) {
  if (!r) return;
  pcre2_match_context_free(r->context);
  pcre2_match_data_free(r->data);
  pcre2_code_free(r->code);
  free(r->pattern);
  free(r);
}

const char *regex_pattern(const struct regex *r) { return r->pattern; }

bool regex_match(struct regex *r, const char *s, size_t from, size_t *start, size_t *end) {
  size_t len = strlen(s);
  PCRE2_SIZE *at;
  if (from > len || pcre2_match(r->code, (PCRE2_SPTR)s, len, from, 0, r->data, r->context) < 0)
    return false;
  at = pcre2_get_ovector_pointer(r->data);
  if (start) *start = at[0];
  if (end) *end = at[1] > at[0] ? at[1] : at[0];
  return true;
}
