/* The rewriter's check of its own result. A mistake of the rewriter must leave the class
 * uninstrumented, not cause a VerifyError in the user's program. Types are not checked again,
 * because they can be wrong only if positions are. */
#include "trace/recorder/rewrite_int.h"

static int fault(const struct method_info *mi, const char *what, uint32_t pc, struct error *err) {
  return error_set(err, ERR_INPUT, "%s%s: %s at %u is not at an instruction", mi->name->s,
                   mi->desc->s, what, pc);
}

static int check_tables(const struct method_info *mi, const bool *starts, struct error *err) {
  for (uint16_t i = 0; i < mi->line_count; i++) {
    uint32_t pc = mi->lines[i].start_pc;
    if (pc >= mi->code_len || !starts[pc]) return fault(mi, "line", pc, err);
  }
  for (uint16_t i = 0; i < mi->local_var_count; i++) {
    uint32_t pc = mi->local_vars[i].start_pc, end = pc + mi->local_vars[i].length;
    if (end > mi->code_len) return fault(mi, "end of a variable", end, err);
    if (pc < mi->code_len && !starts[pc]) return fault(mi, "variable", pc, err);
    if (end < mi->code_len && !starts[end]) return fault(mi, "end of a variable", end, err);
  }
  return 0;
}

static int check_method(const struct class_file *cf, const struct method_info *mi,
                        struct error *err) {
  struct rewriter rw = {.cf = cf, .err = err, .constant_count = cf->cp_count};
  bool *starts = mem_alloc(mi->code_len + 1);
  int rc = code_check(cf, mi, starts, err);
  if (!rc) rc = check_tables(mi, starts, err);
  if (!rc) rc = frames_check(&rw, mi);
  free(starts);
  free(rw.constants.p);
  vec_free(&rw.classes);
  return rc;
}

int rewrite_check(const uint8_t *data, size_t len, struct error *err) {
  struct error own = {0};
  struct pool pool;
  struct symtab *syms = symtab_new();
  struct class_file *cf;
  if (!err) err = &own;
  pool_init(&pool);
  int rc = class_parse(data, len, "class", &pool, syms, &cf, err);
  for (uint16_t i = 0; !rc && i < cf->method_count; i++)
    rc = check_method(cf, &cf->methods[i], err);
  pool_release(&pool);
  symtab_free(syms);
  return rc;
}
