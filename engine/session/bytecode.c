/* The bytecode of a method as text, for methods without source. */
#include <stdlib.h>
#include <string.h>

#include "engine/classfile/disasm.h"
#include "engine/classfile/insn.h"
#include "engine/flow/location.h"
#include "engine/session/session.h"
#include "engine/session/frames.h"
#include "engine/vm/code.h"
#include "engine/vm/loader/throw.h"

/* Returns the field or method that an instruction names, with its class, in the notation of class
 * files: "java/util/Vector.elementCount I", "java/util/Vector.grow()[Ljava/lang/Object;". The
 * caller frees it. Returns NULL if the instruction names none. */
static char *member_text(const struct class_file *cf, const struct insn *in) {
  const struct cp_entry *e = &cf->cp[in->cp];
  if (in->cp >= cf->cp_count) return NULL;
  switch (insn_table[in->op].format) {
    case FMT_FIELD: return mem_printf("%s.%s %s", e->owner->s, e->name->s, e->desc->s);
    case FMT_METHOD:
    case FMT_INTERFACE: return mem_printf("%s.%s%s", e->owner->s, e->name->s, e->desc->s);
    default: return NULL;
  }
}

/* Returns "getfield      a/Cell.value I" for javap's "getfield #7  // Field value:I". The constant
 * replaces its index, and a member includes its class. */
static char *instruction_text(const struct class_file *cf, const struct method_info *m, uint32_t pc,
                              uint32_t *length) {
  enum { NAME_COLUMNS = 14 };
  struct disasm_parts parts;
  struct insn in;
  char *member, *s;
  *length = 1;
  if (insn_decode(m->code, m->code_len, pc, &in))
    return mem_printf("%-*s%d", NAME_COLUMNS, ".byte", m->code[pc]);
  *length = in.next - pc;
  disasm_parts(cf, m->code, &in, &parts);
  if (!*parts.operands) return mem_strdup(parts.name);
  member = member_text(cf, &in);
  s = mem_printf("%-*s%s", NAME_COLUMNS, parts.name, member ? member : parts.operands);
  free(member);
  return s;
}

static int list(const struct location *at, struct bytecode_info *out) {
  const struct method *m = at->method;
  const struct class_file *cf = m->owner->cf;
  uint32_t pc, length;
  if (!cf || !m->info || !m->info->code_len) return ERR_NOTFOUND;
  out->class_name = session_class_name(m->owner);
  out->method = mem_strdup(m->name->s);
  out->desc = mem_strdup(m->desc->s);
  out->insns = mem_alloc(m->info->code_len * sizeof *out->insns);
  out->here = UINT32_MAX;
  for (pc = 0; pc < m->info->code_len; pc += length) {
    struct bytecode_insn *i = &out->insns[out->count];
    i->bci = pc;
    i->line = method_line(m->info, pc);
    i->text = instruction_text(cf, m->info, pc, &length);
    if (pc == at->bci) out->here = out->count;
    out->count++;
  }
  return 0;
}

int engine_bytecode(struct engine *e, uint32_t thread, uint32_t frame, struct bytecode_info *out) {
  const struct frame *f;
  const struct thread *t;
  bool native;
  memset(out, 0, sizeof *out);
  if (thread >= engine_thread_count(e)) return ERR_NOTFOUND;
  t = vm_thread(e->vm, thread);
  native = vm_native_of(e->vm, t) != NULL;
  if (native && !frame) return ERR_NOTFOUND;
  f = frames_at(e, t, frame - native);
  if (!f) return ERR_NOTFOUND;
  return list(&(struct location){frame_method(e->vm, f), frame_bci(e->vm, f)}, out);
}

int engine_bytecode_at(struct engine *e, const char *location, struct bytecode_info *out,
                       struct error *err) {
  struct location at;
  memset(out, 0, sizeof *out);
  if (location_parse(e->vm, e->opt.main_class, location, &at, err)) return err->code;
  return list(&at, out) ? error_set(err, ERR_NOTFOUND, "%s has no bytecode", location) : 0;
}

int engine_program_line(struct engine *e, const char *location, char **file, int *line,
                        uint32_t *methods, struct error *err) {
  struct location at;
  const struct klass *k;
  *methods = location_count(e->vm, e->opt.main_class, location, &at, err);
  if (!*methods) return err->code;
  k = at.method->owner;
  *line = location_line(&at);
  if (k->is_jdk)
    return error_set(err, ERR_INPUT, "%s is a line of the library, not of the program", location);
  if (!k->cf || !k->cf->source_file || *line < 0)
    return error_set(err, ERR_INPUT, "%s has no known source line (compile with javac -g)",
                     location);
  *file = mem_strdup(k->cf->source_file->s);
  return 0;
}

void engine_bytecode_release(struct bytecode_info *b) {
  uint32_t i;
  for (i = 0; i < b->count; i++) free(b->insns[i].text);
  free(b->insns);
  free(b->class_name);
  free(b->method);
  free(b->desc);
  memset(b, 0, sizeof *b);
}
