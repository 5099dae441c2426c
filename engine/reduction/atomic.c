/* See atomic.h. */
#include "engine/reduction/atomic.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/vm/machine.h"

struct atomic {
  pcre2_code *re; /* NULL: the table alone */
  bool table;
};

/* The regular expression behind the word that asks for the table; NULL: there is none. */
static const char *behind_default(const char *pattern, bool *table) {
  static const char word[] = "default";
  size_t n = sizeof word - 1;
  *table = !strncmp(pattern, word, n) && (!pattern[n] || pattern[n] == '|');
  if (!*table) return pattern;
  return pattern[n] ? pattern + n + 1 : NULL;
}

int atomic_new(struct vm *vm, const char *pattern, struct error *err) {
  int code;
  PCRE2_SIZE at;
  PCRE2_UCHAR msg[160];
  struct atomic *a;
  const char *text;
  if (!pattern) return 0;
  vm->atomic = a = mem_alloc(sizeof *a);
  text = behind_default(pattern, &a->table);
  vm->section.table = a->table;
  if (!text) return 0;
  a->re = pcre2_compile((PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED, 0, &code, &at, NULL);
  if (a->re) return 0;
  pcre2_get_error_message(code, msg, sizeof msg);
  return error_set(err, ERR_USAGE, "--atomic: bad pattern '%s' at %zu: %s", text, (size_t)at,
                   (char *)msg);
}

void atomic_free(struct vm *vm) {
  struct atomic *a = vm->atomic;
  if (!a) return;
  if (a->re) pcre2_code_free(a->re);
  free(a);
  vm->atomic = NULL;
}

/* "*" stands for any word but those that follow it with a '!'. */
static bool has_word(const char *words, const char *word) {
  size_t n = strlen(word);
  bool all = *words == '*';
  for (const char *at = words; (at = strstr(at, word)); at += n)
    if ((at == words || at[-1] == (all ? '!' : ' ')) && (!at[n] || at[n] == ' ')) return !all;
  return all;
}

static bool in_table(const struct method *m) {
  static const struct {
    const char *klass, *methods;
  } rows[] = {
#define ATOMIC(klass, methods, why) {klass, methods},
#include "engine/reduction/atomic.def"
#undef ATOMIC
  };
  for (size_t i = 0; i < COUNT(rows); i++)
    if (!strcmp(rows[i].klass, m->owner->name->s)) return has_word(rows[i].methods, m->name->s);
  return false;
}

static bool fits_pattern(const pcre2_code *re, const struct method *m) {
  char *klass = klass_dotted(m->owner), *name = mem_printf("%s.%s", klass, m->name->s);
  pcre2_match_data *md = pcre2_match_data_create_from_pattern(re, NULL);
  int r = pcre2_match(re, (PCRE2_SPTR)name, PCRE2_ZERO_TERMINATED, 0, 0, md, NULL);
  pcre2_match_data_free(md);
  free(klass);
  free(name);
  return r >= 0;
}

static bool atomic_own_fits(const struct atomic *a, const struct method *m) {
  return (a->table && in_table(m)) || (a->re && fits_pattern(a->re, m));
}

bool atomic_fits(const struct vm *vm, const struct method *m) {
  return atomic_own_fits(vm->atomic, m);
}
