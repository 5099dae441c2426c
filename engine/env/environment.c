/* The class of an environment (environment.h), and the results by which its source assesses. In
 * Java:
 *
 *   final class Environment implements Runnable {
 *     final Cache comp; final int who, program;
 *     public void run() { switch (who) { case 0: thread0(); ... } }        // threads written down
 *     public void run() { for (int p = program; p > 0; p = (p - 1) / M) call((p - 1) % M); } // all
 *     public void run() { while (choose(2) == 1) call(choose(M)); }              // universal
 *     void call(int which) { switch (which) { case 0: comp.put(1, 2); ... } }
 *     static native int choose(int n);
 *     public static void main(String[] a) { statements before; threads; joins; after }
 *   }
 *
 * The number of a sequence of calls is written in digits from 1 to M. So each number from 0 on is
 * one sequence, and shorter sequences come first. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/env/environment_int.h"
#include "engine/env/environment_orders.h"
#include "engine/vm/vm.h"

/* ---- orders with their results ---- */

static bool same(const struct environment_outcome *a, const struct environment_outcome *b) {
  for (size_t i = 0; i < COUNT(a->gave); i++) {
    if (a->gave[i].len != b->gave[i].len) return false;
    for (size_t k = 0; k < a->gave[i].len; k++)
      if (strcmp(a->gave[i].data[k], b->gave[i].data[k]) != 0) return false;
  }
  return true;
}

static bool is_listed(const struct environment_outcome *of, const char *order) {
  for (size_t i = 0; i < of->orders.len; i++)
    if (!strcmp(of->orders.data[i], order)) return true;
  return false;
}

static struct environment_outcome *outcome_of(struct environment_orders *o,
                                              struct environment_outcome *gave) {
  for (size_t i = 0; i < o->all.len; i++)
    if (same(&o->all.data[i], gave)) {
      environment_outcome_release(gave);
      return &o->all.data[i];
    }
  *vec_push(&o->all) = *gave;
  return &o->all.data[o->all.len - 1];
}

bool environment_orders_add(struct environment_orders *o, char *order,
                            struct environment_outcome *gave) {
  struct environment_outcome *of = outcome_of(o, gave);
  size_t orders = 0;
  if (is_listed(of, order))
    free(order);
  else
    *vec_push(&of->orders) = order;
  for (size_t i = 0; i < o->all.len; i++) {
    INVARIANT(o->all.data[i].orders.len, "results are listed for an order of the calls: %zu", i);
    orders += o->all.data[i].orders.len;
  }
  if (orders <= ENVIRONMENT_ORDERS_MOST && o->all.len <= ENVIRONMENT_OUTCOMES_MOST) return true;
  o->why =
      orders > ENVIRONMENT_ORDERS_MOST
          ? mem_printf("there are more than %d orders of the calls", ENVIRONMENT_ORDERS_MOST)
          : mem_printf("the calls have more than %d different results", ENVIRONMENT_OUTCOMES_MOST);
  return false;
}

void environment_outcome_release(struct environment_outcome *of) {
  for (size_t i = 0; i < COUNT(of->gave); i++) {
    for (size_t k = 0; k < of->gave[i].len; k++) free(of->gave[i].data[k]);
    vec_free(&of->gave[i]);
  }
  for (size_t i = 0; i < of->orders.len; i++) free(of->orders.data[i]);
  vec_free(&of->orders);
}

void environment_orders_release(struct environment_orders *o) {
  for (size_t i = 0; i < o->all.len; i++) environment_outcome_release(&o->all.data[i]);
  vec_free(&o->all);
  free(o->why);
  o->why = NULL;
}

/* ---- the table of results ---- */

/* The source of an environment assesses by a table of the results that its calls can return in some
 * order. The table follows environment_tail. */

/* Appends a Java string literal. */
void environment_quote(struct text *t, const char *s) {
  text_puts(t, "\"");
  for (; *s; s++) text_printf(t, *s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
  text_puts(t, "\"");
}

/* of("true", "null") */
static void list_results(struct text *t, char *const *all, size_t count) {
  text_puts(t, ", of(");
  for (size_t i = 0; i < count; i++) {
    if (i) text_puts(t, ", ");
    environment_quote(t, all[i]);
  }
  text_puts(t, ")");
}

/* allow("12 21", of("true"), of(), of()); */
static void list_outcome(struct text *t, const struct environment_outcome *of, uint32_t threads) {
  text_puts(t, "    allow(\"");
  for (size_t i = 0; i < of->orders.len; i++)
    text_printf(t, "%s%s", i ? " " : "", of->orders.data[i]);
  text_puts(t, "\"");
  for (uint32_t i = 0; i <= threads; i++) list_results(t, of->gave[i].data, of->gave[i].len);
  text_puts(t, ");\n");
}

void environment_assess(const struct environment_orders *o, struct text *t) {
  bool assessed = o && !o->why;
  text_puts(
      t,
      assessed
          ? "\n  /* Orders of the calls (each character is the thread whose call is next), and the "
            "results of\n   * the calls of each thread, then those of main after the threads. */\n"
          : "\n");
  text_puts(t, "  static final String[] ASSESSED = {");
  for (size_t i = 0; assessed && i < COUNT(o->properties) && o->properties[i]; i++) {
    text_puts(t, i ? ", " : "");
    environment_quote(t, o->properties[i]);
  }
  text_printf(t, "};\n  static final boolean THROWN = %s;\n",
              assessed && o->thrown ? "true" : "false");
  text_printf(t, "  static final int CALLS = %u;\n", assessed ? o->calls : 0);
  if (!assessed) return;
  text_puts(t, "\n  static {\n");
  for (size_t i = 0; i < o->all.len; i++) list_outcome(t, &o->all.data[i], o->threads);
  text_puts(t, "  }\n");
}

/* ---- text and notes ---- */

/* Is the word in the list, which is separated by ','? */
static bool environment_lists(const char *list, const char *word) {
  size_t n = strlen(word);
  for (const char *at = list; (at = strstr(at, word)); at += n)
    if ((at == list || at[-1] == ',') && (!at[n] || at[n] == ',')) return true;
  return false;
}

static bool read_note(struct environment *e, const char *note) {
  static const char *const names[] = {
      "answers=", "may-block=", "about=", "model=", "own=", "beside=", "again=", "mirrors="};
  const char **const to[] = {&e->answers, &e->may_block, &e->about, &e->model,
                             &e->own,     &e->beside,    &e->again, &e->mirrors};
  if (!strcmp(note, "sampled")) return e->sampled = true;
  for (size_t i = 0; i < COUNT(names); i++)
    if (!strncmp(note, names[i], strlen(names[i]))) {
      *to[i] = note + strlen(names[i]);
      return true;
    }
  return false;
}

/* Parses the arguments into *out, which the pool owns. */
static int environment_read(int argc, char *const *argv, struct pool *pool,
                            struct environment **out, struct error *err) {
  struct environment *e = pool_alloc(pool, sizeof *e);
  e->answers = e->may_block = e->about = e->model = e->own = e->beside = e->again = e->mirrors = "";
  *out = e;
  if (argc < 1) return error_set(err, ERR_USAGE, "%s takes a text", ENVIRONMENT_NAME);
  for (int i = 1; i < argc; i++)
    if (!read_note(e, argv[i]))
      return error_set(err, ERR_USAGE, "%s: no note '%s'", ENVIRONMENT_NAME, argv[i]);
  return env_parse(argv[0], pool, &e->text, err);
}

int environment_source(int argc, char *const *argv, const char *simple,
                       const struct environment_orders *orders, struct text *out,
                       struct error *err) {
  struct environment *e;
  struct pool pool;
  pool_init(&pool);
  if (!environment_read(argc, argv, &pool, &e, err)) environment_java(e, simple, orders, out);
  pool_release(&pool);
  return err->code;
}

const char *environment_own(int argc, char *const *argv, int *layers) {
  static const char note[] = "own=";
  for (int i = 1; i < argc; i++) {
    const char *classes;
    if (strncmp(argv[i], note, sizeof note - 1) != 0) continue;
    *layers = atoi(argv[i] + sizeof note - 1);
    classes = strchr(argv[i], ',');
    return classes ? classes + 1 : "";
  }
  return NULL;
}

char *environment_source_name(const char *component) {
  const char *simple = component + strlen(component);
  while (simple > component && !strchr("./$", simple[-1])) simple--;
  return mem_printf("%sEnvironment", simple);
}

/* ---- statements ---- */

static bool environment_fields(const struct environment_making *k, struct env_scope *s) {
  for (uint32_t i = 0; i < k->count; i++) {
    asm_load(s->m, 'L', 0);
    asm_field(s->m, OP_GETFIELD, k->env.main, k->names[i].name, k->names[i].desc);
    if (!env_store(s, k->names[i].name, k->names[i].desc)) return false;
  }
  return true;
}

void environment_handlers(const struct environment_making *k, struct synth_method *m, int start,
                          int end, int go_on, int thrown) {
  const char *at = k->e->answers;
  while (*at) {
    size_t n = strcspn(at, ",");
    char *name = mem_printf("%.*s", (int)n, at);
    mem_exchange(name, '.', '/');
    asm_handler(m, start, end, *name == '!' ? thrown : go_on, name + (*name == '!'));
    free(name);
    at += n + (at[n] == ',');
  }
  asm_handler(m, start, end, thrown, "java/lang/RuntimeException");
  asm_handler(m, start, end, go_on, "java/lang/Exception");
}

static void zero_variable(struct synth_method *m, char type) {
  if (type == 'L' || type == 'N')
    asm_op(m, OP_ACONST_NULL);
  else if (type == 'J')
    asm_long(m, 0);
  else
    asm_int(m, 0);
  if (type == 'F') asm_op(m, OP_I2F);
  if (type == 'D') asm_op(m, OP_I2D);
}

bool environment_name(struct env_scope *s, const struct env_step *step) {
  const char *desc = env_type(s, step->value);
  if (!desc) return false;
  zero_variable(s->m, env_letter(desc));
  return env_store(s, step->variable, desc);
}

/* Removes the value on the stack. */
static void environment_drop(struct env_scope *s, const char *desc) {
  int slots = *desc == 'N' ? 1 : jtype_slots(jtype_of(desc));
  if (slots) asm_op(s->m, slots == 2 ? OP_POP2 : OP_POP);
}

/* void stay<n>(): makes the call in a method of its own, which is marked (may_stay). The call sees
 * what all threads see. */
static bool write_stay(struct environment_making *k, struct env_scope *from,
                       const struct env_step *step) {
  struct env_scope s = {.made = &k->env, .next_slot = 1};
  char *name = mem_printf("stay%u", k->stays++);
  const char *desc;
  s.m = synth_method(k->c, ACC_FINAL, name, "()V");
  asm_load(from->m, 'L', 0);
  env_call_virtual(from->m, k->env.main, name, "()V");
  free(name);
  if (!environment_fields(k, &s)) return false;
  asm_line(s.m, step->line);
  desc = env_emit(&s, step->value, NULL);
  if (!desc) return false;
  environment_drop(&s, desc);
  asm_return(s.m, 'V');
  return true;
}

/* Is the step a call that may block, in a thread? The code of threads has an object, unlike
 * main. */
static bool may_stay(const struct environment_making *k, const struct env_scope *s,
                     const struct env_step *step) {
  return s->of_object && !step->variable && step->value->kind == ENV_CALL &&
         environment_lists(k->e->may_block, step->value->text);
}

bool environment_step(struct environment_making *k, struct env_scope *s,
                      const struct env_step *step) {
  struct synth_method *m = s->m;
  int start = asm_label(m), end = asm_label(m), go_on = asm_label(m), thrown = asm_label(m),
      done = asm_label(m);
  const char *desc;
  asm_line(m, step->line);
  if (k->assessed && s->of_object) return environment_record(k, s, step);
  if (step->variable && !environment_name(s, step)) return false;
  asm_bind(m, start);
  if (may_stay(k, s, step))
    desc = write_stay(k, s, step) ? "V" : NULL;
  else
    desc = env_emit(s, step->value, NULL);
  if (!desc) return false;
  if (step->variable)
    asm_store(m, env_letter(*desc == 'N' ? OBJECT : desc), env_find(s, step->variable)->slot);
  else
    environment_drop(s, desc);
  asm_bind(m, end);
  asm_jump(m, OP_GOTO, done);
  environment_handlers(k, m, start, end, go_on, thrown);
  asm_bind(m, thrown);
  asm_op(m, OP_ATHROW);
  asm_bind(m, go_on);
  asm_op(m, OP_POP);
  asm_bind(m, done);
  return true;
}

/* ---- code of the threads ---- */

static bool write_thread(struct environment_making *k, uint32_t who) {
  const struct env_steps *steps = &k->e->text.of[who];
  struct env_scope s = {.made = &k->env, .next_slot = 1, .of_object = true};
  char *name = mem_printf("thread%u", who);
  s.m = synth_method(k->c, ACC_FINAL, name, "()V");
  free(name);
  if (!environment_fields(k, &s)) return false;
  for (uint32_t i = 0; i < steps->count; i++)
    if (!environment_step(k, &s, &steps->list[i])) return false;
  asm_return(s.m, 'V');
  return true;
}

/* void call(int which) */
static bool write_call(struct environment_making *k) {
  const struct env_steps *steps = &k->e->text.of[0];
  struct env_scope s = {.made = &k->env, .next_slot = 2, .of_object = true};
  int *labels = mem_alloc(steps->count * sizeof *labels), end;
  bool good;
  CHECK(steps->count, "threads that choose have a call to choose");
  s.m = synth_method(k->c, ACC_FINAL, "call", "(I)V");
  end = asm_label(s.m);
  good = environment_fields(k, &s);
  for (uint32_t i = 0; i < steps->count; i++) labels[i] = asm_label(s.m);
  asm_load(s.m, 'I', 1);
  asm_tableswitch(s.m, 0, (int32_t)steps->count, labels, end);
  for (uint32_t i = 0; good && i < steps->count; i++) {
    asm_bind(s.m, labels[i]);
    good = environment_step(k, &s, &steps->list[i]);
    asm_jump(s.m, OP_GOTO, end);
  }
  asm_bind(s.m, end);
  if (good) asm_return(s.m, 'V');
  free(labels);
  return good;
}

static void load_program(struct synth_method *m) {
  asm_load(m, 'I', 1);
  asm_int(m, 1);
  asm_op(m, OP_ISUB);
}

/* for (int p = program; p > 0; p = (p - 1) / M) call((p - 1) % M); */
static void write_sequence(const struct environment_making *k, struct synth_method *m) {
  int head = asm_label(m), end = asm_label(m);
  int32_t count = (int32_t)k->e->text.of[0].count;
  asm_load(m, 'L', 0);
  asm_field(m, OP_GETFIELD, k->env.main, "program", "I");
  asm_store(m, 'I', 1);
  asm_bind(m, head);
  asm_load(m, 'I', 1);
  asm_jump(m, OP_IFLE, end);
  asm_load(m, 'L', 0);
  load_program(m);
  asm_int(m, count);
  asm_op(m, OP_IREM);
  env_call_virtual(m, k->env.main, "call", "(I)V");
  load_program(m);
  asm_int(m, count);
  asm_op(m, OP_IDIV);
  asm_store(m, 'I', 1);
  asm_jump(m, OP_GOTO, head);
  asm_bind(m, end);
}

static void write_choose(struct synth_method *m, uint32_t count) {
  asm_int(m, (int32_t)count);
  asm_invoke(m, OP_INVOKESTATIC, ENVIRONMENT_MAIN, "choose", "(I)I", false);
}

/* while (choose(2) == 1) call(choose(M)); */
static void write_loop(const struct environment_making *k, struct synth_method *m) {
  int head = asm_label(m), end = asm_label(m);
  asm_bind(m, head);
  write_choose(m, 2);
  asm_jump(m, OP_IFEQ, end);
  asm_load(m, 'L', 0);
  write_choose(m, k->e->text.of[0].count);
  env_call_virtual(m, k->env.main, "call", "(I)V");
  asm_jump(m, OP_GOTO, head);
  asm_bind(m, end);
}

static void write_switch(const struct environment_making *k, struct synth_method *m) {
  int end = asm_label(m);
  for (uint32_t i = 0; i < k->e->text.threads; i++) {
    char *name = mem_printf("thread%u", i);
    int next = asm_label(m);
    asm_load(m, 'L', 0);
    asm_field(m, OP_GETFIELD, k->env.main, "who", "I");
    asm_int(m, (int32_t)i);
    asm_jump(m, OP_IF_ICMPNE, next);
    asm_load(m, 'L', 0);
    env_call_virtual(m, k->env.main, name, "()V");
    asm_jump(m, OP_GOTO, end);
    asm_bind(m, next);
    free(name);
  }
  asm_bind(m, end);
}

static void write_run(const struct environment_making *k) {
  struct synth_method *m = synth_method(k->c, ACC_PUBLIC, "run", "()V");
  switch (k->e->text.form) {
    case ENV_LINES: write_switch(k, m); break;
    case ENV_ALL: write_sequence(k, m); break;
    case ENV_UNIVERSAL: write_loop(k, m); break;
  }
  asm_return(m, 'V');
}

/* void behind(): runs the calls after the threads have ended, then copies kept results again */
static bool write_behind(struct environment_making *k) {
  const struct env_steps *steps = &k->e->text.after;
  struct env_scope s = {.made = &k->env, .next_slot = 1, .of_object = true};
  s.m = synth_method(k->c, ACC_FINAL, "behind", "()V");
  if (!environment_fields(k, &s)) return false;
  k->behind = true;
  for (uint32_t i = 0; i < steps->count; i++)
    if (!environment_step(k, &s, &steps->list[i])) return false;
  k->behind = false;
  asm_field(s.m, OP_GETSTATIC, k->env.main, "all", RESULTS);
  asm_invoke(s.m, OP_INVOKESTATIC, ENVIRONMENT_MAIN, "compare", "(" RESULTS ")V", false);
  asm_return(s.m, 'V');
  return true;
}

/* ---- making the class ---- */

static bool write_class(struct environment_making *k) {
  synth_interface(k->c, "java/lang/Runnable");
  if (!k->is_model) synth_method(k->c, ACC_PUBLIC | ACC_STATIC | ACC_NATIVE, "choose", "(I)I");
  if (*k->e->mirrors && !k->is_model)
    synth_method(k->c, ACC_PUBLIC | ACC_STATIC | ACC_NATIVE, "isMirror", "([I)Z");
  if (k->assessed) environment_write_record(k);
  if (!environment_write_main(k)) return false;
  environment_write_join(k);
  write_run(k);
  if (k->assessed && !write_behind(k)) return false;
  if (k->e->text.form == ENV_ALL) environment_write_pick(k);
  if (k->e->text.form != ENV_LINES) return write_call(k);
  for (uint32_t i = 0; i < k->e->text.threads; i++)
    if (!write_thread(k, i)) return false;
  return true;
}

static void mark_stays(const struct environment_making *k) {
  struct klass *of = synth_find(k->env.vm, k->env.main);
  CHECK(of, "a class that was made is found: %s", k->env.main);
  k->env.vm->environment.may_block = k->stays > 0;
  for (uint32_t i = 0; i < of->method_count; i++)
    if (!strncmp(of->methods[i].name->s, "stay", 4)) of->methods[i].vm_flags |= METHOD_MAY_STAY;
}

static int make(struct environment_making *k) {
  k->c = synth_new(k->env.main, "java/lang/Object", ACC_PUBLIC | ACC_FINAL | ACC_SUPER);
  synth_source(k->c, "Environment.java");
  if (!write_class(k))
    synth_free(k->c);
  else if (env_define(&k->env, k->c) && !k->assessed)
    mark_stays(k);
  free(k->init);
  k->init = NULL;
  return k->env.err->code;
}

/* Returns the class of the object that a text "new ..." makes, or NULL if the text is another
 * value. */
static const struct klass *class_of_value(const struct environment_making *k,
                                          const struct env_expr *e) {
  while (e->kind == ENV_CAST) e = e->target;
  return e->kind == ENV_NEW ? env_class(k->env.vm, e->text) : NULL;
}

/* Makes the class that calls the model. It differs only in the value of "comp". */
static int make_model(struct environment_making *k) {
  struct environment_making of = {
      .env = k->env, .e = k->e, .assessed = k->assessed, .is_model = true};
  struct env_steps *made = pool_alloc(k->env.pool, sizeof *made), *before = &k->e->text.before;
  char *text = mem_printf("comp = %s", k->e->model);
  of.env.main = ENVIRONMENT_MODEL;
  if (!env_parse_steps(text, NULL, k->env.pool, made, k->env.err)) {
    of.env.beside = class_of_value(k, made->list[0].value);
    for (uint32_t i = 0; i < before->count; i++)
      if (before->list[i].variable && !strcmp(before->list[i].variable, "comp"))
        before->list[i].value = made->list[0].value;
    make(&of);
  }
  free(text);
  return k->env.err->code ? error_prefix(k->env.err, "the model") : 0;
}

/* Finds the class in whose package the environment is made, according to its note. */
static int look_beside(struct environment_making *k) {
  if (!*k->e->beside) return 0;
  k->env.beside = vm_class(k->env.vm, k->e->beside, k->env.err);
  return k->env.err->code;
}

int environment_main(struct vm *vm, int argc, char *const *argv, struct error *err) {
  struct pool pool;
  struct environment_making k = {
      .env = {.main = ENVIRONMENT_MAIN, .vm = vm, .pool = &pool, .err = err},
      .assessed = vm->opt.properties & PROP_ASSESSED};
  pool_init(&pool);
  if (!environment_read(argc, argv, &pool, &k.e, err) && !look_beside(&k) &&
      !environment_look(&k) && !make(&k) && (!k.assessed || !*k.e->model || !make_model(&k)))
    environment_note(&k);
  pool_release(&pool);
  return err->code;
}
