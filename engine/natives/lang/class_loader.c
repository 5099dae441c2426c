/* java.lang.ClassLoader. Classes of the JDK and the class path have one loader, the machine's own.
 * Library code that asks for their ClassLoader gets null. Code of the program gets the JDK's
 * application loader, which finds every class. Classes that a program defines from bytes are
 * distinguished by their loaders (classes_define). */
#include "engine/natives/concurrent/native_memory.h"
#include "engine/natives/lang/resources.h"
#include "engine/natives/util.h"
#include "engine/vm/sched/quiet.h"
#include "engine/vm/loader/classes.h"
#include "engine/vm/loader/loaders.h"
#include "engine/vm/loader/modules.h"
#include "engine/vm/interp/proof.h"

#include <stdlib.h>

#define LOADER "java/lang/ClassLoader"

/* Returns the class of a dotted name, if it is linked or can be loaded; otherwise 0. */
static int find_class(struct native_call *c, int slot, bool jdk_only) {
  char *name;
  struct klass *k;
  if (!c->args[slot]) return ret_ref(c, 0);
  name = vm_utf8(c->vm, c->args[slot]);
  for (char *p = name; *p; p++) {
    if (*p == '/') *p = '?'; /* no class has such a name */
    if (*p == '.') *p = '/';
  }
  k = vm_class(c->vm, name, NULL);
  free(name);
  if (!k || k->lookup || klass_base(k)->own_loader || (jdk_only && !klass_of_bootstrap(k)))
    return ret_ref(c, 0);
  return ret_ref(c, k->mirror);
}
static const struct klass *owner_at(struct vm *vm, uint32_t frame) {
  return frame_method(vm, vm_frame(vm, frame))->owner;
}

static bool is_loading(const struct klass *k) {
  static const char *const parts[] = {"jdk/internal/loader/", "java/lang/System$", LOADER};
  for (size_t i = 0; i < COUNT(parts); i++)
    if (!strncmp(k->name->s, parts[i], strlen(parts[i]))) return true;
  return !strcmp(k->name->s, "java/lang/Class");
}

/* Does library code, for example ResourceBundle, ask one of the built-in loaders? For such code,
 * these loaders also find the program's classes. A loader of the program comes here directly from
 * ClassLoader. */
static bool library_asks(const struct native_call *c) {
  /* the caller of findBootstrapClassOrNull */
  uint32_t at = c->t->frame ? vm_frame(c->vm, c->t->frame)->prev : 0;
  if (at && !strcmp(owner_at(c->vm, at)->name->s, LOADER)) return false;
  while (at && is_loading(owner_at(c->vm, at))) at = vm_frame(c->vm, at)->prev;
  return at && owner_at(c->vm, at)->is_jdk;
}

/* Finds the JDK's classes, for a loader without a parent and for the platform loader. */
static int find_bootstrap(struct native_call *c) { return find_class(c, 0, !library_asks(c)); }

/* Returns the internal name for a String with a dotted name; NULL for null. */
static const struct symbol *internal_name(struct vm *vm, ref string) {
  char *name = string ? vm_utf8(vm, string) : NULL;
  const struct symbol *s;
  if (name) mem_exchange(name, '.', '/');
  s = name ? symtab_cstr(vm->syms, name) : NULL;
  free(name);
  return s;
}

/* findLoadedClass0. The built-in loaders have already loaded every class that they can load, which
 * for the application loader includes the program's classes. Any other loader has loaded the
 * classes that it defined and those that the machine obtained from it. */
static int find_loaded(struct native_call *c) {
  const struct symbol *name;
  const struct klass *k;
  if (loader_is_builtin(c->vm, c->args[0]))
    return find_class(c, 1, !strstr(vm_klass(c->vm, c->args[0])->name->s, "$AppClassLoader"));
  name = internal_name(c->vm, c->args[1]);
  k = name ? loader_found(c->vm, c->args[0], name) : NULL;
  return ret_ref(c, k && !k->is_array ? k->mirror : 0);
}

static bool asked_by_library(struct native_call *c) {
  return !c->t->frame || frame_method(c->vm, vm_frame(c->vm, c->t->frame))->owner->is_jdk;
}

static int application_loader(struct native_call *c) {
  struct klass *k = vm_class_throw(c->vm, c->t, "jdk/internal/loader/ClassLoaders", false);
  int rc = k ? vm_init_class(c->vm, c->t, k) : NATIVE_THROW;
  return rc == NATIVE_OK ? ret_ref(c, field_static_ref(c->vm, k, "APP_LOADER")) : rc;
}

static int system_loader(struct native_call *c) {
  return asked_by_library(c) ? ret_ref(c, 0) : application_loader(c);
}

static int class_get_loader(struct native_call *c) {
  const struct klass *k = vm_mirror_klass(c->vm, c->args[0]);
  ref own;
  k = klass_base(k);
  own = classes_loader(c->vm, k);
  if (klass_of_bootstrap(k)) return ret_ref(c, 0);
  return own && !loader_is_builtin(c->vm, own) ? ret_ref(c, own) : system_loader(c);
}

/* For a class of the boot loader, the field may still name the loader that defined it. */
static int class_field_loader(struct native_call *c) {
  const struct klass *k = klass_base(vm_mirror_klass(c->vm, c->args[0]));
  return klass_of_bootstrap(k) ? ret_ref(c, 0) : nat_body(c);
}

/* ---- the context class loader ----
 *
 * In the field contextClassLoader, null means the application loader, and the mirror of Thread
 * means null. Thread's own constructor copies the parent's field to the child unchanged. Reads of a
 * thread's own field are quiet (reduction/quiet.def), reads of another thread's are not. */

static struct field *context_field(struct native_call *c) {
  return klass_field(c->vm->wk.thread, "contextClassLoader", NULL);
}

static bool asked_by_thread(struct native_call *c) {
  return c->t->frame &&
         frame_method(c->vm, vm_frame(c->vm, c->t->frame))->owner == c->vm->wk.thread;
}

static int context_loader(struct native_call *c) {
  uint32_t at = context_field(c)->offset;
  ref own;
  if (c->args[0] != c->t->object || c->vm->opt.por == POR_NONE) {
    VISIBLE(c, OPK_READ, c->args[0], at);
    ev_access(c->vm, c->t, c->args[0], at, 4, false, ACCESS_PLAIN);
  } else if (!vm_passes(c->vm, c->t, OPK_READ, c->args[0], at)) {
    return NATIVE_STOP; /* a schedule found without reduction can end a step here */
  }
  own = *MEM32(c->vm, c->args[0] + at);
  if (asked_by_thread(c)) return ret_ref(c, own);
  if (own == c->vm->wk.thread->mirror) return ret_ref(c, 0);
  return own ? ret_ref(c, own) : system_loader(c);
}

static int set_context_loader(struct native_call *c) {
  struct field *f = context_field(c);
  VISIBLE(c, OPK_WRITE, c->args[0], f->offset);
  ev_access(c->vm, c->t, c->args[0], f->offset, 4, 1, ACCESS_PLAIN);
  if (f->quiet == QUIET_OWN) quiet_put(c->vm, c->t, c->args[0], f);
  vm_put_ref(c->vm, c->args[0], f->offset, c->args[1] ? c->args[1] : c->vm->wk.thread->mirror);
  return NATIVE_OK;
}

/* Module.getClassLoader(): for the program's module, returns what Class.getClassLoader returns. */
static int module_loader(struct native_call *c) {
  return c->args[0] == modules_unnamed(c->vm) ? system_loader(c) : nat_body(c);
}

/* DefaultLoggerFinder.isSystem(Module): the Java body asks for the module's loader, and would get
 * null for the program's module, as for a module of the JDK. */
static int module_is_system(struct native_call *c) {
  return c->args[0] == modules_unnamed(c->vm) ? ret_int(c, 0) : nat_body(c);
}

/* ClassLoader.getUnnamedModule() */
static int loader_module(struct native_call *c) {
  return loader_is_builtin(c->vm, c->args[0]) ? ret_ref(c, modules_unnamed(c->vm)) : nat_body(c);
}

/* Handles the failure to create a class for a loader. If a superclass is missing, asks the loader
 * for it; the native then retries. */
static int not_linked(struct native_call *c, ref loader, const struct error *err) {
  const struct symbol *missing = vm_classes(c->vm)->missing;
  if (err->code == ERR_UNSUPPORTED) return vm_unsupported(c->vm, c->t, "%s", err->msg);
  return missing && !loader_is_builtin(c->vm, loader) ? loader_ask(c->vm, c->t, loader, missing)
                                                      : classes_throw(c->vm, c->t, err);
}

/* Defines a class. loader: null for the machine's own loader, or for the boot loader if `boot`.
 * name: null to use the name in the bytes. The arguments from `at` on are the bytes, their offset
 * and length. */
static int class_loader_define(struct native_call *c, ref loader, bool boot, ref name, uint32_t at,
                               struct klass *host) {
  struct vm *vm = c->vm;
  struct error err = {0};
  struct klass *k;
  uint8_t *copy;
  ref bytes = c->args[at];
  int32_t off = (int32_t)c->args[at + 1], len = (int32_t)c->args[at + 2];
  int rc = nat_check_range(c, bytes, off, len);
  /* the class's loader is part of the state, and other threads look the class up */
  vm->run.unreported = true;
  if (rc == NATIVE_OK && !loader) {
    rc = application_loader(c);
    loader = rc == NATIVE_OK ? c->ret.r : 0;
  }
  if (rc != NATIVE_OK) return rc;
  copy = mem_alloc((size_t)len + 1);
  memcpy(copy, array_data(vm, bytes) + off, (size_t)len);
  k = classes_define(vm, loader, boot, internal_name(vm, name), copy, (size_t)len, host, &err);
  free(copy);
  if (k && !k->is_jdk && !loader_is_builtin(vm, loader))
    vm_put_ref(vm, k->mirror, vm->wk.class_module, field_get_ref(vm, loader, "unnamedModule"));
  return k ? ret_ref(c, k->mirror) : not_linked(c, loader, &err);
}

/* The accessors that the library's reflection generates break the rules of verification and access
 * by design. So, as in HotSpot, the classes that DelegatingClassLoader defines count as part of the
 * library. */
static struct klass *library_host(struct native_call *c, ref loader) {
  struct klass *k = loader ? vm_klass(c->vm, loader) : NULL;
  return k && k->is_jdk && !strcmp(k->name->s, "jdk/internal/reflect/DelegatingClassLoader") ? k
                                                                                             : NULL;
}

/* defineClass1(ClassLoader, String, byte[], int, int, ProtectionDomain, String) */
static int define_class1(struct native_call *c) {
  return class_loader_define(c, c->args[0], !c->args[0], c->args[1], 2,
                             library_host(c, c->args[0]));
}

/* defineClass2: like defineClass1, but with a direct buffer. An array with its bytes replaces the
 * buffer in the arguments. */
static int define_class2(struct native_call *c) {
  ref obj, bytes = c->args[2];
  uint32_t off;
  int32_t len = (int32_t)c->args[4];
  int rc;
  if (!bytes) return nat_npe(c);
  if (!vm_klass(c->vm, bytes)->is_array) {
    int64_t at = field_get_long(c->vm, bytes, "address") + (int32_t)c->args[3];
    rc = native_memory_place(c, at, len, &obj, &off);
    if (rc != NATIVE_OK) return rc;
    bytes = nat_bytes(c, MEM8(c->vm, obj + off), (uint32_t)len);
    if (!bytes) return NATIVE_THROW;
    c->args[2] = bytes;
    c->args[3] = 0;
  }
  return define_class1(c);
}

/* Unsafe.defineClass0(String, byte[], int, int, ClassLoader, ProtectionDomain) */
static int unsafe_define(struct native_call *c) {
  return class_loader_define(c, c->args[5], !c->args[5], c->args[1], 2, NULL);
}

/* Defines the hidden class of defineClass0's arguments and returns it in *out. */
static int define_hidden(struct native_call *c, bool nestmate, struct klass **out) {
  struct vm *vm = c->vm;
  struct error err = {0};
  struct klass *lookup = nat_klass_arg(c, 1);
  uint32_t off = c->args[4], len = c->args[5];
  ref loader = c->args[0], bytes = c->args[3];
  uint8_t *copy;
  int rc = lookup ? nat_check_range(c, bytes, (int32_t)off, (int32_t)len) : NATIVE_THROW;
  if (rc == NATIVE_OK && !loader) {
    rc = application_loader(c);
    loader = rc == NATIVE_OK ? c->ret.r : 0;
  }
  if (rc != NATIVE_OK) return rc;
  copy = mem_alloc((size_t)len + 1);
  memcpy(copy, array_data(vm, bytes) + off, len);
  *out = classes_define_hidden(vm, loader, lookup, nestmate, copy, len, &err);
  free(copy);
  if (!*out) return not_linked(c, loader, &err);
  vm_put_ref(vm, (*out)->mirror, vm->wk.class_module,
             *MEM32(vm, lookup->mirror + vm->wk.class_module));
  field_set_ref(vm, (*out)->mirror, "classData", c->args[9]);
  return NATIVE_OK;
}

/* Lookup.defineClass and defineHiddenClass: defineClass0(ClassLoader, Class lookup, String, byte[],
 * int, int, ProtectionDomain, boolean initialize, int flags, Object data). While the class is being
 * linked and initialised, its mirror replaces the bytes in the arguments. */
static int define_for_lookup(struct native_call *c) {
  enum { NESTMATE = 1, HIDDEN = 2 };
  struct klass *k = vm_mirror_klass(c->vm, c->args[3]);
  int rc = NATIVE_OK;
  if (!k && !(c->args[8] & HIDDEN)) {
    const struct klass *lookup = vm_mirror_klass(c->vm, c->args[1]);
    rc = class_loader_define(c, c->args[0], lookup && klass_of_bootstrap(lookup), 0, 3, NULL);
    k = rc == NATIVE_OK ? vm_mirror_klass(c->vm, c->ret.r) : NULL;
  } else if (!k) {
    rc = define_hidden(c, c->args[8] & NESTMATE, &k);
  }
  if (rc != NATIVE_OK) return rc;
  c->args[3] = k->mirror;
  rc = c->args[7] ? vm_init_class(c->vm, c->t, k) : proof_of(c->vm, c->t, k);
  return rc == NATIVE_OK ? ret_ref(c, k->mirror) : rc;
}

/* MethodHandleNatives.classData(Class) */
static int class_data(struct native_call *c) {
  const struct klass *k = nat_klass_arg(c, 0);
  return k ? ret_ref(c, field_get_ref(c->vm, k->mirror, "classData")) : NATIVE_THROW;
}

#define NATIVE "jdk/internal/loader/NativeLibraries"
const struct native_row natives_class_loader[] = {
    {LOADER, "findBootstrapClass", NULL, find_bootstrap},
    {LOADER "$$Ask", "note", NULL, loader_note},
    {LOADER, "defineClass1", NULL, define_class1},
    {LOADER, "defineClass2", NULL, define_class2},
    {LOADER, "defineClass0", NULL, define_for_lookup},
    {LOADER, "retrieveDirectives", NULL, nat_null},
    {LOADER, "findLoadedClass0", NULL, find_loaded},
    {"java/lang/invoke/MethodHandleNatives", "classData", NULL, class_data},
    {LOADER, "getSystemClassLoader", NULL, application_loader},
    {LOADER, "getUnnamedModule", NULL, loader_module},
    {"java/lang/Class", "getClassLoader", NULL, class_get_loader},
    {"java/lang/Class", "getClassLoader0", NULL, class_field_loader},
    {"java/lang/Module", "getClassLoader", NULL, module_loader},
    {"jdk/internal/logger/DefaultLoggerFinder", "isSystem", NULL, module_is_system},
    {"java/lang/Thread", "getContextClassLoader", NULL, context_loader},
    {"java/lang/Thread", "setContextClassLoader", NULL, set_context_loader},
    {NATIVE, "findBuiltinLib", NULL, nat_null},
    {NATIVE, "load", NULL, nat_one},
    {NATIVE, "unload", NULL, nat_nothing},
    {"jdk/internal/misc/Unsafe", "defineClass0", NULL, unsafe_define},
    {0},
};
