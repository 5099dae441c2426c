/* The classes and fields that the machine itself names. A field that only some JDK releases have is
 * optional; its offset is 0 if it is missing. */
#include "engine/vm/boot/boot.h"
#include "engine/vm/loader/classes.h"

#include <stddef.h>

static const struct {
  const char *name;
  size_t at; /* offset in struct vm */
} classes[] = {
#define WK(field, name) \
  { name, offsetof(struct vm, wk.field) }
    WK(object, "java/lang/Object"),
    WK(klass, "java/lang/Class"),
    WK(string, "java/lang/String"),
    WK(thread, "java/lang/Thread"),
    WK(thread_group, "java/lang/ThreadGroup"),
    WK(throwable, "java/lang/Throwable"),
    WK(error, "java/lang/Error"),
    WK(runtime_exception, "java/lang/RuntimeException"),
    WK(cloneable, "java/lang/Cloneable"),
    WK(serializable, "java/io/Serializable"),
    WK(system, "java/lang/System"),
    WK(reference, "java/lang/ref/Reference"),
    WK(member_name, "java/lang/invoke/MemberName"),
    WK(method_handle, "java/lang/invoke/MethodHandle"),
    WK(var_handle, "java/lang/invoke/VarHandle"),
    WK(method_type, "java/lang/invoke/MethodType"),
    WK(field, "java/lang/reflect/Field"),
    WK(method, "java/lang/reflect/Method"),
    WK(constructor, "java/lang/reflect/Constructor"),
    WK(stack_trace_element, "java/lang/StackTraceElement"),
    WK(boxes[0], "java/lang/Boolean"),
    WK(boxes[1], "java/lang/Byte"),
    WK(boxes[2], "java/lang/Character"),
    WK(boxes[3], "java/lang/Short"),
    WK(boxes[4], "java/lang/Integer"),
    WK(boxes[5], "java/lang/Long"),
    WK(boxes[6], "java/lang/Float"),
    WK(boxes[7], "java/lang/Double"),
    WK(object_array, "[Ljava/lang/Object;"),
    WK(string_array, "[Ljava/lang/String;"),
#undef WK
};

static int wellknown_own_load(struct vm *vm, const char *name, size_t at, struct error *err) {
  struct klass *k = vm_class(vm, name, err);
  if (!k) return error_prefix(err, "the JDK's %s", name);
  memcpy((char *)vm + at, &k, sizeof k);
  return 0;
}

static uint32_t optional(struct klass *k, const char *name) {
  struct field *f = klass_field(k, name, NULL);
  return f && !(f->flags & ACC_STATIC) ? f->offset : 0;
}

static void string_fields(struct vm *vm) {
  struct klass *k = vm->wk.string;
  vm->wk.string_value = klass_field_offset(k, "value");
  vm->wk.string_coder = klass_field_offset(k, "coder");
  vm->wk.string_hash = klass_field_offset(k, "hash");
  vm->wk.string_hash_zero = optional(k, "hashIsZero");
}

/* Since JDK 19 some of these are in Thread.holder: vm_thread_fields. */
static int thread_fields(struct vm *vm, struct error *err) {
  static const char *const dropped[] = {"group",        "target",
                                        "threadLocals", "inheritableThreadLocals",
                                        "blocker",      "uncaughtExceptionHandler"};
  struct klass *k = vm->wk.thread, *h = k;
  for (size_t i = 0; i < COUNT(dropped); i++) vm->wk.thread_dropped[i] = optional(k, dropped[i]);
  vm->wk.thread_name = klass_field_offset(k, "name");
  vm->wk.thread_tid = klass_field_offset(k, "tid");
  vm->wk.thread_interrupted = klass_field_offset(k, "interrupted");
  vm->wk.thread_group_f = optional(k, "group");
  vm->wk.thread_eetop = optional(k, "eetop");
  vm->wk.thread_holder = optional(k, "holder");
  vm->wk.thread_handler = optional(k, "uncaughtExceptionHandler");
  vm->wk.thread_target = optional(k, "target");
  if (vm->wk.thread_holder) h = vm_class(vm, "java/lang/Thread$FieldHolder", err);
  if (!h) return err->code;
  vm->wk.thread_priority = klass_field_offset(h, "priority");
  vm->wk.thread_daemon = klass_field_offset(h, "daemon");
  vm->wk.thread_status = klass_field_offset(h, "threadStatus");
  return 0;
}

static void throwable_fields(struct vm *vm) {
  struct klass *k = vm->wk.throwable;
  vm->wk.throwable_message = klass_field_offset(k, "detailMessage");
  vm->wk.throwable_cause = klass_field_offset(k, "cause");
  vm->wk.throwable_backtrace = klass_field_offset(k, "backtrace");
  vm->wk.throwable_stack = klass_field_offset(k, "stackTrace");
  vm->wk.throwable_depth = klass_field_offset(k, "depth");
  vm->wk.throwable_suppressed = klass_field_offset(k, "suppressedExceptions");
}

static int primitives(struct vm *vm, struct error *err) {
  static const char types[] = "ZBCSIJFDV";
  for (int i = 0; types[i]; i++) {
    char desc[2] = {types[i], 0};
    vm->wk.prim[i] = vm_class_of_desc(vm, desc, err);
    if (!vm->wk.prim[i]) return err->code;
    if (types[i] == 'V') break;
    vm->wk.prim_array[i] = vm_array_class(vm, vm->wk.prim[i]);
    if (!vm->wk.prim_array[i])
      return error_set(err, ERR_INPUT, "the JDK's array classes cannot be created");
  }
  return 0;
}

/* Loads Object and Class first, so that every later class gets its mirror; then String, so that the
 * mirrors get their names. */
int wellknown_load(struct vm *vm, struct error *err) {
  int rc = wellknown_own_load(vm, "java/lang/Object", offsetof(struct vm, wk.object), err);
  if (!rc) rc = wellknown_own_load(vm, "java/lang/Class", offsetof(struct vm, wk.klass), err);
  if (rc) return rc;
  mirrors_start(vm);
  rc = primitives(vm, err);
  if (!rc) {
    struct klass *s = vm_class(vm, "java/lang/String", err);
    if (!s) return err->code;
    vm->wk.string = s;
    string_fields(vm);
    mirror_names(vm);
  }
  for (size_t i = 0; !rc && i < COUNT(classes); i++)
    rc = wellknown_own_load(vm, classes[i].name, classes[i].at, err);
  if (rc) return rc;
  throwable_fields(vm);
  return thread_fields(vm, err);
}
