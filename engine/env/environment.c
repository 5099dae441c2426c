/* The class of an environment. See environment.h. In Java:
 *
 *   final class Environment implements Runnable {
 *     final Cache comp; final int who, program;
 *     public void run() { switch (who) { case 0: thread0(); ... } }        // threads written down
 *     public void run() { for (int p = program; p > 0; p = (p - 1) / M) call((p - 1) % M); } // all
 *     public void run() { while (choose(2) == 1) call(choose(M)); }              // universal
 *     void call(int which) { switch (which) { case 0: comp.put(1, 2); ... } }
 *     static native int choose(int n);
 *     public static void main(String[] a) { what is in front; threads; joins; what is behind }
 *   }
 *
 * The number of a sequence of calls is read in digits from 1 to M, so that each number from 0 on is
 * one sequence and the shorter ones come first. */
#include "engine/env/environment_int.h"
#include "engine/vm/vm.h"

#include <stdlib.h>

struct making {
  struct env_made env;
  struct synth *c;
  struct environment *e;
  uint32_t count; /* of the names that all threads see */
  struct env_name names[ENV_NAMES_MAX];
  char *init;     /* descriptor of the constructor */
  uint32_t stays; /* methods in which a thread may stay, so far */
};

enum { PICK_MOST = 1000 }; /* values of one choice */

/* ---- the text and its notes ---- */

bool environment_lists(const char *list, const char *word) {
  size_t n = strlen(word);
  for (const char *at = list; (at = strstr(at, word)); at += n)
    if ((at == list || at[-1] == ',') && (!at[n] || at[n] == ',')) return true;
  return false;
}

static bool read_note(struct environment *e, const char *note) {
  static const char *const names[] = {"answers=", "may-block=", "about="};
  const char **const to[] = {&e->answers, &e->may_block, &e->about};
  if (!strcmp(note, "sampled")) return e->sampled = true;
  for (size_t i = 0; i < COUNT(names); i++)
    if (!strncmp(note, names[i], strlen(names[i]))) {
      *to[i] = note + strlen(names[i]);
      return true;
    }
  return false;
}

int environment_read(int argc, char *const *argv, struct pool *pool, struct environment **out,
                     struct error *err) {
  struct environment *e = pool_alloc(pool, sizeof *e);
  e->answers = e->may_block = e->about = "";
  *out = e;
  if (argc < 1) return error_set(err, ERR_USAGE, "%s takes a text", ENVIRONMENT_NAME);
  for (int i = 1; i < argc; i++)
    if (!read_note(e, argv[i]))
      return error_set(err, ERR_USAGE, "%s: no note '%s'", ENVIRONMENT_NAME, argv[i]);
  return env_parse(argv[0], pool, &e->text, err);
}

int environment_source(int argc, char *const *argv, const char *simple, struct text *out,
                       struct error *err) {
  struct environment *e;
  struct pool pool;
  pool_init(&pool);
  if (!environment_read(argc, argv, &pool, &e, err)) environment_java(e, simple, out);
  pool_release(&pool);
  return err->code;
}

char *environment_source_name(const char *component) {
  const char *simple = component + strlen(component);
  while (simple > component && !strchr("./$", simple[-1])) simple--;
  return mem_printf("%sEnvironment", simple);
}

/* ---- calls ---- */

static bool load_fields(const struct making *k, struct env_scope *s) {
  for (uint32_t i = 0; i < k->count; i++) {
    asm_load(s->m, 'L', 0);
    asm_field(s->m, OP_GETFIELD, ENVIRONMENT_MAIN, k->names[i].name, k->names[i].desc);
    if (!env_store(s, k->names[i].name, k->names[i].desc)) return false;
  }
  return true;
}

/* Exceptions from `start` to `end`: answers go on at `go_on`, others to `thrown`. */
static void write_handlers(const struct making *k, struct synth_method *m, int start, int end,
                           int go_on, int thrown) {
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

/* The name for what a thread's call gives, before the call is made. */
static bool name_result(struct env_scope *s, const struct env_step *step) {
  const char *desc = env_type(s, step->value);
  if (!desc) return false;
  zero_variable(s->m, env_letter(desc));
  return env_store(s, step->variable, desc);
}

static void drop(struct env_scope *s, const char *desc) {
  int slots = *desc == 'N' ? 1 : jtype_slots(jtype_of(desc));
  if (slots) asm_op(s->m, slots == 2 ? OP_POP2 : OP_POP);
}

/* void stay<n>(): the call by itself, in a method that is marked (may_stay). It sees what all
 * threads see. */
static bool write_stay(struct making *k, struct env_scope *from, const struct env_step *step) {
  struct env_scope s = {.made = &k->env, .next_slot = 1};
  char *name = mem_printf("stay%u", k->stays++);
  const char *desc;
  s.m = synth_method(k->c, ACC_FINAL, name, "()V");
  asm_load(from->m, 'L', 0);
  env_call_virtual(from->m, ENVIRONMENT_MAIN, name, "()V");
  free(name);
  if (!load_fields(k, &s)) return false;
  asm_line(s.m, step->line);
  desc = env_emit(&s, step->value, NULL);
  if (!desc) return false;
  drop(&s, desc);
  asm_return(s.m, 'V');
  return true;
}

/* Of a thread, whose method has an object. */
static bool may_stay(const struct making *k, const struct env_scope *s,
                     const struct env_step *step) {
  return s->of_object && !step->variable && step->value->kind == ENV_CALL &&
         environment_lists(k->e->may_block, step->value->text);
}

static bool write_step(struct making *k, struct env_scope *s, const struct env_step *step) {
  struct synth_method *m = s->m;
  int start = asm_label(m), end = asm_label(m), go_on = asm_label(m), thrown = asm_label(m),
      done = asm_label(m);
  const char *desc;
  asm_line(m, step->line);
  if (step->variable && !name_result(s, step)) return false;
  asm_bind(m, start);
  if (may_stay(k, s, step))
    desc = write_stay(k, s, step) ? "V" : NULL;
  else
    desc = env_emit(s, step->value, NULL);
  if (!desc) return false;
  if (step->variable)
    asm_store(m, env_letter(*desc == 'N' ? OBJECT : desc), env_find(s, step->variable)->slot);
  else
    drop(s, desc);
  asm_bind(m, end);
  asm_jump(m, OP_GOTO, done);
  write_handlers(k, m, start, end, go_on, thrown);
  asm_bind(m, thrown);
  asm_op(m, OP_ATHROW);
  asm_bind(m, go_on);
  asm_op(m, OP_POP);
  asm_bind(m, done);
  return true;
}

/* ---- what the threads do ---- */

static bool write_thread(struct making *k, uint32_t who) {
  const struct env_steps *steps = &k->e->text.of[who];
  struct env_scope s = {.made = &k->env, .next_slot = 1, .of_object = true};
  char *name = mem_printf("thread%u", who);
  s.m = synth_method(k->c, ACC_FINAL, name, "()V");
  free(name);
  if (!load_fields(k, &s)) return false;
  for (uint32_t i = 0; i < steps->count; i++)
    if (!write_step(k, &s, &steps->list[i])) return false;
  asm_return(s.m, 'V');
  return true;
}

/* void call(int which) */
static bool write_call(struct making *k) {
  const struct env_steps *steps = &k->e->text.of[0];
  struct env_scope s = {.made = &k->env, .next_slot = 2, .of_object = true};
  int *labels = mem_alloc(steps->count * sizeof *labels), end;
  bool good;
  s.m = synth_method(k->c, ACC_FINAL, "call", "(I)V");
  end = asm_label(s.m);
  good = load_fields(k, &s);
  for (uint32_t i = 0; i < steps->count; i++) labels[i] = asm_label(s.m);
  asm_load(s.m, 'I', 1);
  asm_tableswitch(s.m, 0, (int32_t)steps->count, labels, end);
  for (uint32_t i = 0; good && i < steps->count; i++) {
    asm_bind(s.m, labels[i]);
    good = write_step(k, &s, &steps->list[i]);
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
static void write_sequence(const struct making *k, struct synth_method *m) {
  int head = asm_label(m), end = asm_label(m);
  int32_t count = (int32_t)k->e->text.of[0].count;
  asm_load(m, 'L', 0);
  asm_field(m, OP_GETFIELD, ENVIRONMENT_MAIN, "program", "I");
  asm_store(m, 'I', 1);
  asm_bind(m, head);
  asm_load(m, 'I', 1);
  asm_jump(m, OP_IFLE, end);
  asm_load(m, 'L', 0);
  load_program(m);
  asm_int(m, count);
  asm_op(m, OP_IREM);
  env_call_virtual(m, ENVIRONMENT_MAIN, "call", "(I)V");
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
static void write_loop(const struct making *k, struct synth_method *m) {
  int head = asm_label(m), end = asm_label(m);
  asm_bind(m, head);
  write_choose(m, 2);
  asm_jump(m, OP_IFEQ, end);
  asm_load(m, 'L', 0);
  write_choose(m, k->e->text.of[0].count);
  env_call_virtual(m, ENVIRONMENT_MAIN, "call", "(I)V");
  asm_jump(m, OP_GOTO, head);
  asm_bind(m, end);
}

static void write_switch(const struct making *k, struct synth_method *m) {
  int end = asm_label(m);
  for (uint32_t i = 0; i < k->e->text.threads; i++) {
    char *name = mem_printf("thread%u", i);
    int next = asm_label(m);
    asm_load(m, 'L', 0);
    asm_field(m, OP_GETFIELD, ENVIRONMENT_MAIN, "who", "I");
    asm_int(m, (int32_t)i);
    asm_jump(m, OP_IF_ICMPNE, next);
    asm_load(m, 'L', 0);
    env_call_virtual(m, ENVIRONMENT_MAIN, name, "()V");
    asm_jump(m, OP_GOTO, end);
    asm_bind(m, next);
    free(name);
  }
  asm_bind(m, end);
}

static void write_run(const struct making *k) {
  struct synth_method *m = synth_method(k->c, ACC_PUBLIC, "run", "()V");
  switch (k->e->text.form) {
    case ENV_LINES: write_switch(k, m); break;
    case ENV_ALL: write_sequence(k, m); break;
    case ENV_UNIVERSAL: write_loop(k, m); break;
  }
  asm_return(m, 'V');
}

/* ---- main ---- */

/* What was assigned in front of the braces, each name once. */
static void keep_names(struct making *k, const struct env_scope *s) {
  struct text desc = {0};
  text_puts(&desc, "(");
  for (uint32_t i = 0; i < s->count; i++) {
    const struct env_name *n = &s->names[i];
    if (env_find(s, n->name) != n) continue;
    k->names[k->count++] = *n;
    text_puts(&desc, n->desc);
  }
  text_puts(&desc, "II)V");
  k->init = desc.s;
}

static void write_init(const struct making *k) {
  static const char *const own[] = {"who", "program"};
  struct synth_method *m = synth_method(k->c, 0, "<init>", k->init);
  int slot = 1;
  asm_load(m, 'L', 0);
  asm_invoke(m, OP_INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
  for (uint32_t i = 0; i < k->count + 2; i++) {
    const char *name = i < k->count ? k->names[i].name : own[i - k->count];
    const char *desc = i < k->count ? k->names[i].desc : "I";
    synth_field(k->c, ACC_FINAL, name, desc);
    asm_load(m, 'L', 0);
    asm_load(m, env_letter(desc), slot);
    asm_field(m, OP_PUTFIELD, ENVIRONMENT_MAIN, name, desc);
    slot += jtype_slots(jtype_of(desc));
  }
  asm_return(m, 'V');
}

/* The numbers 0 .. count-1 of sequences; 0: too many. */
static uint32_t sequences(const struct env_text *t) {
  uint64_t sum = 1, power = 1;
  for (uint32_t i = 0; i < t->length; i++) {
    power *= t->of[0].count;
    sum += power;
    if (sum > INT32_MAX) return 0;
  }
  return (uint32_t)sum;
}

/* Threads are alike: each takes a sequence of a number that is not below that of the one before.
 * int program = pick(SEQUENCES - before) + before; */
static void write_program(const struct making *k, struct env_scope *s, int before) {
  if (k->e->text.form != ENV_ALL) return;
  asm_int(s->m, (int32_t)sequences(&k->e->text));
  asm_load(s->m, 'I', before);
  asm_op(s->m, OP_ISUB);
  asm_invoke(s->m, OP_INVOKESTATIC, ENVIRONMENT_MAIN, "pick", "(I)I", false);
  asm_load(s->m, 'I', before);
  asm_op(s->m, OP_IADD);
  asm_store(s->m, 'I', before);
}

/* All threads are made before the first is started. */
static void write_threads(const struct making *k, struct env_scope *s) {
  int first = s->next_slot, program = first + (int)k->e->text.threads;
  s->next_slot = program + 1;
  asm_int(s->m, 0);
  asm_store(s->m, 'I', program);
  for (uint32_t i = 0; i < k->e->text.threads; i++) {
    write_program(k, s, program);
    asm_type(s->m, OP_NEW, "java/lang/Thread");
    asm_op(s->m, OP_DUP);
    asm_type(s->m, OP_NEW, ENVIRONMENT_MAIN);
    asm_op(s->m, OP_DUP);
    for (uint32_t n = 0; n < k->count; n++) env_load(s, &k->names[n]);
    asm_int(s->m, (int32_t)i);
    asm_load(s->m, 'I', program);
    asm_invoke(s->m, OP_INVOKESPECIAL, ENVIRONMENT_MAIN, "<init>", k->init, false);
    asm_invoke(s->m, OP_INVOKESPECIAL, "java/lang/Thread", "<init>", "(Ljava/lang/Runnable;)V",
               false);
    asm_store(s->m, 'L', first + (int)i);
  }
  for (uint32_t i = 0; i < 2 * k->e->text.threads; i++) {
    asm_load(s->m, 'L', first + (int)(i % k->e->text.threads));
    if (i < k->e->text.threads)
      env_call_virtual(s->m, "java/lang/Thread", "start", "()V");
    else
      asm_invoke(s->m, OP_INVOKESTATIC, ENVIRONMENT_MAIN, "stayFor", "(" THREAD ")V", false);
  }
}

/* static void stayFor(Thread t) { t.join(); } */
static void write_join(const struct making *k) {
  struct synth_method *m = synth_method(k->c, ACC_STATIC, "stayFor", "(" THREAD ")V");
  asm_load(m, 'L', 0);
  env_call_virtual(m, "java/lang/Thread", "join", "()V");
  asm_return(m, 'V');
}

/* int pick(int n): a number below n, by choices of at most PICK_MOST values each:
 * n <= B ? choose(n) : (h = pick((n + B - 1) / B)) * B + choose(min(B, n - h * B)) */
static void write_pick(const struct making *k) {
  struct synth_method *m = synth_method(k->c, ACC_STATIC, "pick", "(I)I");
  int large = asm_label(m), whole = asm_label(m);
  asm_load(m, 'I', 0);
  asm_int(m, PICK_MOST);
  asm_jump(m, OP_IF_ICMPGT, large);
  asm_load(m, 'I', 0);
  asm_invoke(m, OP_INVOKESTATIC, ENVIRONMENT_MAIN, "choose", "(I)I", false);
  asm_return(m, 'I');
  asm_bind(m, large);
  asm_load(m, 'I', 0);
  asm_int(m, PICK_MOST - 1);
  asm_op(m, OP_IADD);
  asm_int(m, PICK_MOST);
  asm_op(m, OP_IDIV);
  asm_invoke(m, OP_INVOKESTATIC, ENVIRONMENT_MAIN, "pick", "(I)I", false);
  asm_int(m, PICK_MOST);
  asm_op(m, OP_IMUL);
  asm_store(m, 'I', 1);
  asm_load(m, 'I', 0);
  asm_load(m, 'I', 1);
  asm_op(m, OP_ISUB);
  asm_store(m, 'I', 0);
  asm_load(m, 'I', 0);
  asm_int(m, PICK_MOST);
  asm_jump(m, OP_IF_ICMPLE, whole);
  asm_int(m, PICK_MOST);
  asm_store(m, 'I', 0);
  asm_bind(m, whole);
  asm_load(m, 'I', 0);
  asm_invoke(m, OP_INVOKESTATIC, ENVIRONMENT_MAIN, "choose", "(I)I", false);
  asm_load(m, 'I', 1);
  asm_op(m, OP_IADD);
  asm_return(m, 'I');
}

/* What is in front of the threads. */
static bool write_before(struct making *k, struct env_scope *s) {
  for (uint32_t i = 0; i < k->e->text.before.count; i++) {
    const struct env_step *step = &k->e->text.before.list[i];
    const char *desc;
    if (!step->variable) {
      if (!write_step(k, s, step)) return false;
      continue;
    }
    asm_line(s->m, step->line);
    desc = env_emit(s, step->value, NULL);
    if (!desc || !env_store(s, step->variable, desc)) return false;
  }
  return true;
}

static bool write_main(struct making *k) {
  struct env_scope s = {.made = &k->env, .next_slot = 1};
  const struct env_steps *after = &k->e->text.after;
  s.m = synth_method(k->c, ACC_PUBLIC | ACC_STATIC, "main", "([Ljava/lang/String;)V");
  if (!write_before(k, &s)) return false;
  keep_names(k, &s);
  write_init(k);
  write_threads(k, &s);
  for (uint32_t i = 0; i < after->count; i++)
    if (!write_step(k, &s, &after->list[i])) return false;
  asm_return(s.m, 'V');
  return true;
}

static bool write_class(struct making *k) {
  synth_interface(k->c, "java/lang/Runnable");
  synth_method(k->c, ACC_STATIC | ACC_NATIVE, "choose", "(I)I");
  if (!write_main(k)) return false;
  write_join(k);
  write_run(k);
  if (k->e->text.form == ENV_ALL) write_pick(k);
  if (k->e->text.form != ENV_LINES) return write_call(k);
  for (uint32_t i = 0; i < k->e->text.threads; i++)
    if (!write_thread(k, i)) return false;
  return true;
}

static void mark_stays(const struct making *k) {
  struct klass *of = synth_find(k->env.vm, ENVIRONMENT_MAIN);
  k->env.vm->environment.may_block = k->stays > 0;
  for (uint32_t i = 0; i < of->method_count; i++)
    if (!strncmp(of->methods[i].name->s, "stay", 4)) of->methods[i].vm_flags |= METHOD_MAY_STAY;
}

static int make(struct making *k) {
  struct text source = {0};
  if (k->e->text.form == ENV_ALL && !sequences(&k->e->text))
    return error_set(k->env.err, ERR_USAGE, "environment: too many sequences of %u of %u calls",
                     k->e->text.length, k->e->text.of[0].count);
  environment_java(k->e, "Environment", &source); /* for the lines */
  text_release(&source);
  k->c = synth_new(ENVIRONMENT_MAIN, "java/lang/Object", ACC_PUBLIC | ACC_FINAL | ACC_SUPER);
  synth_source(k->c, "Environment.java");
  if (!write_class(k))
    synth_free(k->c);
  else if (env_define(&k->env, k->c))
    mark_stays(k);
  return k->env.err->code;
}

int environment_main(struct vm *vm, int argc, char *const *argv, struct error *err) {
  struct pool pool;
  struct making k = {.env = {.main = ENVIRONMENT_MAIN, .vm = vm, .pool = &pool, .err = err}};
  pool_init(&pool);
  if (!environment_read(argc, argv, &pool, &k.e, err) && !make(&k)) {
    vm->environment.about = pool_strndup(&vm->pool, k.e->about, strlen(k.e->about));
    vm->environment.sampled = k.e->sampled;
  }
  free(k.init);
  pool_release(&pool);
  return err->code;
}
