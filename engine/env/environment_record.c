/* The records that an environment makes of its calls while results are assessed (assess/assess.h).
 * In Java:
 *
 *   static volatile int ended0, ended1; static Object[] all;
 *   final long[] log; final Object[] gave;              // natives/test/environment.c writes them
 *   void begin(int call) { began(log, call, ended0, ended1); }
 *   void end(Object value, int how) {
 *     if (how == RECORD_VALUE && shape(value) != SHAPE_NONE)       // environment_copy.c
 *       { value = new Object[] {whole(value), value, null}; how = RECORD_COPY; }
 *     int n = gave(log, gave, value, how); ended0 = n;
 *   }
 *
 * Before a call, a thread reads how many calls of the other threads have ended. After the call, it
 * writes how many of its own calls have ended. The counts that it reads are correct, and in some
 * interleaving it reads all of them at the last moment, so no precedence is lost (soundness rule
 * 39, linearizable against another run). For `quiescent`, it then reads how many calls have begun.
 * If these counts are equal, no call was running between the two reads. `sequential` needs
 * neither. */
#include "engine/base/check.h"
#include "engine/env/environment_int.h"
#include "engine/vm/sched/call_record.h"

#include <stdlib.h>

enum {
  BEGIN_CALL = 1,
  BEGIN_ENDED = 2,
  BEGIN_BEGUN = 4,
  END_VALUE = 1,
  END_HOW = 2,
  END_COUNT = 3
};

uint32_t environment_calls(const struct env_text *t, uint32_t who) {
  INVARIANT(who <= t->threads, "calls are of a thread or of main: %u of %u", who, t->threads);
  if (who == t->threads) return t->after.count;
  return t->form == ENV_ALL ? t->length : t->of[who].count;
}

static bool is_counted(const struct environment_making *k) {
  return k->assessed & (PROP_LINEARIZABLE | PROP_QUIESCENT);
}

static const char *counter(const struct environment_making *k, const char *kind, uint32_t who) {
  char *s = mem_printf("%s%u", kind, who);
  const char *kept = pool_strndup(k->env.pool, s, strlen(s));
  free(s);
  return kept;
}

static void load_who(const struct environment_making *k, struct synth_method *m) {
  asm_load(m, 'L', 0);
  asm_field(m, OP_GETFIELD, k->env.main, "who", "I");
}

/* Stores the counts of all other threads, RECORD_BITS each, in the variable. */
static void write_counts(const struct environment_making *k, struct synth_method *m,
                         const char *kind, int slot) {
  asm_long(m, 0);
  asm_store(m, 'J', slot);
  for (uint32_t i = 0; i < k->e->text.threads; i++) {
    int own = asm_label(m), done = asm_label(m);
    asm_load(m, 'J', slot);
    asm_int(m, RECORD_BITS);
    asm_op(m, OP_LSHL);
    asm_store(m, 'J', slot);
    load_who(k, m);
    asm_int(m, (int32_t)i);
    asm_jump(m, OP_IF_ICMPEQ, own);
    asm_load(m, 'J', slot);
    asm_field(m, OP_GETSTATIC, k->env.main, counter(k, kind, i), "I");
    asm_op(m, OP_I2L);
    asm_op(m, OP_LOR);
    asm_store(m, 'J', slot);
    asm_jump(m, OP_GOTO, done);
    asm_bind(m, own);
    asm_bind(m, done);
  }
}

/* the thread's own counter = the variable */
static void write_counter(const struct environment_making *k, struct synth_method *m,
                          const char *kind, int slot) {
  for (uint32_t i = 0; i < k->e->text.threads; i++) {
    int other = asm_label(m);
    load_who(k, m);
    asm_int(m, (int32_t)i);
    asm_jump(m, OP_IF_ICMPNE, other);
    asm_load(m, 'I', slot);
    asm_field(m, OP_PUTSTATIC, k->env.main, counter(k, kind, i), "I");
    asm_bind(m, other);
  }
}

static void load_log(const struct environment_making *k, struct synth_method *m) {
  asm_load(m, 'L', 0);
  asm_field(m, OP_GETFIELD, k->env.main, "log", "[J");
}

/* void begin(int call) */
static void write_begin(const struct environment_making *k) {
  struct synth_method *m = synth_method(k->c, ACC_FINAL, "begin", "(I)V");
  asm_long(m, 0);
  asm_store(m, 'J', BEGIN_ENDED);
  asm_long(m, 0);
  asm_store(m, 'J', BEGIN_BEGUN);
  if (is_counted(k)) write_counts(k, m, "ended", BEGIN_ENDED);
  if (k->assessed & PROP_QUIESCENT) write_counts(k, m, "begun", BEGIN_BEGUN);
  load_log(k, m);
  asm_load(m, 'I', BEGIN_CALL);
  asm_load(m, 'J', BEGIN_ENDED);
  asm_load(m, 'J', BEGIN_BEGUN);
  asm_invoke(m, OP_INVOKESTATIC, ENVIRONMENT_MAIN, "began", "([JIJJ)I", false);
  asm_store(m, 'I', BEGIN_CALL);
  if (k->assessed & PROP_QUIESCENT) write_counter(k, m, "begun", BEGIN_CALL);
  asm_return(m, 'V');
}

/* void end(Object value, int how) */
static void write_end(const struct environment_making *k) {
  struct synth_method *m = synth_method(k->c, ACC_FINAL, "end", "(" OBJECT "I)V");
  int kept = asm_label(m);
  asm_load(m, 'I', END_HOW);
  asm_int(m, RECORD_VALUE);
  asm_jump(m, OP_IF_ICMPNE, kept);
  environment_keep(m, END_VALUE, END_HOW);
  asm_bind(m, kept);
  load_log(k, m);
  asm_load(m, 'L', 0);
  asm_field(m, OP_GETFIELD, k->env.main, "gave", RESULTS);
  asm_load(m, 'L', END_VALUE);
  asm_load(m, 'I', END_HOW);
  asm_invoke(m, OP_INVOKESTATIC, ENVIRONMENT_MAIN, "gave", "([J" RESULTS OBJECT "I)I", false);
  asm_store(m, 'I', END_COUNT);
  if (is_counted(k)) write_counter(k, m, "ended", END_COUNT);
  asm_return(m, 'V');
}

void environment_write_record(const struct environment_making *k) {
  static const char *const natives[][2] = {
      {"began", "([JIJJ)I"}, {"gave", "([J" RESULTS OBJECT "I)I"}, {"isModel", "()Z"}};
  for (size_t i = 0; !k->is_model && i < COUNT(natives); i++)
    synth_method(k->c, ACC_PUBLIC | ACC_STATIC | ACC_NATIVE, natives[i][0], natives[i][1]);
  if (!k->is_model) environment_write_copies(k->c);
  synth_field(k->c, ACC_FINAL, "log", "[J");
  synth_field(k->c, ACC_FINAL, "gave", RESULTS);
  synth_field(k->c, ACC_STATIC, "all", RESULTS);
  for (uint32_t i = 0; i < k->e->text.threads; i++) {
    if (is_counted(k)) synth_field(k->c, ACC_STATIC | ACC_VOLATILE, counter(k, "ended", i), "I");
    if (k->assessed & PROP_QUIESCENT)
      synth_field(k->c, ACC_STATIC | ACC_VOLATILE, counter(k, "begun", i), "I");
  }
  write_begin(k);
  write_end(k);
}

/* ---- a call ---- */

static void record_begin(const struct environment_making *k, struct synth_method *m,
                         uint32_t number) {
  if (!k->behind) {
    asm_load(m, 'L', 0);
    asm_int(m, (int32_t)number);
    env_call_virtual(m, k->env.main, "begin", "(I)V");
    return;
  }
  load_log(k, m);
  asm_int(m, (int32_t)number);
  asm_long(m, 0);
  asm_long(m, 0);
  asm_invoke(m, OP_INVOKESTATIC, ENVIRONMENT_MAIN, "began", "([JIJJ)I", false);
  asm_op(m, OP_POP);
}

static void record_end(const struct environment_making *k, struct synth_method *m, int value,
                       enum record_how how) {
  asm_load(m, 'L', 0);
  asm_load(m, 'L', value);
  asm_int(m, how);
  env_call_virtual(m, k->env.main, "end", "(" OBJECT "I)V");
}

/* Stores the value on the stack, as an object, in the variable. */
static void keep_value(struct env_scope *s, const struct env_step *step, const char *desc,
                       int value) {
  if (step->variable) {
    const struct env_name *v = env_find(s, step->variable);
    asm_store(s->m, env_letter(*desc == 'N' ? OBJECT : desc), v->slot);
    env_load(s, v);
  }
  if (*desc == 'V') return;
  if (*desc != 'L' && *desc != '[' && *desc != 'N') asm_box(s->m, *desc);
  asm_store(s->m, 'L', value);
}

static void write_thrown(const struct environment_making *k, struct synth_method *m, int start,
                         int end, int go_on) {
  int thrown = asm_label(m);
  environment_handlers(k, m, start, end, go_on, thrown);
  asm_bind(m, thrown);
  asm_op(m, OP_ATHROW);
}

bool environment_record(struct environment_making *k, struct env_scope *s,
                        const struct env_step *step) {
  struct synth_method *m = s->m;
  int start = asm_label(m), end = asm_label(m), go_on = asm_label(m), done = asm_label(m), value;
  const char *desc;
  if (step->variable && !environment_name(s, step)) return false;
  value = s->next_slot++;
  asm_op(m, OP_ACONST_NULL);
  asm_store(m, 'L', value);
  record_begin(k, m, step->number);
  asm_bind(m, start);
  desc = env_emit(s, step->value, NULL);
  if (!desc) return false;
  keep_value(s, step, desc, value);
  asm_bind(m, end);
  record_end(k, m, value, *desc == 'V' ? RECORD_VOID : RECORD_VALUE);
  asm_jump(m, OP_GOTO, done);
  if (k->env.vm->opt.properties & PROP_EXCEPTION)
    write_thrown(k, m, start, end, go_on);
  else
    asm_handler(m, start, end, go_on, NULL);
  asm_bind(m, go_on);
  asm_store(m, 'L', value);
  record_end(k, m, value, RECORD_THREW);
  asm_bind(m, done);
  return true;
}
