/* What finding and linking classes has produced, kept outside the arena: the JDK, the class path,
 * the tables of names, and the classes, offsets and methods that the machine itself knows by
 * name. */
#ifndef HEDDLE_VM_LOADER_LOADED_H
#define HEDDLE_VM_LOADER_LOADED_H

#include "engine/vm/klass.h"

struct classpath;
struct jimage;

struct vm_loaded {
  struct jimage *jdk;
  char jdk_home[1024];
  int jdk_release; /* 17, 25 ...; 0: unknown */
  struct classpath *classpath;
  void *classes; /* name -> klass (vm/loader/classes.c) */
  void *strings; /* interned strings (vm/strings.c) */
  void *natives; /* (class, name, descriptor) -> native_fn (natives/natives.c) */
};

/* Filled at boot (vm/boot/wellknown.c). */
struct vm_wellknown {
  struct klass *object, *klass, *string, *thread, *thread_group, *throwable, *cloneable,
      *serializable, *system, *reference, *member_name, *method_handle, *var_handle, *method_type,
      *field, *method, *constructor, *stack_trace_element, *error, *runtime_exception;
  struct klass *boxes[8];      /* Z B C S I J F D */
  struct klass *prim[9];       /* Z B C S I J F D V */
  struct klass *prim_array[8]; /* [Z [B [C [S [I [J [F [D */
  struct klass *object_array, *string_array;
  uint32_t string_value, string_coder, string_hash, string_hash_zero;
  uint32_t thread_name, thread_priority, thread_daemon, thread_group_f, thread_status, thread_eetop,
      thread_interrupted, thread_tid, thread_holder, thread_handler, thread_target;
  uint32_t thread_dropped[6]; /* fields cleared when the thread ends */
  uint32_t throwable_message, throwable_cause, throwable_backtrace, throwable_stack,
      throwable_depth, throwable_suppressed;
  uint32_t class_component, class_module, class_loader, class_name;
  struct method *m_root; /* method of FRAME_ROOT frames; has no code */
  struct method *m_thread_run, *m_thread_exit, *m_dispatch_uncaught;
};

/* Results of the boot. */
struct vm_boot {
  bool running; /* the boot is running, so allocations are immortal */
  ref main_thread, main_group, system_group;
  ref command; /* a String: sun.java.command */
  ref top;     /* immortal objects below this were made at boot and are the same in every run */
};

#endif
