/* See atomic.h. */
#include "engine/reduction/atomic.h"
#include "engine/base/check.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/env/contracts.h"
#include "engine/vm/machine.h"

static_assert((int)CONTRACT_STATES == SECTION_STATES && (int)CONTRACT_PERMITS == SECTION_PERMITS,
              "the same bits");

/* One line of the contracts, split into its parts. */
struct atomic_row {
  const char *klass, *methods, *seeing;
  uint32_t hidden; /* contract_observers that could see that its steps are not atomic */
  bool left_out;   /* the program does not fit this contract */
};

enum { KNOWN = 1024 };
struct known { /* a cached answer */
  const struct method *m;
  const struct klass *receiver;
  enum section_kind kind;
  uint32_t hidden;
};

struct atomic {
  pcre2_code *re; /* NULL: only contracts */
  char *text;
  VEC(struct atomic_row) rows;
  bool own; /* some row is for a class of the program */
  struct text left_out;
  VEC(uint8_t) rests; /* by class: 0 unknown, 1 without a row, 2 with a row */
  struct known known[KNOWN];
};

static uint32_t hidden_from(const char *observers) {
  uint32_t hidden = CONTRACT_OBSERVERS;
  for (uint32_t bit = 1; contract_observer_name(bit); bit <<= 1)
    if (contract_claims(observers, contract_observer_name(bit))) hidden &= ~bit;
  return hidden;
}

/* Parses "CLASS METHODS|SEEING METHODS|OBSERVERS" lines. The methods in the middle see inside
 * steps. */
static void take_contracts(struct atomic *a, const char *text) {
  char *save = NULL;
  a->text = mem_strdup(text);
  for (char *line = strtok_r(a->text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
    char *methods = strchr(line, ' '), *seeing = strchr(line, '|'), *observers;
    if (!methods) continue;
    *methods++ = 0;
    if (seeing) *seeing++ = 0;
    observers = seeing ? strchr(seeing, '|') : NULL;
    if (observers) *observers++ = 0;
    a->own |= strncmp(line, "java/", 5) != 0;
    *vec_push(&a->rows) = (struct atomic_row){.klass = line,
                                              .methods = methods,
                                              .seeing = seeing ? seeing : "",
                                              .hidden = hidden_from(observers ? observers : "")};
  }
}

int atomic_new(struct vm *vm, const char *pattern, const char *contracts, struct error *err) {
  int code;
  PCRE2_SIZE at;
  PCRE2_UCHAR msg[160];
  struct atomic *a;
  if (!pattern && !contracts) return 0;
  vm->atomic = a = mem_alloc(sizeof *a);
  if (contracts) take_contracts(a, contracts);
  vm->section.contracts = contracts != NULL;
  vm->section.own = a->own;
  if (!pattern) return 0;
  a->re = pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED, 0, &code, &at, NULL);
  if (a->re) return 0;
  pcre2_get_error_message(code, msg, sizeof msg);
  return error_set(err, ERR_USAGE, "--atomic: bad pattern '%s' at %zu: %s", pattern, (size_t)at,
                   (char *)msg);
}

void atomic_free(struct vm *vm) {
  struct atomic *a = vm->atomic;
  if (!a) return;
  if (a->re) pcre2_code_free(a->re);
  vec_free(&a->rows);
  vec_free(&a->rests);
  text_release(&a->left_out);
  free(a->text);
  free(a);
  vm->atomic = NULL;
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

/* ---- contracts ---- */

/* Does one of the words name this overload: "append(I)Ljava/lang/StringBuffer;"? */
static bool names_overload(const char *words, const struct method *m) {
  char *whole;
  bool found;
  if (*words == '*') return false;
  whole = mem_printf("%s%s", m->name->s, m->desc->s);
  found = contract_claims(words, whole);
  free(whole);
  return found;
}

/* Is k an iterator or a view, which exposes the contents of the class in which it is nested? */
static bool shows_inside(const struct klass *k) {
  static const char *const kinds[] = {"java/util/Iterator",  "java/util/Enumeration",
                                      "java/util/Map$Entry", "java/util/Collection",
                                      "java/util/Map",       "java/util/Spliterator"};
  for (uint32_t i = 0; i < k->super_count; i++)
    for (size_t n = 0; n < COUNT(kinds); n++)
      if (!strcmp(k->supers[i]->name->s, kinds[n])) return true;
  return false;
}

static const struct atomic_row *row_named(const struct atomic *a, const char *klass) {
  for (size_t i = 0; i < a->rows.len; i++)
    if (!a->rows.data[i].left_out && !strcmp(a->rows.data[i].klass, klass)) return &a->rows.data[i];
  return NULL;
}

/* Returns the row of an object's class, or of the JDK class that the program's class extends. A JDK
 * class does not inherit the row of its superclass, because the contract was not verified for
 * it. */
static const struct atomic_row *row_of(const struct atomic *a, const struct klass *k) {
  const struct atomic_row *own = a->own && !k->is_jdk ? row_named(a, k->name->s) : NULL;
  if (own) return own;
  while (k && !k->is_jdk) k = k->super;
  return k ? row_named(a, k->name->s) : NULL;
}

/* Returns the row of the class that k is nested in, preferably a row "CLASS$". */
static const struct atomic_row *row_around(const struct atomic *a, const struct klass *k) {
  const struct atomic_row *found = NULL;
  for (size_t i = 0; i < a->rows.len; i++) {
    const char *name = a->rows.data[i].klass;
    size_t n = strlen(name);
    if (a->rows.data[i].left_out || strncmp(k->name->s, name, n)) continue;
    if (name[n - 1] == '$') return &a->rows.data[i];
    if (k->name->s[n] == '$' && !found) found = &a->rows.data[i];
  }
  return found;
}

/* Iterators and views that were verified with their class have a row of their own. A row "CLASS$"
 * exempts everything nested in CLASS, because that is what is being verified. */
static enum section_kind kind_of_nested(const struct atomic *a, const struct method *m,
                                        const struct klass *k) {
  const struct atomic_row *r = *m->name->s == '<' ? NULL : row_around(a, k);
  if (!r || r->klass[strlen(r->klass) - 1] == '$' || !shows_inside(k)) return SECTION_NONE;
  return SECTION_SEES;
}

static bool is_seeing(const struct method *m) {
  static const struct {
    const char *owner, *name;
  } rows[] = {
#define SEEING(owner, name, why) {owner, name},
#include "engine/reduction/seeing.def"
#undef SEEING
  };
  for (size_t i = 0; i < COUNT(rows); i++)
    if (!strcmp(m->name->s, rows[i].name) && !strcmp(m->owner->name->s, rows[i].owner)) return true;
  return false;
}

static enum section_kind kind_in_row(const struct atomic_row *r, const struct method *m) {
  if (names_overload(r->seeing, m)) return SECTION_SEES;
  if (contract_is_apart(r->methods, m->name->s)) return SECTION_APART;
  if (contract_claims(r->methods, m->name->s)) return SECTION_ATOMIC;
  return is_seeing(m) || contract_claims(r->seeing, m->name->s) ? SECTION_SEES : SECTION_SHOWN;
}

static enum section_kind kind_for(const struct atomic *a, const struct method *m,
                                  const struct klass *receiver) {
  const struct atomic_row *r = row_of(a, receiver);
  return r ? kind_in_row(r, m) : kind_of_nested(a, m, receiver);
}

/* Views inherit many of their methods from these classes. */
static bool is_inherited_by_views(const struct klass *k) {
  return (k->is_interface || k->flags & ACC_ABSTRACT) && !strncmp(k->name->s, "java/", 5);
}

/* Could some row make the method a step, or let it see inside one? */
static bool is_mentioned(const struct atomic *a, const struct method *m) {
  if (!a->rows.len || *m->name->s == '<') return false;
  for (size_t i = 0; i < a->rows.len; i++)
    if (!a->rows.data[i].left_out && kind_in_row(&a->rows.data[i], m) != SECTION_SHOWN) return true;
  return row_around(a, m->owner) || is_inherited_by_views(m->owner);
}

static const struct known *known_for(struct atomic *a, const struct method *m,
                                     const struct klass *receiver) {
  struct known *known = &a->known[(m->id * 31 + receiver->id) % KNOWN];
  if (known->m != m || known->receiver != receiver) {
    const struct atomic_row *r = row_of(a, receiver);
    *known = (struct known){m, receiver, kind_for(a, m, receiver), r ? r->hidden : 0};
  }
  return known;
}

enum section_kind atomic_kind(const struct vm *vm, const struct method *m,
                              const struct klass *receiver) {
  struct atomic *a = vm->atomic;
  CHECK(a, "sections are asked about while there are some: %s", m->name->s);
  if (receiver) return known_for(a, m, receiver)->kind;
  if (a->re && fits_pattern(a->re, m)) return SECTION_ATOMIC;
  return is_mentioned(a, m) ? SECTION_BY_CLASS : SECTION_NONE;
}

bool atomic_rests(const struct vm *vm, const struct klass *k) {
  struct atomic *a = vm->atomic;
  while (a->rests.len <= k->id) *vec_push(&a->rests) = 0;
  if (!a->rests.data[k->id]) a->rests.data[k->id] = row_of(a, k) ? 2 : 1;
  return a->rests.data[k->id] == 2;
}

bool atomic_owns(const struct vm *vm, const struct klass *k) {
  return row_named(vm->atomic, k->name->s) || row_around(vm->atomic, k);
}

uint32_t atomic_hidden(const struct vm *vm, const struct method *m, const struct klass *receiver) {
  return receiver ? known_for(vm->atomic, m, receiver)->hidden : CONTRACT_OBSERVERS;
}

/* ---- contracts that the program does not fit ---- */

static bool says_of(const struct atomic_row *r, const char *klass) {
  size_t n = strlen(klass);
  for (const char *at = strchr(r->seeing, '@'); at; at = strchr(at + 1, '@'))
    if (!strncmp(at + 1, klass, n) && (!at[n + 1] || at[n + 1] == ' ')) return true;
  return false;
}

/* Does `row` declare steps of a class that is nested in the class of `of`? */
static bool has_steps_within(const struct atomic_row *row, const struct atomic_row *of) {
  size_t n = strlen(of->klass);
  return *row->methods && !strncmp(row->klass, of->klass, n) && row->klass[n] == '$';
}

/* Leaves out a row, and the rows whose steps its methods see inside, or may see inside: a lock can
 * be asked about the waiters of its conditions. */
static void leave_out_row(struct atomic *a, struct atomic_row *r) {
  CHECK(!r->left_out, "a contract is left out once: %s", r->klass);
  r->left_out = true;
  text_printf(&a->left_out, "%s%s", a->left_out.len ? " " : "", r->klass);
  for (size_t i = 0; i < a->rows.len; i++) {
    struct atomic_row *seen = &a->rows.data[i];
    if (!seen->left_out && (says_of(r, seen->klass) || has_steps_within(seen, r)))
      leave_out_row(a, seen);
  }
}

/* Clears all cached answers that depend on the rows, and the findings about steps. */
static void forget_answers(struct vm *vm) {
  struct atomic *a = vm->atomic;
  for (size_t i = 0; i < vm->methods.len; i++)
    if (vm->methods.data[i])
      vm->methods.data[i]->vm_flags &= (uint16_t) ~(METHOD_ATOMIC_ASKED | METHOD_ATOMIC |
                                                    METHOD_ATOMIC_BY_CLASS | METHOD_WAS_STEP);
  memset(a->known, 0, sizeof a->known);
  a->rests.len = 0;
  vm->seen.steps.len = 0;
  vm->seen.own_steps = vm->seen.hidden = vm->seen.observed = vm->seen.unfit_to = 0;
  vm->seen.unfit = NULL;
  vm->seen.assumption[0] = 0;
  vm->seen.broken = BROKEN_NOTHING;
}

bool atomic_leave_out(struct vm *vm) {
  struct atomic *a = vm->atomic;
  const struct klass *k = vm->seen.unfit;
  const struct atomic_row *of;
  size_t before;
  if (!a || vm->seen.broken != BROKEN_ATOMIC) return false;
  before = a->left_out.len;
  of = k ? row_of(a, k) : NULL;
  if (k && !of) of = row_around(a, k);
  for (size_t i = 0; i < a->rows.len; i++) {
    struct atomic_row *r = &a->rows.data[i];
    if (!r->left_out && (r == of || r->hidden & vm->seen.unfit_to)) leave_out_row(a, r);
  }
  if (a->left_out.len == before) return false;
  forget_answers(vm);
  return true;
}

void atomic_leave_out_named(struct vm *vm, const char *names) {
  struct atomic *a = vm->atomic;
  if (!a) return;
  for (size_t i = 0; i < a->rows.len; i++)
    if (!a->rows.data[i].left_out && contract_claims(names, a->rows.data[i].klass))
      leave_out_row(a, &a->rows.data[i]);
  forget_answers(vm);
}

const char *atomic_left_out(const struct vm *vm) {
  const struct atomic *a = vm->atomic;
  return a && a->left_out.len ? a->left_out.s : "";
}
