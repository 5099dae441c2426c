/* The table of contracts. See contracts.h. */
#include "engine/env/contracts.h"

#include <string.h>

static const struct contract rows[] = {
#define CONTRACT(layer, klass, before, around, beside, after, methods, why) \
  {layer, klass, before, around, beside, after, methods, why},
#include "engine/env/contracts.def"
#undef CONTRACT
};

const struct contract *contract_row(size_t i) { return i < COUNT(rows) ? &rows[i] : NULL; }

bool contract_is_within(const struct contract *row, const struct contract *outer) {
  size_t n = strlen(outer->klass);
  return !*row->before && *outer->before && !strncmp(row->klass, outer->klass, n) &&
         row->klass[n] == '$';
}

/* The word, or NULL; words end at ' ', ';' or the end. */
static const char *word_in(const char *words, const char *word, char before) {
  size_t n = strlen(word);
  for (const char *at = words; (at = strstr(at, word)); at += n) {
    bool begins = before ? at > words && at[-1] == before : at == words || at[-1] == ' ';
    if (begins && (!at[n] || at[n] == ' ' || at[n] == ';')) return at;
  }
  return NULL;
}

bool contract_claims(const char *methods, const char *name) {
  if (*methods == '*') return !word_in(methods, name, '!');
  return word_in(methods, name, 0) != NULL;
}

bool contract_is_main(const char *methods, const char *name) {
  const char *end = strchr(methods, ';'), *at = word_in(methods, name, 0);
  return *methods != '*' && at && (!end || at < end);
}
