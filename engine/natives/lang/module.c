/* java.lang.Module and ModuleLayer. The exports, opens, reads and uses of a JDK module are read
 * from its descriptor (vm/loader/modules.h). Java's own tables contain what was added at run time.
 *
 * The JDK's own code creates the boot layer, its Configuration and the modules' ModuleDescriptors
 * when the program first asks for one of them. This code runs in the initialiser of a synthetic
 * class, so it is atomic and is undone like any other initialiser. */
#include "engine/natives/util.h"
#include "engine/vm/loader/modules.h"
#include "engine/vm/loader/synthetic.h"

#include <stdlib.h>

#define MODULE "java/lang/Module"
#define LAYER "java/lang/ModuleLayer"
#define BOOT LAYER "$$Boot"
#define FINDERS "jdk/internal/module/SystemModuleFinders"
#define SYSTEM_MODULES "jdk/internal/module/SystemModules"
#define CONFIGURATION "java/lang/module/Configuration"
#define SHARED "jdk/internal/access/SharedSecrets"
#define ACCESS "jdk/internal/access/JavaLangModuleAccess"

/* ---- the boot layer ---- */

/* Does what ModuleBootstrap does for a program on the class path:
 *
 *   static {
 *     SystemModules m = SystemModuleFinders.systemModules(null);
 *     Configuration c = SharedSecrets.getJavaLangModuleAccess().newConfiguration(
 *         SystemModuleFinders.of(m), m.moduleReads());
 *     layer = new ModuleLayer(c, List.of(ModuleLayer.empty()), null);
 *   } */
static struct klass *boot_class(struct vm *vm, struct error *err) {
  struct klass *k = synth_find(vm, BOOT), *host;
  struct synth *s;
  struct synth_method *m;
  if (k) return k;
  host = vm_class(vm, LAYER, err);
  if (!host) return NULL;
  s = synth_new(BOOT, "java/lang/Object", ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC);
  synth_field(s, ACC_STATIC | ACC_FINAL, "layer", "L" LAYER ";");
  m = synth_method(s, ACC_STATIC, "<clinit>", "()V");
  asm_op(m, OP_ACONST_NULL);
  asm_invoke(m, OP_INVOKESTATIC, FINDERS, "systemModules",
             "(Ljava/lang/String;)L" SYSTEM_MODULES ";", false);
  asm_store(m, 'L', 0);
  asm_type(m, OP_NEW, LAYER);
  asm_op(m, OP_DUP);
  asm_invoke(m, OP_INVOKESTATIC, SHARED, "getJavaLangModuleAccess", "()L" ACCESS ";", false);
  asm_load(m, 'L', 0);
  asm_invoke(m, OP_INVOKESTATIC, FINDERS, "of",
             "(L" SYSTEM_MODULES ";)Ljava/lang/module/ModuleFinder;", false);
  asm_load(m, 'L', 0);
  asm_invoke(m, OP_INVOKEINTERFACE, SYSTEM_MODULES, "moduleReads", "()Ljava/util/Map;", true);
  asm_invoke(m, OP_INVOKEINTERFACE, ACCESS, "newConfiguration",
             "(Ljava/lang/module/ModuleFinder;Ljava/util/Map;)L" CONFIGURATION ";", true);
  asm_invoke(m, OP_INVOKESTATIC, LAYER, "empty", "()L" LAYER ";", false);
  asm_invoke(m, OP_INVOKESTATIC, "java/util/List", "of", "(Ljava/lang/Object;)Ljava/util/List;",
             true);
  asm_op(m, OP_ACONST_NULL);
  asm_invoke(m, OP_INVOKESPECIAL, LAYER, "<init>",
             "(L" CONFIGURATION ";Ljava/util/List;Ljava/util/function/Function;)V", false);
  asm_field(m, OP_PUTSTATIC, BOOT, "layer", "L" LAYER ";");
  asm_return(m, 'V');
  return synth_define(vm, s, host, err);
}

/* Creates the boot layer if necessary. Stores the synthetic class that holds the layer in *out,
 * unless `out` is NULL. Returns NATIVE_OK once the layer exists. */
static int ensure_boot(struct native_call *c, struct klass **out) {
  struct error err = {0};
  struct klass *k = boot_class(c->vm, &err);
  if (out) *out = k;
  return k ? vm_init_class(c->vm, c->t, k) : synth_failed(c->vm, c->t, &err);
}

static int boot_layer(struct native_call *c) {
  struct klass *k;
  int rc = ensure_boot(c, &k);
  return rc == NATIVE_OK ? ret_ref(c, field_static_ref(c->vm, k, "layer")) : rc;
}

/* Initialises one Module of the boot layer and returns its Map.Entry. */
static ref bind(struct native_call *c, ref resolved, ref layer) {
  struct vm *vm = c->vm;
  ref descriptor = field_get_ref(vm, field_get_ref(vm, resolved, "mref"), "descriptor"),
      name = field_get_ref(vm, descriptor, "name"), object, entry;
  char *text = vm_utf8(vm, name);
  struct module *m = text ? module_by_name(vm, text) : NULL;
  free(text);
  object = m ? module_object(vm, m) : 0;
  entry = object ? nat_new(c, "java/util/KeyValueHolder") : 0;
  if (!entry) return 0;
  field_set_ref(vm, object, "descriptor", descriptor);
  field_set_ref(vm, object, "layer", layer);
  field_set_ref(vm, entry, "key", name);
  field_set_ref(vm, entry, "value", object);
  return entry;
}

/* Module.defineModules(Configuration, Function, ModuleLayer), for the boot layer: returns
 * Map.ofEntries of its modules. */
static int define_modules(struct native_call *c) {
  struct vm *vm = c->vm;
  struct klass *map, *entry;
  ref set, elements, entries;
  uint32_t i, n = 0, count;
  if (c->args[1]) return nat_body(c);
  map = vm_class_throw(vm, c->t, "java/util/Map", false);
  entry = map ? vm_class_throw(vm, c->t, "java/util/Map$Entry", false) : NULL;
  if (!entry) return NATIVE_THROW;
  set = field_get_ref(vm, c->args[0], "modules");
  if (strcmp(vm_klass(vm, set)->name->s, "java/util/ImmutableCollections$SetN") != 0)
    return vm_unsupported(vm, c->t, "the modules of this JDK release");
  elements = field_get_ref(vm, set, "elements");
  count = (uint32_t)field_get_int(vm, set, "size");
  entries = vm_new_ref_array(vm, c->t, entry, (int32_t)count);
  for (i = 0; entries && i < array_length(vm, elements); i++) {
    ref resolved = array_ref(vm, elements, i), e = resolved ? bind(c, resolved, c->args[2]) : 0;
    if (resolved && !e) return vm->err.code ? NATIVE_FATAL : NATIVE_THROW;
    if (e && n < count) array_put_ref(vm, entries, n++, e);
  }
  if (!entries) return NATIVE_THROW;
  return vm_push_frame(vm, c->t, klass_declared_method(map, "ofEntries", NULL), &entries, 0, 0);
}

/* Ensures that the boot layer exists before a method uses the descriptor or the layer of a JDK
 * module. */
static int with_boot_layer(struct native_call *c) {
  int rc = module_by_object(c->vm, c->args[0]) ? ensure_boot(c, NULL) : NATIVE_OK;
  return rc == NATIVE_OK ? nat_body(c) : rc;
}

/* ---- exports, opens, reads and uses ---- */

static const struct symbol *text_symbol(struct vm *vm, ref string) {
  char *text = vm_utf8(vm, string);
  const struct symbol *s = text ? symtab_find(vm->syms, text, strlen(text)) : NULL;
  free(text);
  return s;
}

/* implIsExportedOrOpen(String package, Module other, boolean open) */
static int exported_or_open(struct native_call *c) {
  struct vm *vm = c->vm;
  const struct module *m = module_by_object(vm, c->args[0]), *to = module_by_object(vm, c->args[2]);
  const struct symbol *package = m ? text_symbol(vm, c->args[1]) : NULL;
  enum module_to kind = to ? TO_NAMED : field_get_ref(vm, c->args[2], "name") ? TO_ALL : TO_UNNAMED;
  struct method *added;
  if (!m) return nat_body(c);
  if (c->args[2] == field_static_ref(vm, c->m->owner, "EVERYONE_MODULE")) kind = TO_ALL;
  if (package && ((to == m && module_has_package(m, package)) ||
                  module_allows(vm, m, package, c->args[3], kind, to)))
    return ret_int(c, 1);
  added = klass_declared_method(
      c->m->owner, c->args[3] ? "isReflectivelyOpened" : "isReflectivelyExported", NULL);
  if (!added) return vm_unsupported(vm, c->t, "modules of this JDK release");
  return vm_push_frame(vm, c->t, added, c->args, 0, 0);
}

/* boolean canRead(Module): Java's body knows the reads added at run time. */
static int can_read(struct native_call *c) {
  const struct module *m = module_by_object(c->vm, c->args[0]),
                      *other = module_by_object(c->vm, c->args[1]);
  return m && other && module_reads(c->vm, m, other) ? ret_int(c, 1) : nat_body(c);
}

static int can_use(struct native_call *c) {
  const struct module *m = module_by_object(c->vm, c->args[0]);
  const struct klass *service = nat_klass_arg(c, 1);
  int rc;
  if (!service) return NATIVE_THROW;
  for (uint32_t i = 0; m && i < m->info->use_count; i++)
    if (m->info->uses[i] == service->name) return ret_int(c, 1);
  rc = m ? ensure_boot(c, NULL) : NATIVE_OK;
  return rc == NATIVE_OK ? nat_body(c) : rc;
}

/* ServiceLoader.inExplicitModule(Class): no JDK module is automatic. */
static int in_explicit_module(struct native_call *c) {
  const struct klass *k = nat_klass_arg(c, 1);
  if (!k) return NATIVE_THROW;
  return module_by_object(c->vm, module_of_class(c->vm, k)) ? ret_int(c, 1) : nat_body(c);
}

const struct native_row natives_module[] = {
    {MODULE, "implIsExportedOrOpen", NULL, exported_or_open},
    {MODULE, "canRead", NULL, can_read},
    {MODULE, "canUse", NULL, can_use},
    {MODULE, "defineModules", NULL, define_modules},
    {MODULE, "getDescriptor", NULL, with_boot_layer},
    {MODULE, "getLayer", NULL, with_boot_layer},
    {MODULE, "getPackages", NULL, with_boot_layer},
    {MODULE, "addUses", NULL, with_boot_layer},
    {MODULE, "implAddExportsOrOpens", NULL, with_boot_layer},
    {MODULE, "defineModule0", NULL, nat_nothing},
    {MODULE, "addReads0", NULL, nat_nothing},
    {MODULE, "addExports0", NULL, nat_nothing},
    {MODULE, "addExportsToAll0", NULL, nat_nothing},
    {MODULE, "addExportsToAllUnnamed0", NULL, nat_nothing},
    {LAYER, "boot", NULL, boot_layer},
    {"java/util/ServiceLoader", "inExplicitModule", NULL, in_explicit_module},
    {0},
};
