/* The table of contracts. See contracts.h. */
#include "engine/env/contracts.h"

#include <stdlib.h>
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

static bool row_has_name(const struct contract *row, const char *name) {
  char *dotted = mem_strdup(row->klass);
  const char *simple;
  bool same;
  mem_exchange(dotted, '/', '.');
  simple = strrchr(dotted, '.');
  same =
      !strcmp(dotted, name) || !strcmp(row->klass, name) || (simple && !strcmp(simple + 1, name));
  free(dotted);
  return same;
}

bool contract_is_wanted(const struct contract *row, char *const *names, int count) {
  for (int i = 0; i < count; i++)
    if (row_has_name(row, names[i])) return true;
  return !count;
}

bool contract_is_known(const char *name) {
  for (size_t i = 0; i < COUNT(rows); i++)
    if (row_has_name(&rows[i], name)) return true;
  return false;
}

int contract_layer(const char *klass) {
  int least = 0;
  for (size_t i = 0; i < COUNT(rows); i++)
    if (!strcmp(rows[i].klass, klass) && (!least || rows[i].layer < least)) least = rows[i].layer;
  return least;
}

uint32_t contract_count(const char *methods) {
  uint32_t n = 0;
  for (; *methods; methods++) n += *methods != ' ' && (!methods[1] || methods[1] == ' ');
  return n;
}

/* Finds the word, or returns NULL. Words end at ' ', ';' or the end. */
static const char *word_in(const char *words, const char *word, char before) {
  size_t n = strlen(word);
  for (const char *at = words; (at = strstr(at, word)); at += n) {
    bool begins =
        before ? at > words && at[-1] == before : at == words || at[-1] == ' ' || at[-1] == '+';
    if (begins && (!at[n] || at[n] == ' ' || at[n] == ';')) return at;
  }
  return NULL;
}

bool contract_claims(const char *methods, const char *name) {
  if (*methods == '*') return !word_in(methods, name, '!');
  return word_in(methods, name, 0) != NULL;
}

bool contract_is_apart(const char *methods, const char *name) {
  return word_in(methods, name, '+') != NULL;
}

const char *contract_observer_name(uint32_t bit) {
  return bit == CONTRACT_STATES ? "states" : bit == CONTRACT_PERMITS ? "permits" : NULL;
}

bool contract_is_main(const char *methods, const char *name) {
  const char *end = strchr(methods, ';'), *at = word_in(methods, name, 0);
  return *methods != '*' && at && (!end || at < end);
}
