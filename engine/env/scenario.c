/* The class of a scenario (scenario.h). In Java:
 *
 *   final class Scenario implements Runnable {
 *     static Thread t0, t1; static Object[] r0, r1; static boolean late;
 *     final ArrayBlockingQueue q; final int who;      // seen by all threads
 *     public void run() { switch (who) { case 0: thread0(); ... } }
 *     void thread0() { Object[] r = ...; try { r[0] = q.take(); } catch (Throwable t) { r[0] = t; }
 *                      ...; r[n] = Thread.interrupted(); r0 = r; }
 *     public static void main(String[] a) { statements before; threads; after; print; }
 *   }
 *
 * Threads read only final fields, and what they write is private until they end. So a scenario has
 * no scheduling points other than those of the calls. */
#include <stdlib.h>

#include "engine/base/check.h"
#include "engine/env/env_int.h"
#include "engine/env/environment.h"

/* ---- methods of every scenario ---- */

/* These methods show results and wait for a thread. */

static void env_call_static(struct synth_method *m, const char *name, const char *desc) {
  asm_invoke(m, OP_INVOKESTATIC, SCENARIO_MAIN, name, desc, false);
}

void env_call_virtual(struct synth_method *m, const char *owner, const char *name,
                      const char *desc) {
  asm_invoke(m, OP_INVOKEVIRTUAL, owner, name, desc, false);
}

static void env_append(struct synth_method *m) {
  env_call_virtual(m, "java/lang/StringBuilder", "append",
                   "(Ljava/lang/String;)Ljava/lang/StringBuilder;");
}

static void env_append_text(struct synth_method *m, const char *text) {
  asm_string(m, text, strlen(text));
  env_append(m);
}

/* static String show(Object o) */
static void write_show(struct synth *c) {
  struct synth_method *m = synth_method(c, ACC_STATIC, "show", "(" OBJECT ")Ljava/lang/String;");
  int thrown = asm_label(m), array = asm_label(m), iterator = asm_label(m), next = asm_label(m),
      end = asm_label(m);
  static const char *const kinds[] = {"java/lang/Throwable", RESULTS, "java/util/Iterator"};
  const int to[] = {thrown, array, iterator};
  for (size_t i = 0; i < COUNT(kinds); i++) {
    asm_load(m, 'L', 0);
    asm_type(m, OP_INSTANCEOF, kinds[i]);
    asm_jump(m, OP_IFNE, to[i]);
  }
  asm_load(m, 'L', 0);
  asm_invoke(m, OP_INVOKESTATIC, "java/lang/String", "valueOf", "(" OBJECT ")Ljava/lang/String;",
             false);
  asm_return(m, 'L');
  asm_bind(m, thrown);
  asm_load(m, 'L', 0);
  env_call_virtual(m, "java/lang/Object", "getClass", "()Ljava/lang/Class;");
  env_call_virtual(m, "java/lang/Class", "getName", "()Ljava/lang/String;");
  asm_return(m, 'L');
  asm_bind(m, array);
  asm_load(m, 'L', 0);
  asm_type(m, OP_CHECKCAST, "[Ljava/lang/Object;");
  asm_invoke(m, OP_INVOKESTATIC, "java/util/Arrays", "toString",
             "([Ljava/lang/Object;)Ljava/lang/String;", false);
  asm_return(m, 'L');
  asm_bind(m, iterator);
  asm_type(m, OP_NEW, "java/util/ArrayList");
  asm_op(m, OP_DUP);
  asm_invoke(m, OP_INVOKESPECIAL, "java/util/ArrayList", "<init>", "()V", false);
  asm_store(m, 'L', 1);
  asm_bind(m, next);
  asm_load(m, 'L', 0);
  asm_type(m, OP_CHECKCAST, "java/util/Iterator");
  asm_invoke(m, OP_INVOKEINTERFACE, "java/util/Iterator", "hasNext", "()Z", true);
  asm_jump(m, OP_IFEQ, end);
  asm_load(m, 'L', 1);
  asm_load(m, 'L', 0);
  asm_type(m, OP_CHECKCAST, "java/util/Iterator");
  asm_invoke(m, OP_INVOKEINTERFACE, "java/util/Iterator", "next", "()" OBJECT, true);
  env_call_virtual(m, "java/util/ArrayList", "add", "(" OBJECT ")Z");
  asm_op(m, OP_POP);
  asm_jump(m, OP_GOTO, next);
  asm_bind(m, end);
  asm_load(m, 'L', 1);
  env_call_virtual(m, "java/util/ArrayList", "toString", "()Ljava/lang/String;");
  asm_return(m, 'L');
}

/* static void add(StringBuilder b, Object[] r): appends the results, separated by ", " */
static void write_add(struct synth *c) {
  struct synth_method *m =
      synth_method(c, ACC_STATIC, "add", "(Ljava/lang/StringBuilder;" RESULTS ")V");
  int head = asm_label(m), end = asm_label(m), first = asm_label(m);
  asm_int(m, 0);
  asm_store(m, 'I', 2);
  asm_bind(m, head);
  asm_load(m, 'I', 2);
  asm_load(m, 'L', 1);
  asm_op(m, OP_ARRAYLENGTH);
  asm_jump(m, OP_IF_ICMPGE, end);
  asm_load(m, 'I', 2);
  asm_jump(m, OP_IFEQ, first);
  asm_load(m, 'L', 0);
  env_append_text(m, ", ");
  asm_op(m, OP_POP);
  asm_bind(m, first);
  asm_load(m, 'L', 0);
  asm_load(m, 'L', 1);
  asm_load(m, 'I', 2);
  asm_array_load(m, 'L');
  env_call_static(m, "show", "(" OBJECT ")Ljava/lang/String;");
  env_append(m);
  asm_op(m, OP_POP);
  asm_load(m, 'I', 2);
  asm_int(m, 1);
  asm_op(m, OP_IADD);
  asm_store(m, 'I', 2);
  asm_jump(m, OP_GOTO, head);
  asm_bind(m, end);
  asm_return(m, 'V');
}

/* static void await(Thread t): joins the thread, and sets `late` if interrupted meanwhile */
static void write_await(struct synth *c) {
  struct synth_method *m = synth_method(c, ACC_STATIC, "await", "(" THREAD ")V");
  int start = asm_label(m), end = asm_label(m), interrupted = asm_label(m);
  asm_bind(m, start);
  asm_load(m, 'L', 0);
  env_call_virtual(m, "java/lang/Thread", "join", "()V");
  asm_bind(m, end);
  asm_return(m, 'V');
  asm_handler(m, start, end, interrupted, "java/lang/InterruptedException");
  asm_bind(m, interrupted);
  asm_op(m, OP_POP);
  asm_int(m, 1);
  asm_field(m, OP_PUTSTATIC, SCENARIO_MAIN, "late", "Z");
  asm_jump(m, OP_GOTO, start);
}

static void env_write_parts(struct synth *c) {
  write_show(c);
  write_add(c);
  write_await(c);
}

/* ---- names of a scenario ---- */

struct made {
  struct env_made env;
  struct synth *c;
  const struct env_text *text;
  uint32_t count; /* number of names that all threads see */
  struct env_name names[ENV_NAMES_MAX];
  char *init; /* descriptor of the constructor */
};

/* Keeps a class of an environment for a JVM that is to run it. */
static void keep_file(struct env_made *made, const char *name, const uint8_t *bytes, size_t len) {
  struct pool *pool = &made->vm->pool;
  struct environment_file *f = pool_alloc(pool, sizeof *f);
  *f = (struct environment_file){.name = pool_strndup(pool, name, strlen(name)),
                                 .bytes = memcpy(pool_alloc(pool, len), bytes, len),
                                 .len = len,
                                 .next = made->vm->environment.files};
  made->vm->environment.files = f;
}

bool env_define(struct env_made *made, struct synth *c) {
  size_t len = 0;
  uint8_t *bytes = synth_bytes(c, &len);
  struct klass *k = synth_define_file(made->vm, c, bytes, len, NULL, made->err);
  if (k && !strncmp(made->main, ENVIRONMENT_MAIN, strlen(ENVIRONMENT_MAIN)))
    keep_file(made, synth_name(c), bytes, len);
  free(bytes);
  synth_free(c);
  for (uint32_t i = 0; k && i < k->method_count; i++)
    k->methods[i].vm_flags &= (uint16_t)~METHOD_HIDDEN;
  if (k) k->beside = made->beside;
  return k != NULL;
}

static const char *numbered(const struct made *k, char letter, uint32_t i) {
  char *s = mem_printf("%c%u", letter, i);
  const char *kept = pool_strndup(k->env.pool, s, strlen(s));
  free(s);
  return kept;
}

/* Defines the names of the threads, which every method sees. */
static void see_threads(const struct made *k, struct env_scope *s) {
  for (uint32_t i = 0; i < k->text->threads; i++)
    s->names[s->count++] = (struct env_name){numbered(k, 't', i), THREAD, -1};
}

/* ---- code of the threads ---- */

/* Assigns a default value, which later statements read if this one throws. */
static void prepare_variable(struct env_scope *s, const char *desc) {
  char type = env_letter(desc);
  if (type == 'L' || type == 'N')
    asm_op(s->m, OP_ACONST_NULL);
  else if (type == 'J')
    asm_long(s->m, 0);
  else
    asm_int(s->m, 0);
  if (type == 'F') asm_op(s->m, OP_I2F);
  if (type == 'D') asm_op(s->m, OP_I2D);
}

/* Is a result of this type shown? Only values are; for other objects "-" is shown. */
static bool result_is_shown(const char *desc) {
  static const char *const types[] = {OBJECT,
                                      "Ljava/lang/String;",
                                      "Ljava/lang/Comparable;",
                                      "Ljava/util/Map$Entry;",
                                      "Ljava/util/Iterator;",
                                      "Ljava/util/List;",
                                      "Ljava/util/Set;",
                                      "Ljava/util/Collection;",
                                      "Ljava/lang/Throwable;",
                                      "Ljava/lang/Thread$State;",
                                      RESULTS};
  if (*desc != 'L' && *desc != '[') return *desc != 'V';
  for (size_t i = 0; i < COUNT(types); i++)
    if (!strcmp(types[i], desc)) return true;
  return jtype_unboxed(jtype_of(desc)) != 0;
}

/* Converts the value on the stack to a result. */
static void as_result(struct env_scope *s, const char *desc) {
  if (result_is_shown(desc) && *desc != 'N') {
    if (*desc != 'L' && *desc != '[') asm_box(s->m, *desc);
  } else {
    if (*desc != 'V') asm_op(s->m, OP_POP);
    asm_string(s->m, "-", 1);
  }
}

static bool assign_in_thread(struct env_scope *s, const struct env_step *step) {
  const char *desc = env_type(s, step->value);
  if (!desc) return false;
  prepare_variable(s, desc);
  return env_store(s, step->variable, desc);
}

/* r[i] = what the statement returns or throws. `r` and `value` are locals. */
static bool write_step(struct env_scope *s, const struct env_step *step, int i, int r, int value) {
  struct synth_method *m = s->m;
  int start = asm_label(m), end = asm_label(m), thrown = asm_label(m), done = asm_label(m);
  const char *desc;
  if (step->variable && !assign_in_thread(s, step)) return false;
  asm_bind(m, start);
  desc = env_emit(s, step->value, NULL);
  if (!desc) return false;
  if (step->variable) {
    const struct env_name *v = env_find(s, step->variable);
    asm_store(m, env_letter(*desc == 'N' ? OBJECT : desc), v->slot);
    env_load(s, v);
  }
  as_result(s, desc);
  asm_store(m, 'L', value);
  asm_bind(m, end);
  asm_jump(m, OP_GOTO, done);
  asm_handler(m, start, end, thrown, NULL);
  asm_bind(m, thrown);
  asm_store(m, 'L', value);
  asm_bind(m, done);
  asm_load(m, 'L', r);
  asm_int(m, i);
  asm_load(m, 'L', value);
  asm_array_store(m, 'L');
  return true;
}

static bool load_fields(const struct made *k, struct env_scope *s) {
  for (uint32_t i = 0; i < k->count; i++) {
    asm_load(s->m, 'L', 0);
    asm_field(s->m, OP_GETFIELD, SCENARIO_MAIN, k->names[i].name, k->names[i].desc);
    if (!env_store(s, k->names[i].name, k->names[i].desc)) return false;
  }
  return true;
}

/* r[count] = "interrupted" or "": a left-over interrupt */
static void write_left_over(struct synth_method *m, int count, int r) {
  int no = asm_label(m), done = asm_label(m);
  asm_load(m, 'L', r);
  asm_int(m, count);
  asm_invoke(m, OP_INVOKESTATIC, "java/lang/Thread", "interrupted", "()Z", false);
  asm_jump(m, OP_IFEQ, no);
  asm_string(m, "interrupted", 11);
  asm_array_store(m, 'L');
  asm_jump(m, OP_GOTO, done);
  asm_bind(m, no);
  asm_string(m, "", 0);
  asm_array_store(m, 'L');
  asm_bind(m, done);
}

/* void thread<who>() */
static bool write_thread(struct made *k, uint32_t who) {
  const struct env_steps *steps = &k->text->of[who];
  struct env_scope s = {.made = &k->env, .next_slot = 3};
  const int r = 1, value = 2;
  char *name = mem_printf("thread%u", who);
  s.m = synth_method(k->c, ACC_FINAL, name, "()V");
  free(name);
  see_threads(k, &s);
  asm_int(s.m, (int32_t)steps->count + 1);
  asm_new_array(s.m, jtype_of(OBJECT));
  asm_store(s.m, 'L', r);
  asm_op(s.m, OP_ACONST_NULL);
  asm_store(s.m, 'L', value);
  if (!load_fields(k, &s)) return false;
  for (uint32_t i = 0; i < steps->count; i++)
    if (!write_step(&s, &steps->list[i], (int)i, r, value)) return false;
  write_left_over(s.m, (int)steps->count, r);
  asm_load(s.m, 'L', r);
  asm_field(s.m, OP_PUTSTATIC, SCENARIO_MAIN, numbered(k, 'r', who), RESULTS);
  asm_return(s.m, 'V');
  return true;
}

/* public void run() */
static void write_run(struct made *k) {
  struct synth_method *m = synth_method(k->c, ACC_PUBLIC, "run", "()V");
  int end = asm_label(m);
  for (uint32_t i = 0; i < k->text->threads; i++) {
    char *name = mem_printf("thread%u", i);
    int next = asm_label(m);
    asm_load(m, 'L', 0);
    asm_field(m, OP_GETFIELD, SCENARIO_MAIN, "who", "I");
    asm_int(m, (int32_t)i);
    asm_jump(m, OP_IF_ICMPNE, next);
    asm_load(m, 'L', 0);
    env_call_virtual(m, SCENARIO_MAIN, name, "()V");
    asm_jump(m, OP_GOTO, end);
    asm_bind(m, next);
    free(name);
  }
  asm_bind(m, end);
  asm_return(m, 'V');
}

/* ---- main and the class ---- */

/* Collects the names assigned before the braces, each once. */
static void keep_names(struct made *k, const struct env_scope *s) {
  struct text desc = {0};
  text_puts(&desc, "(");
  for (uint32_t i = 0; i < s->count; i++) {
    const struct env_name *n = &s->names[i];
    if (n->slot < 0 || env_find(s, n->name) != n) continue;
    CHECK(k->count < ENV_NAMES_MAX, "each name that all threads see is one of main: %u", k->count);
    k->names[k->count++] = *n;
    text_puts(&desc, n->desc);
  }
  text_puts(&desc, "I)V");
  k->init = desc.s;
}

static void write_constructor(const struct made *k) {
  struct synth_method *m = synth_method(k->c, 0, "<init>", k->init);
  int slot = 1;
  asm_load(m, 'L', 0);
  asm_invoke(m, OP_INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
  for (uint32_t i = 0; i <= k->count; i++) {
    const char *name = i < k->count ? k->names[i].name : "who";
    const char *desc = i < k->count ? k->names[i].desc : "I";
    synth_field(k->c, ACC_FINAL, name, desc);
    asm_load(m, 'L', 0);
    asm_load(m, env_letter(desc), slot);
    asm_field(m, OP_PUTFIELD, SCENARIO_MAIN, name, desc);
    slot += jtype_slots(jtype_of(desc));
  }
  asm_return(m, 'V');
}

static void new_runnable(const struct made *k, struct env_scope *s, uint32_t who) {
  asm_type(s->m, OP_NEW, SCENARIO_MAIN);
  asm_op(s->m, OP_DUP);
  for (uint32_t i = 0; i < k->count; i++) env_load(s, &k->names[i]);
  asm_int(s->m, (int32_t)who);
  asm_invoke(s->m, OP_INVOKESPECIAL, SCENARIO_MAIN, "<init>", k->init, false);
}

static void write_threads(const struct made *k, struct env_scope *s) {
  asm_invoke(s->m, OP_INVOKESTATIC, "java/lang/Thread", "currentThread", "()" THREAD, false);
  asm_field(s->m, OP_PUTSTATIC, SCENARIO_MAIN, "t0", THREAD);
  for (uint32_t i = 1; i < k->text->threads; i++) {
    asm_type(s->m, OP_NEW, "java/lang/Thread");
    asm_op(s->m, OP_DUP);
    new_runnable(k, s, i);
    asm_invoke(s->m, OP_INVOKESPECIAL, "java/lang/Thread", "<init>", "(Ljava/lang/Runnable;)V",
               false);
    asm_field(s->m, OP_PUTSTATIC, SCENARIO_MAIN, numbered(k, 't', i), THREAD);
  }
  new_runnable(k, s, 0);
  asm_store(s->m, 'L', s->next_slot);
  for (uint32_t i = 1; i < k->text->threads; i++) {
    asm_field(s->m, OP_GETSTATIC, SCENARIO_MAIN, numbered(k, 't', i), THREAD);
    env_call_virtual(s->m, "java/lang/Thread", "start", "()V");
  }
  asm_load(s->m, 'L', s->next_slot);
  env_call_virtual(s->m, SCENARIO_MAIN, "run", "()V");
  for (uint32_t i = 1; i < k->text->threads; i++) {
    asm_field(s->m, OP_GETSTATIC, SCENARIO_MAIN, numbered(k, 't', i), THREAD);
    env_call_static(s->m, "await", "(" THREAD ")V");
  }
}

static void write_late(struct synth_method *m, int builder) {
  int no = asm_label(m);
  asm_field(m, OP_GETSTATIC, SCENARIO_MAIN, "late", "Z");
  asm_jump(m, OP_IFEQ, no);
  asm_load(m, 'L', builder);
  env_append_text(m, "late ");
  asm_op(m, OP_POP);
  asm_bind(m, no);
}

static bool write_after(const struct made *k, struct env_scope *s, int builder) {
  for (uint32_t i = 0; i < k->text->after.count; i++) {
    const struct env_step *step = &k->text->after.list[i];
    const char *desc = env_emit(s, step->value, NULL);
    if (!desc) return false;
    if (step->variable) {
      if (!env_store(s, step->variable, desc)) return false;
      continue;
    }
    if (*desc == 'V') continue;
    if (*desc != 'L' && *desc != '[' && *desc != 'N') asm_box(s->m, *desc);
    env_call_static(s->m, "show", "(" OBJECT ")Ljava/lang/String;");
    asm_store(s->m, 'L', s->next_slot);
    asm_load(s->m, 'L', builder);
    asm_load(s->m, 'L', s->next_slot);
    env_append(s->m);
    env_append_text(s->m, " ");
    asm_op(s->m, OP_POP);
  }
  return true;
}

/* Writes the line of results. */
static bool write_end(const struct made *k, struct env_scope *s) {
  struct synth_method *m = s->m;
  int builder = s->next_slot++;
  asm_type(m, OP_NEW, "java/lang/StringBuilder");
  asm_op(m, OP_DUP);
  asm_invoke(m, OP_INVOKESPECIAL, "java/lang/StringBuilder", "<init>", "()V", false);
  asm_store(m, 'L', builder);
  for (uint32_t i = 0; i < k->text->threads; i++) {
    asm_load(m, 'L', builder);
    asm_field(m, OP_GETSTATIC, SCENARIO_MAIN, numbered(k, 'r', i), RESULTS);
    env_call_static(m, "add", "(Ljava/lang/StringBuilder;" RESULTS ")V");
    asm_load(m, 'L', builder);
    env_append_text(m, "| ");
    asm_op(m, OP_POP);
  }
  write_late(m, builder);
  if (!write_after(k, s, builder)) return false;
  asm_field(m, OP_GETSTATIC, "java/lang/System", "out", "Ljava/io/PrintStream;");
  asm_load(m, 'L', builder);
  env_call_virtual(m, "java/lang/StringBuilder", "toString", "()Ljava/lang/String;");
  env_call_virtual(m, "java/io/PrintStream", "println", "(Ljava/lang/String;)V");
  asm_return(m, 'V');
  return true;
}

static bool write_main(struct made *k) {
  struct env_scope s = {.made = &k->env, .next_slot = 1};
  s.m = synth_method(k->c, ACC_PUBLIC | ACC_STATIC, "main", "([Ljava/lang/String;)V");
  see_threads(k, &s);
  for (uint32_t i = 0; i < k->text->before.count; i++) {
    const struct env_step *step = &k->text->before.list[i];
    const char *desc = env_emit(&s, step->value, NULL);
    if (!desc) return false;
    if (step->variable) {
      if (!env_store(&s, step->variable, desc)) return false;
    } else if (*desc != 'V') {
      asm_op(s.m, jtype_slots(jtype_of(desc)) == 2 ? OP_POP2 : OP_POP);
    }
  }
  keep_names(k, &s);
  write_constructor(k);
  write_threads(k, &s);
  return write_end(k, &s);
}

static bool write_class(struct made *k) {
  synth_interface(k->c, "java/lang/Runnable");
  synth_field(k->c, ACC_STATIC, "late", "Z");
  for (uint32_t i = 0; i < k->text->threads; i++) {
    synth_field(k->c, ACC_STATIC, numbered(k, 't', i), THREAD);
    synth_field(k->c, ACC_STATIC, numbered(k, 'r', i), RESULTS);
  }
  env_write_parts(k->c);
  if (!write_main(k)) return false;
  write_run(k);
  for (uint32_t i = 0; i < k->text->threads; i++)
    if (!write_thread(k, i)) return false;
  return true;
}

int scenario_main(struct vm *vm, const char *name, int argc, char *const *argv, struct error *err) {
  struct pool pool;
  struct env_text text;
  if (!strcmp(name, ENVIRONMENT_NAME)) return environment_main(vm, argc, argv, err);
  struct made k = {.env = {.main = SCENARIO_MAIN, .vm = vm, .pool = &pool, .err = err},
                   .text = &text};
  if (strcmp(name, SCENARIO_NAME) != 0) return 0;
  if (argc != 1)
    return error_set(err, ERR_USAGE, "heddle.Scenario takes one argument, the scenario's text");
  pool_init(&pool);
  if (!env_parse(argv[0], &pool, &text, err) && text.form != ENV_LINES)
    error_set(err, ERR_USAGE, "scenario: its threads must be listed in the text");
  if (!err->code) {
    k.c = synth_new(SCENARIO_MAIN, "java/lang/Object", ACC_PUBLIC | ACC_FINAL | ACC_SUPER);
    if (write_class(&k))
      env_define(&k.env, k.c);
    else
      synth_free(k.c);
  }
  free(k.init);
  pool_release(&pool);
  return err->code;
}
