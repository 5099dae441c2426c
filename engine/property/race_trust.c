/* Whose races are reported: the table of trusted classes, --trust and --benign (soundness rule 23: by the declaring class for fields, by
 * the code of both accesses for elements; reports are silenced, never edges). The answer is a pure function of names and options and is kept
 * with the class and the field. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdlib.h>

#include "engine/por/runner.h"
#include "engine/property/race_int.h"
#include "engine/vm/native.h"

struct race_trust {
  pcre2_code *trust, *benign;
};

static const struct {
  const char *pattern;
} trust_table[] = {
#define TRUST(pattern, why) {pattern},
#include "engine/property/trust.def"
#undef TRUST
};

static bool pattern_fits(const char *pattern, const char *name) {
  size_t n = strlen(pattern);
  return n && pattern[n - 1] == '*' ? !strncmp(pattern, name, n - 1) : !strcmp(pattern, name);
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
  return error_set(err, ERR_USAGE, "%s: bad pattern '%s' at %zu: %s", option, text, (size_t)at, (char *)msg);
}

enum { UNKNOWN, REPORTED, SILENT }; /* klass.trust, field.silent: pure functions of names and options */

static bool find_trust(const struct race_trust *r, const struct klass *k) {
  size_t i;
  char *name;
  bool fits;
  for (i = 0; k->is_jdk && i < COUNT(trust_table); i++)
    if (pattern_fits(trust_table[i].pattern, k->name->s)) return true;
  if (!r->trust) return false;
  name = klass_dotted(k);
  fits = regex_fits(r->trust, name);
  free(name);
  return fits;
}

bool race_trusted(struct vm *vm, struct klass *k) {
  if (!k->trust) k->trust = find_trust(vm->trust, k) || (vm->runner && runner_library(k)) ? SILENT : REPORTED;
  return k->trust == SILENT;
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
  if (!f->silent) f->silent = race_trusted(vm, f->owner) || benign(vm->trust, f) ? SILENT : REPORTED;
  return f->silent == SILENT;
}

bool race_silent(struct vm *vm, ref obj, uint32_t off) {
  struct field *f = race_field_at(vm, obj, off);
  return f && silent(vm, f);
}

bool race_exempt(struct vm *vm, struct klass *code, ref obj, uint32_t off) {
  struct field *f = race_field_at(vm, obj, off);
  return f ? silent(vm, f) : code && race_trusted(vm, code);
}

bool race_reported(struct vm *vm, struct klass *code, ref obj, uint32_t off) {
  return vm->opt.properties & PROP_RACE && !race_exempt(vm, code, obj, off); /* else a bounded check for other properties */
}

int race_trust_start(struct vm *vm, struct error *err) {
  struct race_trust *t;
  if (vm->trust) return 0;
  vm->trust = t = mem_alloc(sizeof *t);
  if (compile(vm->opt.trust, "--trust", &t->trust, err)) return err->code;
  return compile(vm->opt.benign, "--benign", &t->benign, err);
}

void race_trust_stop(struct vm *vm) {
  struct race_trust *t = vm->trust;
  if (!t) return;
  if (t->trust) pcre2_code_free(t->trust);
  if (t->benign) pcre2_code_free(t->benign);
  free(t);
  vm->trust = NULL;
}
