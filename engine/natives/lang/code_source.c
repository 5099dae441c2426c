/* The origin of a class of the program: Class.getProtectionDomain().getCodeSource().getLocation()
 * is the URL of its folder or jar in the class path. A synthetic class calls the constructor of the
 * domain. */
#include "engine/natives/io/files.h"
#include "engine/natives/lang/resources.h"
#include "engine/natives/util.h"
#include "engine/vm/loader/synthetic.h"

#include <stdlib.h>

#define DOMAIN "java/security/ProtectionDomain"
#define SOURCE "java/security/CodeSource"
#define OF_DESC "(Ljava/lang/String;)L" DOMAIN ";"

/* static ProtectionDomain of(String s) {
 *   return new ProtectionDomain(new CodeSource(new URL(s), (Certificate[]) null), null);
 * } */
static struct klass *maker(struct native_call *c, struct error *err) {
  static const char name[] = DOMAIN "$$Make";
  struct klass *k = synth_find(c->vm, name), *host;
  struct synth *s;
  struct synth_method *m;
  if (k) return k;
  host = vm_class(c->vm, DOMAIN, err);
  if (!host) return NULL;
  s = synth_new(name, "java/lang/Object", ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC);
  m = synth_method(s, ACC_STATIC, "of", OF_DESC);
  asm_type(m, OP_NEW, DOMAIN);
  asm_op(m, OP_DUP);
  asm_type(m, OP_NEW, SOURCE);
  asm_op(m, OP_DUP);
  asm_type(m, OP_NEW, "java/net/URL");
  asm_op(m, OP_DUP);
  asm_load(m, 'L', 0);
  asm_invoke(m, OP_INVOKESPECIAL, "java/net/URL", "<init>", "(Ljava/lang/String;)V", false);
  asm_op(m, OP_ACONST_NULL);
  asm_invoke(m, OP_INVOKESPECIAL, SOURCE, "<init>",
             "(Ljava/net/URL;[Ljava/security/cert/Certificate;)V", false);
  asm_op(m, OP_ACONST_NULL);
  asm_invoke(m, OP_INVOKESPECIAL, DOMAIN, "<init>",
             "(L" SOURCE ";Ljava/security/PermissionCollection;)V", false);
  asm_return(m, 'L');
  return synth_define(c->vm, s, host, err);
}

/* Returns the URL of the folder or jar; NULL for classes that are in none. The caller frees it. */
static char *location(const struct klass *k) {
  const char *bang = strstr(k->where, "!/");
  char *entry = mem_printf("%s.class", k->shown->s), *element = NULL, *file;
  size_t n = strlen(k->where), tail = strlen(entry);
  struct text out = {0};
  if (bang)
    element = mem_printf("%.*s", (int)(bang - k->where), k->where);
  else if (n > tail && !strcmp(k->where + n - tail, entry))
    element = mem_printf("%.*s", (int)(n - tail), k->where);
  free(entry);
  if (!element) return NULL;
  file = files_normal(element);
  text_puts(&out, "file:");
  resource_encode(&out, file);
  if (!bang) text_puts(&out, "/");
  free(file);
  free(element);
  return out.s;
}

static int no_domain(struct native_call *c) {
  return ret_ref(c, 0);
} /* null means the domain with all permissions */

static int domain_or(struct native_call *c, native_fn *otherwise) {
  const struct klass *of = vm_mirror_klass(c->vm, c->args[0]);
  char *url = klass_of_bootstrap(of) || of->is_array ? NULL : location(of);
  struct error err = {0};
  struct klass *k = url ? maker(c, &err) : NULL;
  ref s = k ? vm_string(c->vm, c->t, url) : 0;
  if (!url) return otherwise(c);
  free(url);
  if (!k) return synth_failed(c->vm, c->t, &err);
  return s ? vm_push_frame(c->vm, c->t, klass_declared_method(k, "of", NULL), &s, 0, 0)
           : NATIVE_THROW;
}

/* Later JDK releases have a field instead of the native method. */
static int native_domain(struct native_call *c) { return domain_or(c, no_domain); }
static int java_domain(struct native_call *c) { return domain_or(c, nat_body); }

#define CLASS "java/lang/Class"
const struct native_row natives_code_source[] = {
    {CLASS, "getProtectionDomain0", NULL, native_domain},
    {CLASS, "getProtectionDomain", NULL, java_domain},
    {0},
};
