/* Decides which races are reported, according to the table of trusted classes, --trust and
 * --benign. For fields, the declaring class counts; for elements, the code of both accesses.
 * Reports are silenced, but edges are always recorded (soundness rules 23 (trust keeps edges) and
 * 34 (only the library is trusted)). For a field, the answer depends only on names and options, and
 * is cached in the class and the field. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <fnmatch.h>
#include <pcre2.h>
#include <stdlib.h>

#include "engine/vm/runner.h"
#include "engine/property/race_int.h"
#include "engine/vm/machine.h"

struct race_trust {
  pcre2_code *trust, *benign, *own;
  bool none; /* --trust none: the table silences nothing */
};

enum row_kind { ROW_TRUST, ROW_NOT, ROW_ARRAYS, ROW_HELPER, ROW_CACHE };

static const struct {
  uint8_t kind;
  const char *pattern, *field;
} trust_table[] = {
#define TRUST(pattern, why) {ROW_TRUST, pattern, NULL},
#define NOT(pattern, why) {ROW_NOT, pattern, NULL},
#define ARRAYS(pattern, why) {ROW_ARRAYS, pattern, NULL},
#define HELPER(pattern, why) {ROW_HELPER, pattern, NULL},
#define CACHE(pattern, field, why) {ROW_CACHE, pattern, field},
#include "engine/property/trust.def"
#undef TRUST
#undef NOT
#undef ARRAYS
#undef HELPER
#undef CACHE
};

static bool has_row(enum row_kind kind, const struct klass *k) {
  for (size_t i = 0; k->is_jdk && i < COUNT(trust_table); i++)
    if (trust_table[i].kind == kind && !fnmatch(trust_table[i].pattern, k->shown->s, 0))
      return true;
  return false;
}

static bool has_cache_row(const struct field *f) {
  for (size_t i = 0; f->owner->is_jdk && i < COUNT(trust_table); i++)
    if (trust_table[i].kind == ROW_CACHE && !strcmp(trust_table[i].pattern, f->owner->shown->s) &&
        !strcmp(trust_table[i].field, f->name->s))
      return true;
  return false;
}

static bool regex_fits(const pcre2_code *re, const char *text) {
  pcre2_match_data *md;
  int r;
  if (!re) return false;
  md = pcre2_match_data_create_from_pattern(re, NULL);
  r = pcre2_match(re, (PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED, 0, 0, md, NULL);
  pcre2_match_data_free(md);
  return r >= 0;
}

static int compile(const char *text, const char *option, pcre2_code **out, struct error *err) {
  int code;
  PCRE2_SIZE at;
  PCRE2_UCHAR msg[160];
  if (!text) return 0;
  *out = pcre2_compile((PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED, 0, &code, &at, NULL);
  if (*out) return 0;
  pcre2_get_error_message(code, msg, sizeof msg);
  return error_set(err, ERR_USAGE, "%s: bad pattern '%s' at %zu: %s", option, text, (size_t)at,
                   (char *)msg);
}

enum { UNKNOWN, REPORTED, SILENT }; /* field.silent: depends only on names and options */

static bool fits_name(const pcre2_code *re, const struct klass *k) {
  char *name;
  bool fits;
  if (!re) return false;
  name = klass_dotted(k);
  fits = regex_fits(re, name);
  free(name);
  return fits;
}

/* klass.trust: depends only on its name and the options. */
enum {
  TRUST_KNOWN = 1,
  TRUST_FIELDS = 2,
  TRUST_ARRAYS = 4,
  TRUST_HELPER = 8,
  TRUST_ASKED = 16,
  TRUST_BENIGN = 32, /* --benign names the elements that its code accesses */
  TRUST_LIBRARY = 64 /* it belongs to a library */
};

static bool is_of_library(struct vm *vm, const struct klass *k) {
  const char *end = k->where ? strstr(k->where, "!/") : NULL, *main;
  if (k->is_jdk || !end) return k->is_jdk;
  main = vm->main_method ? vm->main_method->owner->where : "";
  return strncmp(main, k->where, (size_t)(end - k->where) + 2) != 0 &&
         !fits_name(vm->trust->own, k);
}

/* Does --benign name the elements that code of the class accesses? */
static bool benign_elements(const struct race_trust *r, const struct klass *k) {
  char *owner, *name;
  bool fits;
  if (!r->benign) return false;
  owner = klass_dotted(k);
  name = mem_printf(BENIGN_ELEMENTS "%s", owner);
  fits = regex_fits(r->benign, name);
  free(owner);
  free(name);
  return fits;
}

static uint8_t find_trust(struct vm *vm, struct klass *k) {
  const struct race_trust *r = vm->trust;
  bool asked = fits_name(r->trust, k) || (vm->runner && runner_library(k));
  bool not = has_row(ROW_NOT, k);
  uint8_t trust = TRUST_KNOWN;
  if (asked) trust |= TRUST_ASKED;
  not |= r->none;
  if (asked || (!not &&has_row(ROW_TRUST, k))) trust |= TRUST_FIELDS;
  if (!not &&has_row(ROW_ARRAYS, k)) trust |= TRUST_ARRAYS;
  if (has_row(ROW_HELPER, k)) trust |= TRUST_HELPER;
  if (is_of_library(vm, k)) trust |= TRUST_LIBRARY;
  if (!k->is_jdk && trust & TRUST_LIBRARY && benign_elements(r, k)) trust |= TRUST_BENIGN;
  return trust;
}

static uint8_t trust_of(struct vm *vm, struct klass *k) {
  if (!k->trust) k->trust = find_trust(vm, k);
  return k->trust;
}

bool race_of_library(struct vm *vm, struct klass *k) { return trust_of(vm, k) & TRUST_LIBRARY; }

/* ---- elements ---- */

static bool is_argument(struct vm *vm, const struct frame *f, const struct method *m, ref array) {
  uint32_t at = f->locals;
  const char *p = m->desc->s + 1;
  if (!(m->flags & ACC_STATIC)) at += 4;
  for (; p && *p != ')'; at += *p == 'J' || *p == 'D' ? 8 : 4, p = desc_next(p))
    if ((*p == 'L' || *p == '[') && *MEM32(vm, at) == array) return true;
  return false;
}

/* Did the program pass the array to the library? Checks the arguments of the outermost library
 * frame above the program's innermost frame. `jars`: libraries in jars count, not only the JDK. */
static bool handed_over(struct vm *vm, uint32_t at, ref array, bool jars) {
  const struct frame *f = vm_frame(vm, at), *outer;
  const struct method *m = frame_method(vm, f), *outer_method;
  do {
    outer = f;
    outer_method = m;
    f = outer->prev ? vm_frame(vm, outer->prev) : NULL;
    m = f ? frame_method(vm, f) : NULL;
  } while (m && m->owner && (m->owner->is_jdk || (jars && race_of_library(vm, m->owner))));
  return is_argument(vm, outer, outer_method, array);
}

bool race_by_benign(struct vm *vm, const struct thread *t, ref array) {
  const struct method *m = NULL;
  uint32_t at = vm->trust->benign ? t->frame : 0;
  for (; at; at = vm_frame(vm, at)->prev) {
    m = frame_method(vm, vm_frame(vm, at));
    if (!m || !m->owner || !m->owner->is_jdk) break;
  }
  return at && m && m->owner && trust_of(vm, m->owner) & TRUST_BENIGN &&
         !handed_over(vm, at, array, true);
}

/* Does trusted code access the array? Helpers act for their callers. A class that the user trusts
 * is also trusted with arrays that it receives. */
bool race_by_trusted(struct vm *vm, const struct thread *t, ref array) {
  for (uint32_t at = t->frame; at; at = vm_frame(vm, at)->prev) {
    const struct method *m = frame_method(vm, vm_frame(vm, at));
    uint8_t trust;
    if (!m || !m->owner) return false;
    trust = trust_of(vm, m->owner);
    if (trust & TRUST_ASKED) return true;
    if (trust & TRUST_HELPER) continue;
    if (trust & TRUST_ARRAYS && !handed_over(vm, at, array, false)) return true;
    return race_by_benign(vm, t, array);
  }
  return false;
}

static bool benign(const struct race_trust *r, const struct field *f) {
  char *owner, *name;
  bool fits;
  if (!r->benign) return false;
  owner = klass_dotted(f->owner);
  name = mem_printf("%s.%s", owner, f->name->s);
  fits = regex_fits(r->benign, name);
  free(owner);
  free(name);
  return fits;
}

static bool silent(struct vm *vm, struct field *f) {
  if (!f->silent)
    f->silent = trust_of(vm, f->owner) & TRUST_FIELDS || benign(vm->trust, f) ||
                        (!vm->trust->none && has_cache_row(f))
                    ? SILENT
                    : REPORTED;
  return f->silent == SILENT;
}

bool race_silent(struct vm *vm, ref obj, uint32_t off) {
  struct field *f = vm_field_at(vm, obj, off);
  return f && silent(vm, f);
}

bool race_exempt(struct vm *vm, const struct thread *t, ref obj, uint32_t off) {
  struct field *f = vm_field_at(vm, obj, off);
  return f ? silent(vm, f) : t && vm_klass(vm, obj)->is_array && race_by_trusted(vm, t, obj);
}

bool race_reported(struct vm *vm, const struct thread *t, ref obj, uint32_t off) {
  /* false if a bounded check runs without the property `race` */
  return vm->opt.properties & PROP_RACE && !race_exempt(vm, t, obj, off);
}

int race_trust_start(struct vm *vm, struct error *err) {
  struct race_trust *t;
  if (vm->trust) return 0;
  vm->trust = t = mem_alloc(sizeof *t);
  t->none = vm_trusts_none(vm);
  if (!t->none && compile(vm->opt.trust, "--trust", &t->trust, err)) return err->code;
  if (compile(vm->opt.benign, "--benign", &t->benign, err)) return err->code;
  return compile(vm->opt.own, "--own", &t->own, err);
}

void race_trust_stop(struct vm *vm) {
  struct race_trust *t = vm->trust;
  if (!t) return;
  if (t->trust) pcre2_code_free(t->trust);
  if (t->benign) pcre2_code_free(t->benign);
  if (t->own) pcre2_code_free(t->own);
  free(t);
  vm->trust = NULL;
}
