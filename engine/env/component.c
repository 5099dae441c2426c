/* Finds the calls of a component. See component.h. */
#include "engine/env/component_int.h"

#include <stdlib.h>

/* ---- its methods ---- */

static bool is_called(const struct method *m) {
  return m->flags & ACC_PUBLIC && !(m->flags & (ACC_BRIDGE | ACC_SYNTHETIC)) &&
         *m->name->s != '<' &&
         (strcmp(m->name->s, "main") != 0 || strcmp(m->desc->s, "([Ljava/lang/String;)V") != 0);
}

/* Returns the parameter's name from the class file's list, else from its table of local variables,
 * or NULL. */
static const char *parameter_name(const struct method *m, const struct sig *sig, uint32_t at) {
  const struct method_info *info = m->info;
  uint32_t slot = m->flags & ACC_STATIC ? 0 : 1;
  if (at < info->parameter_count && info->parameter_names[at]) return info->parameter_names[at]->s;
  for (uint32_t i = 0; i < at; i++) slot += (uint32_t)jtype_slots(sig->arg[i]);
  for (uint32_t i = 0; i < info->local_var_count; i++)
    if (info->local_vars[i].slot == slot && !info->local_vars[i].start_pc)
      return info->local_vars[i].name->s;
  return NULL;
}

static void add_type(struct text *t, struct jtype type) {
  static const char *const prims[] = {"boolean", "byte", "char",  "short",
                                      "int",     "long", "float", "double"};
  struct text name = {0};
  uint32_t dims = 0;
  while (type.s[dims] == '[') dims++;
  type = (struct jtype){type.s + dims, type.n - dims};
  if (type.s[0] == 'L') {
    char *java;
    jtype_class_name(type, &name);
    java = component_java_name(name.s);
    text_puts(t, strncmp(java, "java.lang.", 10) ? java : java + 10);
    free(java);
    text_release(&name);
  } else {
    text_puts(t, prims[strchr("ZBCSIJFD", type.s[0]) - "ZBCSIJFD"]);
  }
  while (dims--) text_puts(t, "[]");
}

/* "put(Object, int)" */
static void add_signature(struct text *t, const struct method *m, const struct sig *sig) {
  text_printf(t, "%s(", m->name->s);
  for (uint32_t i = 0; i < sig->argc; i++) {
    if (i) text_puts(t, ", ");
    add_type(t, sig->arg[i]);
  }
  text_puts(t, ")");
}

static void leave_out(struct component *c, const struct method *m, const struct sig *sig,
                      uint32_t at) {
  struct text t = {0};
  add_signature(&t, m, sig);
  if (at < sig->argc) {
    text_puts(&t, ": no value for ");
    add_type(&t, sig->arg[at]);
  } else {
    text_puts(&t, ": too many parameters");
  }
  *vec_push(&c->left_out) = t.s;
}

static void call_release(struct component_call *call) {
  free(call->method);
  for (uint32_t i = 0; i < COMPONENT_ARGS; i++) component_arg_release(&call->args[i]);
  vec_free(&call->touches);
}

static void add_call(const struct component_maker *mk, const struct klass *k,
                     const struct method *m, struct component *c) {
  struct component_call call = {0};
  struct sig sig;
  if (!sig_parse(&sig, m->desc->s)) return;
  if (sig.argc > COMPONENT_ARGS) {
    leave_out(c, m, &sig, sig.argc);
    return;
  }
  for (uint32_t i = 0; i < sig.argc; i++)
    if (!component_values(mk, parameter_name(m, &sig, i), sig.arg[i], &call.args[i])) {
      leave_out(c, m, &sig, i);
      call_release(&call);
      return;
    }
  c->alike &= component_plain_values(m);
  call.method = mem_strdup(m->name->s);
  call.argc = sig.argc;
  component_touches(mk->vm, k, m, &call);
  *vec_push(&c->calls) = call;
}

static bool is_asked_for(const struct component_asked *asked, const struct method *m) {
  struct text t = {0};
  struct sig sig;
  bool wanted;
  if (!asked->wanted || asked->wanted(asked->self, m->name->s)) return true;
  if (!sig_parse(&sig, m->desc->s)) return false;
  add_signature(&t, m, &sig);
  wanted = asked->wanted(asked->self, t.s);
  text_release(&t);
  return wanted;
}

/* Adds the calls of the methods. Returns true if some of them need an object. */
static bool add_methods(const struct component_maker *mk, const struct klass *k,
                        const struct component_asked *asked, struct component *c) {
  bool objects = false;
  for (uint32_t i = 0; i < k->method_count; i++) {
    const struct method *m = &k->methods[i];
    if (!is_called(m) || !is_asked_for(asked, m)) continue;
    objects |= !(m->flags & ACC_STATIC);
    add_call(mk, k, m, c);
  }
  return objects;
}

/* ---- the object ---- */

static int make_object(const struct component_maker *mk, const struct klass *k, const char *make,
                       bool objects, struct component *c, struct error *err) {
  char *made = make ? mem_printf("(%s) %s", c->klass, make) : component_construct(mk, k);
  c->receiver = mem_strdup(made || objects ? "comp" : c->klass);
  c->make = made ? mem_printf("comp = %s", made) : mem_strdup("");
  free(made);
  if (!*c->make && objects)
    return error_set(
        err, ERR_USAGE,
        "no constructor of %s can be called; use --new 'EXPRESSION' to make the object", c->klass);
  return 0;
}

/* Returns the class of the object if it is known: the class itself, or the one that `new` names.
 * Otherwise NULL. */
static const struct klass *class_made(const struct component_maker *mk, const struct klass *k,
                                      const char *make) {
  size_t n = strlen("new ");
  const struct klass *made = NULL;
  char *name;
  if (!make) return k->is_interface || k->flags & ACC_ABSTRACT ? NULL : k;
  if (strncmp(make, "new ", n) != 0) return NULL;
  name = mem_printf("%.*s", (int)strcspn(make + n, "( "), make + n);
  made = env_class(mk->vm, name);
  free(name);
  return made;
}

static char *own_contracts(const struct component_maker *mk, const struct klass *k,
                           const char *make) {
  struct text names = {0};
  int least = 0;
  char *own;
  k = class_made(mk, k, make);
  if (!k) return NULL;
  text_puts(&names, "");
  for (; k; k = k->super) {
    int layer = contract_layer(k->name->s);
    if (k->super) text_printf(&names, ",%s", k->name->s);
    if (layer && (!least || layer < least)) least = layer;
  }
  own = mem_printf("%d%s", least, names.s);
  text_release(&names);
  return own;
}

int component_of(struct vm *vm, const char *klass, const struct component_asked *asked,
                 struct component *out, struct error *err) {
  struct component_maker mk = {.vm = vm, .hidden = &out->is_hidden};
  struct klass *k = env_class(vm, klass);
  bool objects;
  memset(out, 0, sizeof *out);
  if (!k) return error_set(err, ERR_INPUT, "no class %s on the class path or in the JDK", klass);
  if (asked->values && !(mk.values = env_class(vm, asked->values)))
    return error_set(err, ERR_INPUT, "no class %s on the class path, for --values", asked->values);
  out->klass = component_java_name(k->name->s);
  out->is_jdk = k->is_jdk;
  out->binary = mem_strdup(k->name->s);
  mk.of = k;
  component_hides(vm, k, out);
  out->own = own_contracts(&mk, k, asked->make);
  out->alike = !asked->make && !asked->values && component_treats_alike(vm, k);
  objects = add_methods(&mk, k, asked, out);
  return make_object(&mk, k, asked->make, objects, out, err);
}

void component_release(struct component *c) {
  free(c->klass);
  free(c->receiver);
  free(c->make);
  free(c->own);
  free(c->binary);
  for (size_t i = 0; i < c->calls.len; i++) call_release(&c->calls.data[i]);
  for (size_t i = 0; i < c->left_out.len; i++) free(c->left_out.data[i]);
  for (size_t i = 0; i < c->hidden.len; i++) free(c->hidden.data[i]);
  vec_free(&c->hidden);
  vec_free(&c->calls);
  vec_free(&c->left_out);
}

/* ---- texts ---- */

uint32_t component_combinations(const struct component_call *call) {
  uint64_t n = 1;
  for (uint32_t i = 0; i < call->argc; i++) {
    n *= call->args[i].values.len;
    if (n > UINT32_MAX) return UINT32_MAX;
  }
  return (uint32_t)n;
}

void component_call_text(const struct component *c, const struct component_call *call, uint32_t k,
                         struct text *out) {
  text_printf(out, "%s.%s(", c->receiver, call->method);
  for (uint32_t i = 0; i < call->argc; i++) {
    uint32_t n = (uint32_t)call->args[i].values.len;
    text_printf(out, "%s%s", i ? ", " : "", call->args[i].values.data[k % n]);
    k /= n;
  }
  text_puts(out, ")");
}

static void print_steps(struct text *t, const struct env_steps *steps) {
  for (uint32_t i = 0; i < steps->count; i++) {
    if (i) text_puts(t, "; ");
    env_print_step(t, &steps->list[i]);
  }
}

int component_scenario(const struct component *c, const char *text, char **out, struct error *err) {
  struct env_text *parsed;
  struct text t = {0};
  struct pool pool;
  pool_init(&pool);
  parsed = pool_alloc(&pool, sizeof *parsed);
  if (!env_parse_threads(text, c->receiver, &pool, parsed, err))
    for (uint32_t i = 0; i < parsed->threads; i++) {
      if (i) text_puts(&t, " || ");
      print_steps(&t, &parsed->of[i]);
    }
  pool_release(&pool);
  text_puts(&t, "");
  *out = t.s;
  return err->code;
}

int component_alone(const struct component *c, const char *text, char **out, struct error *err) {
  struct env_steps *steps;
  struct text t = {0};
  struct pool pool;
  pool_init(&pool);
  steps = pool_alloc(&pool, sizeof *steps);
  if (!env_parse_steps(text, c->receiver, &pool, steps, err)) print_steps(&t, steps);
  pool_release(&pool);
  text_puts(&t, "");
  *out = t.s;
  return err->code;
}

const char *component_answers(const struct component *c) {
  return c->is_jdk ? "!java.lang.ArrayIndexOutOfBoundsException,"
                     "java.lang.IndexOutOfBoundsException,java.lang.IllegalStateException,"
                     "java.lang.IllegalArgumentException,java.lang.UnsupportedOperationException,"
                     "java.lang.IllegalMonitorStateException,java.util.NoSuchElementException"
                   : "";
}
