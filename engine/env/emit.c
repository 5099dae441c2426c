/* Emits code for the expressions of a scenario. */
#include "engine/base/check.h"
#include "engine/env/env_int.h"

#include <stdlib.h>

static const char *emit_fail(struct env_scope *s, const char *what, const char *name) {
  if (!s->made->err->code)
    error_set(s->made->err, ERR_USAGE, "scenario: %s%s", what, name ? name : "");
  return NULL;
}

/* Returns the descriptor of a class, which lives as long as the scenario. */
static const char *desc_of(struct env_scope *s, const struct klass *k) {
  struct text t = {0};
  const char *kept;
  text_printf(&t, k->is_array ? "%s" : "L%s;", k->name->s);
  kept = pool_strndup(s->made->pool, t.s, t.len);
  text_release(&t);
  return kept;
}

static const char *keep(struct env_scope *s, const char *text, size_t n) {
  return pool_strndup(s->made->pool, text, n);
}

/* ---- names ---- */

const struct env_name *env_find(const struct env_scope *s, const char *name) {
  for (uint32_t i = s->count; i-- > 0;)
    if (!strcmp(s->names[i].name, name)) return &s->names[i];
  return NULL;
}

void env_load(struct env_scope *s, const struct env_name *n) {
  INVARIANT(n->slot < s->next_slot || n->slot < 0, "a variable that is loaded was stored: slot %d",
            n->slot);
  if (n->slot < 0)
    asm_field(s->m, OP_GETSTATIC, s->made->main, n->name, n->desc);
  else
    asm_load(s->m, env_letter(n->desc), n->slot);
}

bool env_store(struct env_scope *s, const char *name, const char *desc) {
  if (s->count == ENV_NAMES_MAX) return emit_fail(s, "too many variables at ", name) != NULL;
  if (*desc == 'V') return emit_fail(s, "no value to assign to ", name) != NULL;
  if (*desc == 'N') desc = "Ljava/lang/Object;";
  for (uint32_t i = 0; INVARIANTS_ON && i < s->count; i++)
    INVARIANT(s->names[i].slot < 0 ||
                  s->names[i].slot + jtype_slots(jtype_of(s->names[i].desc)) <= s->next_slot,
              "the variables of a method do not overlap: slots %d and %d", s->names[i].slot,
              s->next_slot);
  asm_store(s->m, env_letter(desc), s->next_slot);
  s->names[s->count++] = (struct env_name){name, desc, s->next_slot};
  s->next_slot += jtype_slots(jtype_of(desc));
  return true;
}

static const char *emit_static_field(struct env_scope *s, const char *path) {
  char *klass = mem_strdup(path), *point = strrchr(klass, '.');
  struct klass *k;
  const char *found = NULL;
  if (point) *point++ = 0;
  k = point ? env_class(s->made->vm, klass) : NULL;
  for (uint32_t i = 0; k && !found && i < k->field_count; i++) {
    const struct field *f = &k->fields[i];
    if (!(f->flags & ACC_STATIC) || !(f->flags & ACC_PUBLIC) || strcmp(f->name->s, point)) continue;
    found = f->desc->s;
    asm_field(s->m, OP_GETSTATIC, k->name->s, point, found);
  }
  free(klass);
  return found ? found : emit_fail(s, "no such variable or public static field: ", path);
}

static const char *emit_name(struct env_scope *s, const char *path) {
  const struct env_name *n = env_find(s, path);
  if (!n) return emit_static_field(s, path);
  env_load(s, n);
  return n->desc;
}

/* ---- types, before code is emitted ---- */

/* Returns the descriptor of a primitive type, as in "(byte) 1", or NULL for a class. */
static const char *primitive_of(const char *name) {
  static const char *const names[] = {"boolean", "byte", "char",  "short",
                                      "int",     "long", "float", "double"};
  static const char *const descs[] = {"Z", "B", "C", "S", "I", "J", "F", "D"};
  for (size_t i = 0; i < COUNT(names); i++)
    if (!strcmp(names[i], name)) return descs[i];
  return NULL;
}

static bool types_of(struct env_scope *s, const struct env_expr *e, const char **types) {
  for (uint32_t i = 0; i < e->argc; i++) {
    types[i] = e->args[i]->kind == ENV_LAMBDA ? NULL : env_type(s, e->args[i]);
    if (!types[i] && e->args[i]->kind != ENV_LAMBDA) return false;
  }
  return true;
}

static struct klass *class_or_fail(struct env_scope *s, const char *name) {
  struct klass *k = env_class(s->made->vm, name);
  if (!k) emit_fail(s, "no class ", name);
  return k;
}

/* Returns the class whose static method is called, or NULL if the target is a value. */
static struct klass *static_target(struct env_scope *s, const struct env_expr *call) {
  const struct env_expr *t = call->target;
  if (t->kind != ENV_NAME || env_find(s, t->text)) return NULL;
  return env_class(s->made->vm, t->text);
}

static bool find_call(struct env_scope *s, const struct env_expr *e, struct klass **of,
                      struct env_method *out) {
  const char *types[ENV_ARGS_MAX], *desc;
  struct klass *k = static_target(s, e);
  bool is_static = k != NULL;
  if (!types_of(s, e, types)) return false;
  if (!is_static) {
    desc = env_type(s, e->target);
    k = desc ? env_class_of(s->made->vm, desc) : NULL;
    if (desc && !k) emit_fail(s, "no object to call: ", e->text);
    if (!k) return false;
  }
  *of = k;
  return env_method_for(s->made->vm, k, e->text, types, e->argc, is_static, out) ||
         (!is_static && env_method_for(s->made->vm, k, e->text, types, e->argc, true, out)) ||
         emit_fail(s, "no public method accepts these arguments: ", e->text) != NULL;
}

static const char *call_type(struct env_scope *s, const struct env_expr *e) {
  struct env_method found;
  struct klass *k;
  if (!e->target) return "Ljava/lang/Thread;";
  return find_call(s, e, &k, &found) ? found.ret : NULL;
}

const char *env_type(struct env_scope *s, const struct env_expr *e) {
  const struct env_name *n;
  const struct klass *k;
  switch (e->kind) {
    case ENV_INT: return "I";
    case ENV_LONG: return "J";
    case ENV_CHAR: return "C";
    case ENV_BOOLEAN: return "Z";
    case ENV_STRING: return "Ljava/lang/String;";
    case ENV_NULL: return "N";
    case ENV_CALL: return call_type(s, e);
    case ENV_LAMBDA: return emit_fail(s, "a lambda that is not an argument", NULL);
    case ENV_NEW:
    case ENV_CAST:
      if (e->kind == ENV_CAST && primitive_of(e->text)) return primitive_of(e->text);
      k = class_or_fail(s, e->text);
      return k ? desc_of(s, k) : NULL;
    case ENV_NAME: break;
  }
  n = env_find(s, e->text);
  if (n) return n->desc;
  { /* a static field: emit it into a scratch class to find its type */
    struct synth *scratch = synth_new("scratch", "java/lang/Object", 0);
    struct env_scope in = {.made = s->made, .m = synth_method(scratch, ACC_STATIC, "m", "()V")};
    const char *desc = emit_static_field(&in, e->text);
    synth_free(scratch);
    return desc;
  }
}

static bool env_emit_as(struct env_scope *s, const struct env_expr *e, const char *wanted);

/* ---- calls ---- */

static bool emit_spread(struct env_scope *s, const struct env_expr *e, struct jtype array,
                        uint32_t from) {
  const char *elem = keep(s, array.s + 1, array.n - 1);
  asm_int(s->m, (int32_t)(e->argc - from));
  asm_new_array(s->m, jtype_of(elem));
  for (uint32_t i = from; i < e->argc; i++) {
    asm_op(s->m, OP_DUP);
    asm_int(s->m, (int32_t)(i - from));
    if (!env_emit_as(s, e->args[i], elem)) return false;
    asm_array_store(s->m, env_letter(elem));
  }
  return true;
}

static bool emit_args(struct env_scope *s, const struct env_expr *e, const struct env_method *f) {
  struct sig sig;
  if (!sig_parse(&sig, f->m->desc->s)) return false;
  CHECK(f->spread ? e->argc + 1 >= sig.argc : e->argc == sig.argc,
        "a method is selected by the number of its arguments: %u, %u", e->argc, sig.argc);
  for (uint32_t i = 0; i < sig.argc; i++) {
    if (f->spread && i == sig.argc - 1) return emit_spread(s, e, sig.arg[i], i);
    if (!env_emit_as(s, e->args[i], keep(s, sig.arg[i].s, sig.arg[i].n))) return false;
  }
  return true;
}

/* daemon(RUNNABLE) */
static const char *emit_daemon(struct env_scope *s, const struct env_expr *e) {
  if (strcmp(e->text, "daemon") || e->argc != 1)
    return emit_fail(s, "not a function of scenarios: ", e->text);
  asm_type(s->m, OP_NEW, "java/lang/Thread");
  asm_op(s->m, OP_DUP);
  if (!env_emit_as(s, e->args[0], "Ljava/lang/Runnable;")) return NULL;
  asm_invoke(s->m, OP_INVOKESPECIAL, "java/lang/Thread", "<init>", "(Ljava/lang/Runnable;)V",
             false);
  asm_op(s->m, OP_DUP);
  asm_int(s->m, 1);
  asm_invoke(s->m, OP_INVOKEVIRTUAL, "java/lang/Thread", "setDaemon", "(Z)V", false);
  return "Ljava/lang/Thread;";
}

static const char *emit_call(struct env_scope *s, const struct env_expr *e) {
  struct env_method f;
  struct klass *k;
  bool is_static;
  if (!e->target) return emit_daemon(s, e);
  if (!find_call(s, e, &k, &f)) return NULL;
  is_static = f.m->flags & ACC_STATIC;
  if (!is_static && !env_emit_as(s, e->target, desc_of(s, k))) return NULL;
  if (!emit_args(s, e, &f)) return NULL;
  asm_invoke(s->m,
             is_static         ? OP_INVOKESTATIC
             : k->is_interface ? OP_INVOKEINTERFACE
                               : OP_INVOKEVIRTUAL,
             f.owner, e->text, f.m->desc->s, k->is_interface);
  return f.ret;
}

static const char *emit_new(struct env_scope *s, const struct env_expr *e) {
  const char *types[ENV_ARGS_MAX];
  struct klass *k = class_or_fail(s, e->text);
  struct env_method f;
  if (!k || !types_of(s, e, types)) return NULL;
  if (!env_method_for(s->made->vm, k, "<init>", types, e->argc, false, &f))
    return emit_fail(s, "no public constructor accepts these arguments: ", e->text);
  asm_type(s->m, OP_NEW, k->name->s);
  asm_op(s->m, OP_DUP);
  if (!emit_args(s, e, &f)) return NULL;
  asm_invoke(s->m, OP_INVOKESPECIAL, k->name->s, "<init>", f.m->desc->s, false);
  return desc_of(s, k);
}

/* Converts an int to any number, and other values as Java widens them. */
static const char *emit_number(struct env_scope *s, const struct env_expr *e, const char *to) {
  const char *desc = env_emit(s, e->target, NULL);
  if (!desc) return NULL;
  if (*desc == 'I' && (*to == 'B' || *to == 'C' || *to == 'S')) {
    asm_op(s->m, *to == 'B' ? OP_I2B : *to == 'C' ? OP_I2C : OP_I2S);
    return to;
  }
  if (*desc != 'N' && *desc != 'L' && asm_as_type(s->m, jtype_of(desc), jtype_of(to))) return to;
  return emit_fail(s, "no conversion to ", e->text);
}

static const char *emit_cast(struct env_scope *s, const struct env_expr *e) {
  if (primitive_of(e->text)) return emit_number(s, e, primitive_of(e->text));
  const struct klass *k = class_or_fail(s, e->text);
  const char *desc = k ? desc_of(s, k) : NULL;
  return desc && env_emit_as(s, e->target, desc) ? desc : NULL;
}

const char *env_emit(struct env_scope *s, const struct env_expr *e, const char *wanted) {
  switch (e->kind) {
    case ENV_LONG: asm_long(s->m, e->value); return "J";
    case ENV_STRING: asm_string(s->m, e->text, strlen(e->text)); return "Ljava/lang/String;";
    case ENV_NULL: asm_op(s->m, OP_ACONST_NULL); return "N";
    case ENV_NAME: return emit_name(s, e->text);
    case ENV_CALL: return emit_call(s, e);
    case ENV_NEW: return emit_new(s, e);
    case ENV_CAST: return emit_cast(s, e);
    case ENV_LAMBDA:
      if (!wanted) return env_type(s, e);
      return env_emit_lambda(s, e, wanted) ? wanted : NULL;
    case ENV_INT:
    case ENV_CHAR:
    case ENV_BOOLEAN: break;
  }
  asm_int(s->m, (int32_t)e->value);
  return env_type(s, e);
}

/* Does the same and converts the value. Returns false with err set on failure. */
static bool env_emit_as(struct env_scope *s, const struct env_expr *e, const char *wanted) {
  const char *desc = env_emit(s, e, wanted);
  if (!desc) return false;
  if (!strcmp(desc, wanted)) return true;
  if (*desc == 'N') return *wanted == 'L' || *wanted == '[' || emit_fail(s, "null for ", wanted);
  return asm_as_type(s->m, jtype_of(desc), jtype_of(wanted)) ||
         emit_fail(s, "no conversion to ", wanted) != NULL;
}
