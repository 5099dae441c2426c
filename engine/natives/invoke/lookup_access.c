/* See lookup_access.h. The rules are those in the documentation of MethodHandles.Lookup and in
 * sun.invoke.util.VerifyAccess. */
#include "engine/natives/invoke/lookup_access.h"

#include <stdlib.h>

#include "engine/natives/invoke/handles.h"
#include "engine/natives/util.h"
#include "engine/vm/loader/loaders.h"
#include "engine/vm/loader/access.h"
#include "engine/vm/loader/classes.h"
#include "engine/vm/loader/modules.h"

static const char denied[] = "java/lang/IllegalAccessException";

struct lookup lookup_read(struct vm *vm, ref lookup) {
  return (struct lookup){
      .klass = vm_mirror_klass(vm, field_get_ref(vm, lookup, "lookupClass")),
      .previous = vm_mirror_klass(vm, field_get_ref(vm, lookup, "prevLookupClass")),
      .modes = field_get_int(vm, lookup, "allowedModes")};
}

struct lookup lookup_trusted(struct vm *vm) {
  return (struct lookup){.klass = vm->wk.object, .modes = LOOKUP_TRUSTED};
}

/* ---- classes ---- */

static ref module_of(struct vm *vm, const struct klass *k) {
  return *MEM32(vm, k->mirror + vm->wk.class_module);
}

static const struct symbol *package_of(struct vm *vm, const struct klass *k) {
  char *dotted = klass_dotted(k), *dot = strrchr(dotted, '.');
  const struct symbol *s;
  *(dot ? dot : dotted) = 0;
  s = symtab_cstr(vm->syms, dotted);
  free(dotted);
  return s;
}

/* Returns whether the module of the public class k exports k's package to the module `to`, and `to`
 * reads k's module. If `to` is 0, returns whether the package is exported to all modules. */
static bool exported(struct vm *vm, const struct klass *k, ref to) {
  ref home = module_of(vm, k);
  const struct module *m = module_by_object(vm, home), *other = module_by_object(vm, to);
  if (to == home) return true;
  if (!m) return !other; /* modules of the JDK do not read the program's unnamed module */
  if (other && !module_reads(vm, other, m)) return false;
  return module_allows(vm, m, package_of(vm, k), false,
                       !to     ? TO_ALL
                       : other ? TO_NAMED
                               : TO_UNNAMED,
                       other);
}

static bool class_accessible(struct vm *vm, const struct lookup *l, const struct klass *k) {
  k = klass_base(k);
  if (l->modes == LOOKUP_TRUSTED) return true;
  if (l->modes == 0) return false;
  if (k->is_primitive) return true;
  if ((l->modes & LOOKUP_PACKAGE) && access_same_package(vm, l->klass, k)) return true;
  if (!(k->flags & ACC_PUBLIC)) return false;
  if (l->modes & LOOKUP_UNCONDITIONAL) return exported(vm, k, 0);
  if (!l->previous && module_of(vm, k) == module_of(vm, l->klass))
    return (l->modes & LOOKUP_MODULE) || exported(vm, k, 0);
  return exported(vm, k, module_of(vm, l->klass)) &&
         (!l->previous || exported(vm, k, module_of(vm, l->previous)));
}

/* ---- messages ---- */

static void add_class(struct text *out, const struct klass *k, bool kind) {
  char *dotted = klass_dotted(k);
  text_printf(out, "%s%s", !kind ? "" : k->is_interface ? "interface " : "class ", dotted);
  free(dotted);
}

/* Appends the module as Module.toString shows it. */
static void add_module(struct native_call *c, struct text *out, const struct klass *k) {
  ref module = module_of(c->vm, k);
  const struct module *m = module_by_object(c->vm, module);
  if (m)
    text_printf(out, " (module %s)", m->info->name->s);
  else
    text_printf(out, " (unnamed module @%x)", vm_identity_hash(c->vm, c->t, module));
}

/* Throws "WHAT: MEMBER, from class X (module m)"; frees the member's text. */
static int lookup_access_refuse(struct native_call *c, const struct lookup *l, const char *what,
                                struct text *member) {
  struct text out = {0};
  int rc;
  text_printf(&out, "%s: %s, from ", what, member->s);
  text_release(member);
  if (l->modes == LOOKUP_UNCONDITIONAL && l->klass == c->vm->wk.object) {
    text_puts(&out, "public Lookup");
  } else {
    add_class(&out, l->klass, true);
    add_module(c, &out, l->klass);
  }
  if (l->previous) {
    text_puts(&out, ", previous lookup ");
    add_class(&out, l->previous, false);
    add_module(c, &out, l->previous);
  }
  rc = vm_throw(c->vm, c->t, denied, "%s", out.s);
  text_release(&out);
  return rc;
}

int lookup_check_class(struct native_call *c, const struct lookup *l, const struct klass *refc) {
  struct text member = {0};
  if (class_accessible(c->vm, l, refc)) return NATIVE_OK;
  add_class(&member, refc, true);
  return lookup_access_refuse(c, l, "symbolic reference class is not accessible", &member);
}

int lookup_check_special(struct native_call *c, const struct lookup *l, const struct klass *refc,
                         const struct klass *special) {
  struct text member = {0};
  bool related = special == l->klass || (refc->is_interface && klass_is_subclass(special, refc));
  if (l->modes == LOOKUP_TRUSTED || ((l->modes & LOOKUP_PRIVATE) && related)) return NATIVE_OK;
  add_class(&member, special, true);
  return lookup_access_refuse(c, l, "no private access for invokespecial", &member);
}

/* ---- members ---- */

static bool related(const struct klass *a, const struct klass *b) {
  return a == b || klass_is_subclass(a, b) || klass_is_subclass(b, a);
}

static bool member_accessible(struct vm *vm, const struct lookup *l, const struct klass *refc,
                              struct klass *owner, uint32_t flags) {
  bool package = (l->modes & LOOKUP_PACKAGE) && access_same_package(vm, owner, l->klass);
  if (!class_accessible(vm, l, refc)) return false;
  if (owner == l->klass && (l->modes & LOOKUP_PRIVATE)) return true;
  if (flags & ACC_PUBLIC) return true;
  if (flags & ACC_PRIVATE)
    return (l->modes & LOOKUP_PRIVATE) &&
           klass_nest_host(vm, owner) == klass_nest_host(vm, l->klass);
  if (package || !(flags & ACC_PROTECTED)) return package;
  if (!(l->modes & LOOKUP_PROTECTED) || ((flags & ACC_STATIC) && !related(refc, l->klass)))
    return false;
  return klass_is_subclass(l->klass, owner);
}

static const char *why_not(struct vm *vm, const struct lookup *l, const struct klass *refc,
                           const struct klass *owner, uint32_t flags) {
  struct lookup own = {.klass = l->klass, .modes = LOOKUP_PUBLIC | LOOKUP_PACKAGE | LOOKUP_MODULE};
  bool visible = (owner->flags & ACC_PUBLIC) && (refc->flags & ACC_PUBLIC);
  if (!visible && (l->modes & LOOKUP_PACKAGE))
    visible = class_accessible(vm, &own, owner) && class_accessible(vm, &own, refc);
  if (!visible) return "class is not public";
  if (flags & ACC_PUBLIC) return "access to public member failed";
  return flags & ACC_PRIVATE     ? "member is private"
         : flags & ACC_PROTECTED ? "member is protected"
                                 : "member is private to package";
}

int lookup_caused(struct native_call *c, const char *error, const char *message) {
  ref cause = c->t->exception;
  int rc;
  if (c->vm->err.code) return NATIVE_FATAL;
  thread_touch(c->vm, c->t);
  c->t->exception = 0;
  rc = vm_throw(c->vm, c->t, error, "%s", message);
  if (rc == NATIVE_THROW) vm_put_ref(c->vm, c->t->exception, c->vm->wk.throwable_cause, cause);
  return rc;
}

/* Returns the kind of call that the JVM chooses for a method: methods that cannot be overridden are
 * called directly. */
static const char *method_kind(const struct method *m) {
  if (m->flags & ACC_STATIC) return "invokeStatic";
  if (m->name->s[0] == '<' || (m->flags & (ACC_PRIVATE | ACC_FINAL)) ||
      (m->owner->flags & ACC_FINAL))
    return "invokeSpecial";
  return m->owner->is_interface ? "invokeInterface" : "invokeVirtual";
}

int lookup_check_method(struct native_call *c, const struct lookup *l, const struct klass *refc,
                        const struct method *m, bool resolved, const char *text) {
  struct text member = {0};
  uint32_t flags = m->flags;
  char *type;
  if (l->modes == LOOKUP_TRUSTED) return NATIVE_OK;
  if (refc->is_array && !strcmp(m->name->s, "clone")) flags = ACC_PUBLIC;
  if (resolved && access_method_resolved(c->vm, c->t, l->klass, refc, m))
    return lookup_caused(c, denied, text);
  if (m->name->s[0] == '<' && (flags & ACC_PROTECTED)) flags &= ~(uint32_t)ACC_PROTECTED;
  if (member_accessible(c->vm, l, refc, m->owner, flags)) return NATIVE_OK;
  add_class(&member, m->owner, false);
  type = desc_readable(m->desc->s);
  text_printf(&member, ".%s%s/%s", m->name->s, type, method_kind(m));
  free(type);
  return lookup_access_refuse(
      c, l, why_not(c->vm, l, refc, m->owner, refc->is_array ? flags : m->flags), &member);
}

bool lookup_narrows(struct vm *vm, const struct lookup *l, const struct klass *owner,
                    uint32_t flags) {
  return (flags & ACC_PROTECTED) && !(flags & ACC_STATIC) && l->modes != LOOKUP_TRUSTED &&
         owner != l->klass && !access_same_package(vm, owner, l->klass);
}

int lookup_check_field(struct native_call *c, const struct lookup *l, const struct klass *refc,
                       const struct field *f, bool put) {
  struct text member = {0};
  const struct klass *type =
      vm_class_of_desc(c->vm, loader_inside(c->vm, f->owner, f->desc->s)->s, NULL);
  bool final = put && (f->flags & ACC_FINAL);
  if (l->modes == LOOKUP_TRUSTED ||
      (!final && member_accessible(c->vm, l, refc, f->owner, f->flags)))
    return NATIVE_OK;
  add_class(&member, f->owner, false);
  text_printf(&member, ".%s/", f->name->s);
  if (type) add_class(&member, type, false);
  text_printf(&member, "/%s%s", put ? "put" : "get", f->flags & ACC_STATIC ? "Static" : "Field");
  return lookup_access_refuse(
      c, l, final ? "unexpected set of a final field" : why_not(c->vm, l, refc, f->owner, f->flags),
      &member);
}
