/* The main method of an environment's class: it makes the object and the threads, draws what they
 * are to do, and waits for them. See environment.c. */
#include "engine/env/environment_int.h"

#include <stdlib.h>

enum { PICK_MOST = 1000 }; /* values of one choice */

/* What was assigned in front of the braces, each name once. */
static void keep_names(struct environment_making *k, const struct env_scope *s) {
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
    asm_field(m, OP_PUTFIELD, ENVIRONMENT_MAIN, name, desc);
    slot += jtype_slots(jtype_of(desc));
  }
  asm_return(m, 'V');
}

/* The numbers 0 .. count-1 of sequences; 0: too many. */
uint32_t environment_sequences(const struct env_text *t) {
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
static void write_program(const struct environment_making *k, struct env_scope *s, int before) {
  if (k->e->text.form != ENV_ALL) return;
  asm_int(s->m, (int32_t)environment_sequences(&k->e->text));
  asm_load(s->m, 'I', before);
  asm_op(s->m, OP_ISUB);
  asm_invoke(s->m, OP_INVOKESTATIC, ENVIRONMENT_MAIN, "pick", "(I)I", false);
  asm_load(s->m, 'I', before);
  asm_op(s->m, OP_IADD);
  asm_store(s->m, 'I', before);
}

/* All threads are made before the first is started. */
static void write_threads(const struct environment_making *k, struct env_scope *s) {
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
void environment_write_join(const struct environment_making *k) {
  struct synth_method *m = synth_method(k->c, ACC_STATIC, "stayFor", "(" THREAD ")V");
  asm_load(m, 'L', 0);
  env_call_virtual(m, "java/lang/Thread", "join", "()V");
  asm_return(m, 'V');
}

/* int pick(int n): a number below n, by choices of at most PICK_MOST values each:
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

bool environment_write_main(struct environment_making *k) {
  struct env_scope s = {.made = &k->env, .next_slot = 1};
  const struct env_steps *after = &k->e->text.after;
  s.m = synth_method(k->c, ACC_PUBLIC | ACC_STATIC, "main", "([Ljava/lang/String;)V");
  if (!write_before(k, &s)) return false;
  keep_names(k, &s);
  write_init(k);
  write_threads(k, &s);
  for (uint32_t i = 0; i < after->count; i++)
    if (!environment_step(k, &s, &after->list[i])) return false;
  asm_return(s.m, 'V');
  return true;
}
