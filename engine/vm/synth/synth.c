/* The assembler's class level: constant pool, fields, the bytes of the file, and linking. See
 * synth.h. */
#include "engine/vm/synth/synth_int.h"
#include "engine/base/check.h"

#include "engine/vm/loader/classes.h"

#include <stdlib.h>

enum { MAX_CONSTANTS = 65534 };

struct synth *synth_new(const char *name, const char *super_name, uint16_t flags) {
  struct synth *s = mem_alloc(sizeof *s);
  s->name = mem_strdup(name);
  s->flags = flags;
  s->methods_end = &s->methods;
  s->this_class = synth_cp_name(s, CP_CLASS, name, strlen(name));
  s->super_class = synth_cp_name(s, CP_CLASS, super_name, strlen(super_name));
  return s;
}

static void method_free(struct synth_method *m) {
  text_release(&m->code);
  vec_free(&m->labels);
  vec_free(&m->fixups);
  vec_free(&m->handlers);
  vec_free(&m->lines);
  free(m);
}

void synth_free(struct synth *s) {
  if (!s) return;
  while (s->methods) {
    struct synth_method *m = s->methods;
    s->methods = m->next;
    method_free(m);
  }
  free(s->name);
  free(s->source);
  text_release(&s->pool);
  text_release(&s->fields);
  vec_free(&s->constants);
  vec_free(&s->interfaces);
  free(s);
}

const char *synth_name(const struct synth *s) { return s->name; }

void synth_source(struct synth *s, const char *file) {
  free(s->source);
  s->source = mem_strdup(file);
}

/* ---- constants ---- */

/* Adds the constant, or finds an equal one. Returns its index. */
static uint16_t pool_add(struct synth *s, const struct text *bytes) {
  size_t i;
  bool two = bytes->s[0] == CP_LONG || bytes->s[0] == CP_DOUBLE;
  for (i = 0; i < s->constants.len; i++) {
    uint32_t at = s->constants.data[i];
    if (at == UINT32_MAX || s->pool.len - at < bytes->len) continue;
    if (!memcmp(s->pool.s + at, bytes->s, bytes->len)) return (uint16_t)(i + 1);
  }
  if (s->constants.len + 2 > MAX_CONSTANTS) s->bad = true;
  if (s->bad) return 1;
  *vec_push(&s->constants) = (uint32_t)s->pool.len;
  text_add(&s->pool, bytes->s, bytes->len);
  i = s->constants.len;
  if (two) *vec_push(&s->constants) = UINT32_MAX;
  return (uint16_t)i;
}

static uint16_t pool_take(struct synth *s, struct text *bytes) {
  uint16_t index = pool_add(s, bytes);
  text_release(bytes);
  return index;
}

uint16_t synth_cp_utf8(struct synth *s, const char *text, size_t len) {
  struct text b = {0};
  if (len > UINT16_MAX) {
    s->bad = true;
    len = 0;
  }
  put_u1(&b, CP_UTF8);
  put_u2(&b, (uint32_t)len);
  text_add(&b, text, len);
  return pool_take(s, &b);
}

uint16_t synth_cp_name(struct synth *s, int tag, const char *text, size_t len) {
  struct text b = {0};
  put_u1(&b, (uint32_t)tag);
  put_u2(&b, synth_cp_utf8(s, text, len));
  return pool_take(s, &b);
}

uint16_t synth_cp_number(struct synth *s, int tag, uint64_t bits) {
  struct text b = {0};
  put_u1(&b, (uint32_t)tag);
  if (tag == CP_LONG || tag == CP_DOUBLE) put_u4(&b, (uint32_t)(bits >> 32));
  put_u4(&b, (uint32_t)bits);
  return pool_take(s, &b);
}

uint16_t synth_cp_member(struct synth *s, int tag, const char *owner, const char *name,
                         const char *desc) {
  struct text b = {0}, nt = {0};
  uint16_t pair;
  put_u1(&nt, CP_NAMEANDTYPE);
  put_u2(&nt, synth_cp_utf8(s, name, strlen(name)));
  put_u2(&nt, synth_cp_utf8(s, desc, strlen(desc)));
  pair = pool_take(s, &nt);
  put_u1(&b, (uint32_t)tag);
  put_u2(&b, synth_cp_name(s, CP_CLASS, owner, strlen(owner)));
  put_u2(&b, pair);
  return pool_take(s, &b);
}

uint16_t synth_cp_handle(struct synth *s, int kind, uint16_t member) {
  struct text b = {0};
  put_u1(&b, CP_METHODHANDLE);
  put_u1(&b, (uint32_t)kind);
  put_u2(&b, member);
  return pool_take(s, &b);
}

/* ---- members ---- */

void synth_interface(struct synth *s, const char *name) {
  uint16_t index = synth_cp_name(s, CP_CLASS, name, strlen(name));
  for (size_t i = 0; i < s->interfaces.len; i++)
    if (s->interfaces.data[i] == index) return;
  *vec_push(&s->interfaces) = index;
}

void synth_field(struct synth *s, uint16_t flags, const char *name, const char *desc) {
  put_u2(&s->fields, flags);
  put_u2(&s->fields, synth_cp_utf8(s, name, strlen(name)));
  put_u2(&s->fields, synth_cp_utf8(s, desc, strlen(desc)));
  put_u2(&s->fields, 0);
  s->field_count++;
}

struct synth_method *synth_method(struct synth *s, uint16_t flags, const char *name,
                                  const char *desc) {
  struct synth_method *m = mem_alloc(sizeof *m);
  int slots = desc_arg_slots(desc);
  m->s = s;
  m->flags = flags;
  m->name = synth_cp_utf8(s, name, strlen(name));
  m->desc = synth_cp_utf8(s, desc, strlen(desc));
  if (slots < 0) s->bad = true;
  m->max_locals = slots + (flags & ACC_STATIC ? 0 : 1);
  if (m->max_locals > 255) s->bad = true;
  *s->methods_end = m;
  s->methods_end = &m->next;
  return m;
}

/* ---- the file ---- */

/* Adds a LineNumberTable if there are lines. */
static void put_lines(struct text *out, const struct synth_method *m, uint16_t name) {
  put_u2(out, m->lines.len ? 1 : 0);
  if (!m->lines.len) return;
  put_u2(out, name);
  put_u4(out, (uint32_t)(2 + 4 * m->lines.len));
  put_u2(out, (uint32_t)m->lines.len);
  for (size_t i = 0; i < m->lines.len; i++) {
    put_u2(out, m->lines.data[i].pc);
    put_u2(out, m->lines.data[i].line);
  }
}

static void put_method(struct text *out, struct synth_method *m, uint16_t code_name) {
  struct synth *s = m->s;
  bool native = m->flags & ACC_NATIVE;
  uint16_t lines_name = m->lines.len ? synth_cp_utf8(s, "LineNumberTable", 15) : 0;
  size_t lines = m->lines.len ? 8 + 4 * m->lines.len : 0;
  put_u2(out, m->flags);
  put_u2(out, m->name);
  put_u2(out, m->desc);
  put_u2(out, native ? 0 : 1);
  if (native) return;
  if (!synth_method_finish(m)) s->bad = true;
  put_u2(out, code_name);
  put_u4(out, (uint32_t)(12 + m->code.len + 8 * m->handlers.len + lines));
  put_u2(out, (uint32_t)m->max_stack);
  put_u2(out, (uint32_t)m->max_locals);
  put_u4(out, (uint32_t)m->code.len);
  if (m->code.len) text_add(out, m->code.s, m->code.len);
  put_u2(out, (uint32_t)m->handlers.len);
  for (size_t i = 0; i < m->handlers.len; i++) {
    const struct synth_handler *h = &m->handlers.data[i];
    put_u2(out, (uint32_t)m->labels.data[h->start].pc);
    put_u2(out, (uint32_t)m->labels.data[h->end].pc);
    put_u2(out, (uint32_t)m->labels.data[h->target].pc);
    put_u2(out, h->type);
  }
  put_lines(out, m, lines_name);
}

static void put_methods(struct synth *s, struct text *out) {
  uint32_t count = 0;
  uint16_t code_name = synth_cp_utf8(s, "Code", 4), source_name = 0, source = 0;
  if (s->source) {
    source_name = synth_cp_utf8(s, "SourceFile", 10);
    source = synth_cp_utf8(s, s->source, strlen(s->source));
  }
  for (struct synth_method *m = s->methods; m; m = m->next) count++;
  put_u2(out, count);
  for (struct synth_method *m = s->methods; m; m = m->next) put_method(out, m, code_name);
  put_u2(out, s->source ? 1 : 0); /* attributes of the class */
  if (!s->source) return;
  put_u2(out, source_name);
  put_u4(out, 2);
  put_u2(out, source);
}

uint8_t *synth_bytes(struct synth *s, size_t *len) {
  struct text out = {0}, methods = {0};
  put_methods(s, &methods); /* first, because it adds to the pool */
  if (s->interfaces.len > UINT16_MAX) s->bad = true;
  put_u4(&out, 0xCAFEBABE);
  put_u4(&out, s->jumps && !s->interface_code ? JUMP_VERSION : PLAIN_VERSION);
  put_u2(&out, (uint32_t)s->constants.len + 1);
  text_add(&out, s->pool.s, s->pool.len);
  put_u2(&out, s->flags);
  put_u2(&out, s->this_class);
  put_u2(&out, s->super_class);
  put_u2(&out, (uint32_t)s->interfaces.len);
  for (size_t i = 0; i < s->interfaces.len; i++) put_u2(&out, s->interfaces.data[i]);
  put_u2(&out, s->field_count);
  if (s->fields.len) text_add(&out, s->fields.s, s->fields.len);
  text_add(&out, methods.s, methods.len);
  text_release(&methods);
  if (s->bad) {
    text_release(&out);
    return NULL;
  }
  *len = out.len;
  return (uint8_t *)out.s;
}

struct klass *synth_define(struct vm *vm, struct synth *s, struct klass *host, struct error *err) {
  size_t len;
  uint8_t *bytes = synth_bytes(s, &len);
  struct klass *k = NULL;
  if (bytes)
    k = vm_define(vm, bytes, len, s->name, host, err);
  else
    error_set(err, ERR_UNSUPPORTED, "the call site class %s is too large", s->name);
  /* heddle's own code, which may access what the program's code may not */
  if (k) k->proof = PROOF_GOOD;
  for (uint32_t i = 0; k && i < k->method_count; i++)
    k->methods[i].vm_flags |= METHOD_SYNTHETIC | METHOD_HIDDEN;
  free(bytes);
  synth_free(s);
  return k;
}

struct klass *synth_find(struct vm *vm, const char *name) {
  const struct symbol *sym = symtab_find(vm->syms, name, strlen(name));
  return sym ? classes_find(vm, sym) : NULL;
}

int synth_failed(struct vm *vm, struct thread *t, const struct error *err) {
  if (err->code == ERR_NOTFOUND || err->code == ERR_INPUT)
    return vm_throw(vm, t, "java/lang/NoClassDefFoundError", "%s", err->msg);
  error_set(&vm->err, err->code ? err->code : ERR_INTERNAL, "%s", err->msg);
  return NATIVE_FATAL;
}

ref immortal_object(struct vm *vm, struct klass *k) {
  ref r = arena_immortal_new(&vm->arena, (k->instance_size + 15) & ~15u);
  if (!r) return 0;
  vm_object(vm, r)->klass = k->id;
  vm_object(vm, r)->lock = OBJ_SHARED;
  return r;
}

void immortal_seal(struct vm *vm, ref r) {
  arena_immortal_seal(&vm->arena, r, vm_object_size(vm, r));
}

/* ---- facts ---- */

struct fact {
  const char *kind;
  const struct symbol *key;
  void *value;
  struct fact *next;
};

void *synth_fact(const struct klass *k, const char *kind, const struct symbol *key) {
  for (struct fact *f = k->extra; f; f = f->next)
    if (f->key == key && !strcmp(f->kind, kind)) return f->value;
  return NULL;
}

void synth_fact_put(struct vm *vm, struct klass *k, const char *kind, const struct symbol *key,
                    void *value) {
  struct fact *f = pool_alloc(&vm->pool, sizeof *f);
  INVARIANT(!synth_fact(k, kind, key), "a fact about a class is stored once: %s of %s", kind,
            k->name->s);
  f->kind = kind;
  f->key = key;
  f->value = value;
  f->next = k->extra;
  k->extra = f;
}
