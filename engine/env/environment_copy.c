/* Copies the results of calls while results are assessed. A collection or array is copied when the
 * call ends, and again when everything else has ended, because the component may keep the object
 * and change it. In Java:
 *
 *   static Object copy(Object v, int depth) {         // enum record_shape: vm/sched/call_record.h
 *     Object[] parts, to;
 *     int shape = depth > 0 ? shape(v) : SHAPE_NONE;
 *     switch (shape) {
 *       case SHAPE_NONE: return v;
 *       case SHAPE_PRIMITIVES: return v.clone();
 *       case SHAPE_TEXT: return new Object[] {shape, String.valueOf(v)};
 *       case SHAPE_ARRAY: parts = ((Object[]) v).clone(); break;
 *       case SHAPE_LIST: case SHAPE_BAG: parts = ((Collection) v).toArray(); break;
 *       case SHAPE_MAP: case SHAPE_BAG_MAP: parts = ((Map) v).entrySet().toArray(); break;
 *       case SHAPE_ENTRY: parts = new Object[] {v.getKey(), v.getValue()}; break;
 *       case SHAPE_OPTIONAL: parts = new Object[] {v.orElse(null)};
 *     }
 *     to = new Object[parts.length + 1];
 *     to[0] = shape;
 *     for (int i = 0; i < parts.length; i++) to[i + 1] = copy(parts[i], depth - 1);
 *     return to;
 *   }
 *   static Object whole(Object v) {                       // a copy in one step
 *     enter();
 *     try { v = copy(v, RECORD_DEPTH); } catch (Throwable t) { v = {SHAPE_NONE, t}; }
 *     leave();
 *     return v;
 *   }
 *   static void compare(Object[] all) {
 *     Object v;
 *     while ((v = kept(all)) != null) again(all, whole(v));
 *   }
 *
 * Why this is sound: The copy belongs to the last step of the call, because nothing comes between
 * that step and the copy (natives/test/environment.c). So it shows a single moment, at which the
 * call has finished its work but has not ended for other threads. It shows no state that a caller
 * could not see, and none that only a slow reader would see. If the code of a collection takes a
 * lock that another thread holds, the copy waits for it, as any caller would. The reduction
 * observes each access of the copy, so both orders of the copy and a write by another thread are
 * explored. The race check ignores these accesses, because a race of the copy is not a race of the
 * component, and locks that the copy takes do not order the component's operations. The sequential
 * executions with which the results are compared make the same copies. */
#include "engine/base/check.h"
#include "engine/env/environment_int.h"
#include "engine/vm/sched/call_record.h"

enum { VALUE = 0, DEPTH = 1, SHAPE = 2, PARTS = 3, TO = 4, AT = 5 };

static const char collection[] = "java/util/Collection", map[] = "java/util/Map",
                  entry[] = "java/util/Map$Entry";

static void call_own(struct synth_method *m, const char *name, const char *desc) {
  asm_invoke(m, OP_INVOKESTATIC, ENVIRONMENT_MAIN, name, desc, false);
}

/* Pushes the result of the value's method, which has no parameters and belongs to class k. */
static void ask_original(struct synth_method *m, const char *k, const char *name,
                         const char *desc) {
  asm_load(m, 'L', VALUE);
  asm_type(m, OP_CHECKCAST, k);
  asm_invoke(m, OP_INVOKEINTERFACE, k, name, desc, true);
}

/* The generated class is not verified, so it may call Object.clone, which is protected, on an
 * array. */
static void write_clone(struct synth_method *m) {
  asm_load(m, 'L', VALUE);
  env_call_virtual(m, "java/lang/Object", "clone", "()" OBJECT);
}

static void write_primitives(struct synth_method *m) {
  write_clone(m);
  asm_return(m, 'L');
}

/* parts = new Object[n]; leaves it on the stack */
static void new_parts(struct synth_method *m, int n) {
  asm_int(m, n);
  asm_new_array(m, jtype_of(OBJECT));
  asm_op(m, OP_DUP);
  asm_store(m, 'L', PARTS);
}

static void write_array(struct synth_method *m) {
  write_clone(m);
  asm_store(m, 'L', PARTS);
}

static void write_collection(struct synth_method *m) {
  ask_original(m, collection, "toArray", "()" RESULTS);
  asm_store(m, 'L', PARTS);
}

static void write_map(struct synth_method *m) {
  ask_original(m, map, "entrySet", "()Ljava/util/Set;");
  asm_invoke(m, OP_INVOKEINTERFACE, collection, "toArray", "()" RESULTS, true);
  asm_store(m, 'L', PARTS);
}

static void write_pair(struct synth_method *m) {
  new_parts(m, 2);
  asm_int(m, 0);
  ask_original(m, entry, "getKey", "()" OBJECT);
  asm_array_store(m, 'L');
  asm_load(m, 'L', PARTS);
  asm_int(m, 1);
  ask_original(m, entry, "getValue", "()" OBJECT);
  asm_array_store(m, 'L');
}

static void write_optional(struct synth_method *m) {
  new_parts(m, 1);
  asm_int(m, 0);
  asm_load(m, 'L', VALUE);
  asm_type(m, OP_CHECKCAST, "java/util/Optional");
  asm_op(m, OP_ACONST_NULL);
  env_call_virtual(m, "java/util/Optional", "orElse", "(" OBJECT ")" OBJECT);
  asm_array_store(m, 'L');
}

static void write_text(struct synth_method *m) {
  new_parts(m, 1);
  asm_int(m, 0);
  asm_load(m, 'L', VALUE);
  asm_invoke(m, OP_INVOKESTATIC, "java/lang/String", "valueOf", "(" OBJECT ")Ljava/lang/String;",
             false);
  asm_array_store(m, 'L');
}

/* to = {shape, copies of the parts...} */
static void write_parts(struct synth_method *m) {
  int head = asm_label(m), end = asm_label(m);
  asm_load(m, 'L', PARTS);
  asm_op(m, OP_ARRAYLENGTH);
  asm_int(m, 1);
  asm_op(m, OP_IADD);
  asm_new_array(m, jtype_of(OBJECT));
  asm_store(m, 'L', TO);
  asm_load(m, 'L', TO);
  asm_int(m, 0);
  asm_load(m, 'I', SHAPE);
  asm_box(m, 'I');
  asm_array_store(m, 'L');
  asm_int(m, 0);
  asm_store(m, 'I', AT);
  asm_bind(m, head);
  asm_load(m, 'I', AT);
  asm_load(m, 'L', PARTS);
  asm_op(m, OP_ARRAYLENGTH);
  asm_jump(m, OP_IF_ICMPGE, end);
  asm_load(m, 'L', TO);
  asm_load(m, 'I', AT);
  asm_int(m, 1);
  asm_op(m, OP_IADD);
  asm_load(m, 'L', PARTS);
  asm_load(m, 'I', AT);
  asm_array_load(m, 'L');
  asm_load(m, 'I', DEPTH);
  asm_int(m, 1);
  asm_op(m, OP_ISUB);
  call_own(m, "copy", "(" OBJECT "I)" OBJECT);
  asm_array_store(m, 'L');
  asm_load(m, 'I', AT);
  asm_int(m, 1);
  asm_op(m, OP_IADD);
  asm_store(m, 'I', AT);
  asm_jump(m, OP_GOTO, head);
  asm_bind(m, end);
  asm_load(m, 'L', TO);
  asm_return(m, 'L');
}

static void write_copy(struct synth *c) {
  static void (*const write[])(struct synth_method *) = {
      [SHAPE_TEXT] = write_text,        [SHAPE_PRIMITIVES] = write_primitives,
      [SHAPE_ARRAY] = write_array,      [SHAPE_LIST] = write_collection,
      [SHAPE_BAG] = write_collection,   [SHAPE_MAP] = write_map,
      [SHAPE_BAG_MAP] = write_map,      [SHAPE_ENTRY] = write_pair,
      [SHAPE_OPTIONAL] = write_optional};
  struct synth_method *m = synth_method(c, ACC_PUBLIC | ACC_STATIC, "copy", "(" OBJECT "I)" OBJECT);
  int labels[COUNT(write)], whole = asm_label(m), parts = asm_label(m);
  for (size_t i = 0; i < COUNT(write); i++) labels[i] = i ? asm_label(m) : whole;
  asm_op(m, OP_ACONST_NULL);
  asm_store(m, 'L', PARTS);
  asm_int(m, SHAPE_NONE);
  asm_store(m, 'I', SHAPE);
  asm_load(m, 'I', DEPTH);
  asm_jump(m, OP_IFLE, whole);
  asm_load(m, 'L', VALUE);
  call_own(m, "shape", "(" OBJECT ")I");
  asm_store(m, 'I', SHAPE);
  asm_load(m, 'I', SHAPE);
  asm_tableswitch(m, 0, COUNT(labels), labels, whole);
  for (size_t i = 1; i < COUNT(write); i++) {
    asm_bind(m, labels[i]);
    CHECK(write[i], "each shape has the code that copies it: %zu", i);
    write[i](m);
    if (i != SHAPE_PRIMITIVES) asm_jump(m, OP_GOTO, parts);
  }
  asm_bind(m, whole);
  asm_load(m, 'L', VALUE);
  asm_return(m, 'L');
  asm_bind(m, parts);
  write_parts(m);
}

static void write_whole(struct synth *c) {
  enum { THROWN = 1 };
  struct synth_method *m = synth_method(c, ACC_PUBLIC | ACC_STATIC, "whole", "(" OBJECT ")" OBJECT);
  int start = asm_label(m), end = asm_label(m), thrown = asm_label(m), done = asm_label(m);
  call_own(m, "enter", "()V");
  asm_bind(m, start);
  asm_load(m, 'L', VALUE);
  asm_int(m, RECORD_DEPTH);
  call_own(m, "copy", "(" OBJECT "I)" OBJECT);
  asm_store(m, 'L', VALUE);
  asm_bind(m, end);
  asm_jump(m, OP_GOTO, done);
  asm_handler(m, start, end, thrown, NULL);
  asm_bind(m, thrown);
  asm_store(m, 'L', THROWN);
  asm_int(m, 2);
  asm_new_array(m, jtype_of(OBJECT));
  asm_store(m, 'L', VALUE);
  asm_load(m, 'L', VALUE);
  asm_int(m, 0);
  asm_int(m, SHAPE_NONE);
  asm_box(m, 'I');
  asm_array_store(m, 'L');
  asm_load(m, 'L', VALUE);
  asm_int(m, 1);
  asm_load(m, 'L', THROWN);
  asm_array_store(m, 'L');
  asm_bind(m, done);
  call_own(m, "leave", "()V");
  asm_load(m, 'L', VALUE);
  asm_return(m, 'L');
}

static void write_compare(struct synth *c) {
  enum { ALL = 0, KEPT = 1 };
  struct synth_method *m = synth_method(c, ACC_PUBLIC | ACC_STATIC, "compare", "(" RESULTS ")V");
  int head = asm_label(m), end = asm_label(m);
  asm_op(m, OP_ACONST_NULL);
  asm_store(m, 'L', KEPT);
  asm_bind(m, head);
  asm_load(m, 'L', ALL);
  call_own(m, "kept", "(" RESULTS ")" OBJECT);
  asm_store(m, 'L', KEPT);
  asm_load(m, 'L', KEPT);
  asm_jump(m, OP_IFNULL, end);
  asm_load(m, 'L', ALL);
  asm_load(m, 'L', KEPT);
  call_own(m, "whole", "(" OBJECT ")" OBJECT);
  call_own(m, "again", "(" RESULTS OBJECT ")V");
  asm_jump(m, OP_GOTO, head);
  asm_bind(m, end);
  asm_return(m, 'V');
}

void environment_write_copies(struct synth *c) {
  static const char *const natives[][2] = {{"shape", "(" OBJECT ")I"},
                                           {"enter", "()V"},
                                           {"leave", "()V"},
                                           {"kept", "(" RESULTS ")" OBJECT},
                                           {"again", "(" RESULTS OBJECT ")V"}};
  for (size_t i = 0; i < COUNT(natives); i++)
    synth_method(c, ACC_PUBLIC | ACC_STATIC | ACC_NATIVE, natives[i][0], natives[i][1]);
  write_copy(c);
  write_whole(c);
  write_compare(c);
}

void environment_keep(struct synth_method *m, int value, int how) {
  int kept = asm_label(m);
  asm_load(m, 'L', value);
  call_own(m, "shape", "(" OBJECT ")I");
  asm_jump(m, OP_IFEQ, kept);
  asm_int(m, RECORD_COPIED);
  asm_new_array(m, jtype_of(OBJECT));
  asm_op(m, OP_DUP);
  asm_int(m, RECORD_GAVE);
  asm_load(m, 'L', value);
  call_own(m, "whole", "(" OBJECT ")" OBJECT);
  asm_array_store(m, 'L');
  asm_op(m, OP_DUP);
  asm_int(m, RECORD_KEPT);
  asm_load(m, 'L', value);
  asm_array_store(m, 'L');
  asm_store(m, 'L', value);
  asm_int(m, RECORD_COPY);
  asm_store(m, 'I', how);
  asm_bind(m, kept);
}
