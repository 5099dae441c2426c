/* The main method of an environment's class. It makes the object and the threads, draws their
 * calls, and waits for them. See environment.c. */
#include "engine/base/check.h"
#include "engine/env/environment_int.h"
#include "engine/vm/sched/call_record.h"

#include <stdlib.h>

enum { PICK_MOST = 1000 }; /* greatest number of values of one choice */

/* Collects the names assigned before the braces, each once. */
static void keep_names(struct environment_making *k, const struct env_scope *s) {
  struct text desc = {0};
  text_puts(&desc, "(");
  for (uint32_t i = 0; i < s->count; i++) {
    const struct env_name *n = &s->names[i];
    if (env_find(s, n->name) != n) continue;
    CHECK(k->count < ENV_NAMES_MAX, "each name that all threads see is one of main: %u", k->count);
    k->names[k->count++] = *n;
    text_puts(&desc, n->desc);
  }
  text_puts(&desc, k->assessed ? "III)V" : "II)V");
  k->init = desc.s;
}

/* this.log = new long[1 + 3 * size]; this.gave = new Object[size]; */
static void init_record(const struct environment_making *k, struct synth_method *m, int size) {
  asm_load(m, 'L', 0);
  asm_load(m, 'I', size);
  asm_int(m, RECORD_LONGS);
  asm_op(m, OP_IMUL);
  asm_int(m, 1);
  asm_op(m, OP_IADD);
  asm_new_array(m, jtype_of("J"));
  asm_field(m, OP_PUTFIELD, k->env.main, "log", "[J");
  asm_load(m, 'L', 0);
  asm_load(m, 'I', size);
  asm_new_array(m, jtype_of(OBJECT));
  asm_field(m, OP_PUTFIELD, k->env.main, "gave", RESULTS);
}

static void write_init(const struct environment_making *k) {
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
    asm_field(m, OP_PUTFIELD, k->env.main, name, desc);
    slot += jtype_slots(jtype_of(desc));
  }
  if (k->assessed) init_record(k, m, slot);
  asm_return(m, 'V');
}

/* Returns the number of sequences of calls, or 0 if they are too many. */
uint32_t environment_sequences(const struct env_text *t) {
  uint64_t sum = 1, power = 1;
  for (uint32_t i = 0; i < t->length; i++) {
    power *= t->of[0].count;
    sum += power;
    if (sum > INT32_MAX) return 0;
  }
  return (uint32_t)sum;
}

/* Threads are interchangeable, so each takes a sequence whose number is not below that of the
 * previous thread. int program = pick(SEQUENCES - before) + before; */
static void write_program(const struct environment_making *k, struct env_scope *s, int before) {
  if (k->e->text.form != ENV_ALL) return;
  CHECK(environment_sequences(&k->e->text), "the sequences of calls were counted: %u calls",
        k->e->text.length);
  asm_int(s->m, (int32_t)environment_sequences(&k->e->text));
  asm_load(s->m, 'I', before);
  asm_op(s->m, OP_ISUB);
  asm_invoke(s->m, OP_INVOKESTATIC, k->env.main, "pick", "(I)I", false);
  asm_load(s->m, 'I', before);
  asm_op(s->m, OP_IADD);
  asm_store(s->m, 'I', before);
}

/* new Environment(..., who, program, calls) */
static void write_new(const struct environment_making *k, struct env_scope *s, uint32_t who,
                      int program) {
  asm_type(s->m, OP_NEW, k->env.main);
  asm_op(s->m, OP_DUP);
  for (uint32_t n = 0; n < k->count; n++) env_load(s, &k->names[n]);
  asm_int(s->m, (int32_t)who);
  asm_load(s->m, 'I', program);
  if (k->assessed) asm_int(s->m, (int32_t)environment_calls(&k->e->text, who));
  asm_invoke(s->m, OP_INVOKESPECIAL, k->env.main, "<init>", k->init, false);
}

/* all[at] = the local variable, which keeps its value */
static void write_entry(struct env_scope *s, int all, uint32_t at, int slot) {
  asm_load(s->m, 'L', all);
  asm_int(s->m, (int32_t)at);
  asm_load(s->m, 'L', slot);
  asm_array_store(s->m, 'L');
}

/* all = {the environments, the one of the calls after the threads, the threads}: records are found
 * here */
static int write_records(const struct environment_making *k, struct env_scope *s, int first,
                         int program) {
  uint32_t threads = k->e->text.threads;
  int all = s->next_slot, behind = all + 1;
  s->next_slot += 2;
  asm_int(s->m, (int32_t)threads * 2 + 1);
  asm_new_array(s->m, jtype_of(OBJECT));
  asm_store(s->m, 'L', all);
  for (uint32_t i = 0; i < threads; i++) {
    write_entry(s, all, i, first + (int)i);
    write_entry(s, all, threads + 1 + i, first + (int)(threads + i));
  }
  write_new(k, s, threads, program);
  asm_store(s->m, 'L', behind);
  write_entry(s, all, threads, behind);
  asm_load(s->m, 'L', all);
  asm_field(s->m, OP_PUTSTATIC, k->env.main, "all", RESULTS);
  return behind;
}

/* if (isMirror(new int[] {the programs})) return; The mirror is searched instead. */
static void write_mirror(const struct environment_making *k, struct env_scope *s, int first) {
  int own = asm_label(s->m);
  if (!*k->e->mirrors || k->is_model) return;
  asm_int(s->m, (int32_t)k->e->text.threads);
  asm_new_array(s->m, jtype_of("I"));
  for (uint32_t i = 0; i < k->e->text.threads; i++) {
    asm_op(s->m, OP_DUP);
    asm_int(s->m, (int32_t)i);
    asm_load(s->m, 'L', first + (int)i);
    asm_field(s->m, OP_GETFIELD, k->env.main, "program", "I");
    asm_array_store(s->m, 'I');
  }
  asm_invoke(s->m, OP_INVOKESTATIC, ENVIRONMENT_MAIN, "isMirror", "([I)Z", false);
  asm_jump(s->m, OP_IFEQ, own);
  asm_return(s->m, 'V');
  asm_bind(s->m, own);
}

/* Makes all threads before the first one is started. If results are recorded, returns the local
 * variable with the object that makes the calls after the threads. */
static int write_threads(const struct environment_making *k, struct env_scope *s) {
  uint32_t threads = k->e->text.threads;
  int own = s->next_slot, first = own + (int)threads, program = first + (int)threads, behind = 0;
  CHECK(threads && threads <= ENV_THREADS_MAX, "an environment has a limited number of threads: %u",
        threads);
  s->next_slot = program + 1;
  asm_int(s->m, 0);
  asm_store(s->m, 'I', program);
  for (uint32_t i = 0; i < threads; i++) {
    write_program(k, s, program);
    write_new(k, s, i, program);
    asm_store(s->m, 'L', own + (int)i);
    asm_type(s->m, OP_NEW, "java/lang/Thread");
    asm_op(s->m, OP_DUP);
    asm_load(s->m, 'L', own + (int)i);
    asm_invoke(s->m, OP_INVOKESPECIAL, "java/lang/Thread", "<init>", "(Ljava/lang/Runnable;)V",
               false);
    asm_store(s->m, 'L', first + (int)i);
  }
  write_mirror(k, s, own);
  if (k->assessed) behind = write_records(k, s, own, program);
  for (uint32_t i = 0; i < 2 * threads; i++) {
    asm_load(s->m, 'L', first + (int)(i % threads));
    if (i < threads)
      env_call_virtual(s->m, "java/lang/Thread", "start", "()V");
    else
      asm_invoke(s->m, OP_INVOKESTATIC, k->env.main, "stayFor", "(" THREAD ")V", false);
  }
  return behind;
}

/* static void stayFor(Thread t) { t.join(); } */
void environment_write_join(const struct environment_making *k) {
  struct synth_method *m = synth_method(k->c, ACC_STATIC, "stayFor", "(" THREAD ")V");
  asm_load(m, 'L', 0);
  env_call_virtual(m, "java/lang/Thread", "join", "()V");
  asm_return(m, 'V');
}

/* int pick(int n): draws a number below n by choices of at most PICK_MOST values each:
 * n <= B ? choose(n) : (h = pick((n + B - 1) / B)) * B + choose(min(B, n - h * B)) */
void environment_write_pick(const struct environment_making *k) {
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
  asm_invoke(m, OP_INVOKESTATIC, k->env.main, "pick", "(I)I", false);
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

/* Writes the statements before the threads. */
static bool write_before(struct environment_making *k, struct env_scope *s) {
  for (uint32_t i = 0; i < k->e->text.before.count; i++) {
    const struct env_step *step = &k->e->text.before.list[i];
    const char *desc;
    if (!step->variable) {
      if (!environment_step(k, s, step)) return false;
      continue;
    }
    asm_line(s->m, step->line);
    desc = env_emit(s, step->value, NULL);
    if (!desc || !env_store(s, step->variable, desc)) return false;
  }
  return true;
}

/* if (isModel()) { EnvironmentModel.main(args); return; } */
static void write_turn(struct synth_method *m) {
  int own = asm_label(m);
  asm_invoke(m, OP_INVOKESTATIC, ENVIRONMENT_MAIN, "isModel", "()Z", false);
  asm_jump(m, OP_IFEQ, own);
  asm_load(m, 'L', 0);
  asm_invoke(m, OP_INVOKESTATIC, ENVIRONMENT_MODEL, "main", "([Ljava/lang/String;)V", false);
  asm_return(m, 'V');
  asm_bind(m, own);
}

static bool write_after(struct environment_making *k, struct env_scope *s, int behind) {
  const struct env_steps *after = &k->e->text.after;
  if (k->assessed) {
    asm_load(s->m, 'L', behind);
    env_call_virtual(s->m, k->env.main, "behind", "()V");
    return true;
  }
  for (uint32_t i = 0; i < after->count; i++)
    if (!environment_step(k, s, &after->list[i])) return false;
  return true;
}

bool environment_write_main(struct environment_making *k) {
  struct env_scope s = {.made = &k->env, .next_slot = 1};
  s.m = synth_method(k->c, ACC_PUBLIC | ACC_STATIC, "main", "([Ljava/lang/String;)V");
  if (k->assessed && !k->is_model && *k->e->model) write_turn(s.m);
  if (!write_before(k, &s)) return false;
  keep_names(k, &s);
  write_init(k);
  if (!write_after(k, &s, write_threads(k, &s))) return false;
  asm_return(s.m, 'V');
  return true;
}
