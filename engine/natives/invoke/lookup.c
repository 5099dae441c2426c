/* MethodHandles and MethodHandles.Lookup: finds members and variables. NoSuchMethodException and
 * NoSuchFieldException are as in the JDK; lookup_access.c checks access. */
#include "engine/natives/lang/class_members.h"
#include "engine/natives/invoke/lookup_int.h"
#include "engine/natives/invoke/combine.h"
#include "engine/natives/invoke/handles.h"
#include "engine/natives/invoke/lookup_access.h"
#include "engine/natives/util.h"
#include "engine/vm/loader/loaders.h"
#include "engine/vm/loader/classes.h"

#include <stdlib.h>

enum {
  FULL_POWER = LOOKUP_PUBLIC | LOOKUP_PRIVATE | LOOKUP_PROTECTED | LOOKUP_PACKAGE | LOOKUP_MODULE |
               LOOKUP_ORIGINAL
};

/* ---- lookups ---- */

static int new_lookup(struct native_call *c, const struct klass *k, int modes) {
  ref r = nat_new(c, LOOKUP);
  if (!r) return NATIVE_THROW;
  field_set_ref(c->vm, r, "lookupClass", k->mirror);
  field_set_int(c->vm, r, "allowedModes", modes);
  return ret_ref(c, r);
}

/* Later JDK releases ask an object whether to dump class files. Creates one that answers no. */
static int no_dumper(struct native_call *c, struct klass *lookup_of) {
  ref r;
  if (!klass_field(lookup_of, "DEFAULT_DUMPER", NULL)) return NATIVE_OK;
  r = nat_new(c, "jdk/internal/util/ClassFileDumper");
  if (r) field_set_static_ref(c->vm, lookup_of, "DEFAULT_DUMPER", r);
  return r ? NATIVE_OK : NATIVE_THROW;
}

/* Lookup.<clinit>: the JDK's own code uses IMPL_LOOKUP. */
static int lookup_clinit(struct native_call *c) {
  struct klass *k = c->m->owner;
  int rc = new_lookup(c, c->vm->wk.object, LOOKUP_TRUSTED);
  if (rc == NATIVE_OK) field_set_static_ref(c->vm, k, "IMPL_LOOKUP", c->ret.r);
  if (rc == NATIVE_OK) rc = new_lookup(c, c->vm->wk.object, LOOKUP_UNCONDITIONAL);
  if (rc == NATIVE_OK) field_set_static_ref(c->vm, k, "PUBLIC_LOOKUP", c->ret.r);
  return rc == NATIVE_OK ? no_dumper(c, k) : rc;
}

int lookup_of(struct native_call *c) { return new_lookup(c, reflection_caller(c), FULL_POWER); }
static int public_lookup(struct native_call *c) {
  struct klass *k = vm_class_throw(c->vm, c->t, LOOKUP, false);
  int rc = k ? vm_init_class(c->vm, c->t, k) : NATIVE_THROW;
  return rc == NATIVE_OK ? ret_ref(c, field_static_ref(c->vm, k, "PUBLIC_LOOKUP")) : rc;
}

/* ---- arguments ---- */

void lookup_query_release(struct query *q) {
  free(q->name);
  free(q->desc);
}

/* For classes of the program's own loaders: replaces the descriptor by the one in the member's
 * class, if there is such a member. */
static void query_as_declared(struct vm *vm, struct query *q) {
  const struct symbol *found = NULL;
  for (uint32_t i = 0; i < q->klass->super_count && !found; i++) {
    const struct klass *k = q->klass->supers[i];
    for (uint32_t j = 0; j < k->method_count && q->desc[0] == '(' && !found; j++)
      if (!strcmp(k->methods[j].name->s, q->name) &&
          !strcmp(loader_inside(vm, k, k->methods[j].desc->s)->s, q->desc))
        found = k->methods[j].desc;
    for (uint32_t j = 0; j < k->field_count && q->desc[0] != '(' && !found; j++)
      if (!strcmp(k->fields[j].name->s, q->name) &&
          !strcmp(loader_inside(vm, k, k->fields[j].desc->s)->s, q->desc))
        found = k->fields[j].desc;
  }
  if (!found) return;
  free(q->desc);
  q->desc = mem_strdup(found->s);
}

int lookup_query_read(struct native_call *c, struct query *q, bool method) {
  struct text d = {0};
  *q = (struct query){0};
  q->klass = nat_klass_arg(c, 1);
  if (!q->klass) return NATIVE_THROW;
  if (!c->args[2] || !c->args[3]) return nat_npe(c);
  q->name = vm_utf8(c->vm, c->args[2]);
  if (method) {
    q->desc = method_type_desc(c->vm, c->args[3]);
  } else {
    klass_desc(vm_mirror_klass(c->vm, c->args[3]), &d);
    q->desc = d.s;
  }
  if (q->klass->own_loader) query_as_declared(c->vm, q);
  return NATIVE_OK;
}

/* Returns "no such method: a.B.name(int)void/invokeStatic"; the caller frees it. */
static char *no_such_text(struct native_call *c, const struct query *q, const char *what,
                          const char *kind) {
  char *name = klass_dotted(q->klass), *type = q->desc[0] == '(' ? desc_readable(q->desc) : NULL;
  struct klass *ft = type ? NULL : vm_class_of_desc(c->vm, q->desc, NULL);
  char *text;
  if (!type) type = ft ? klass_dotted(ft) : mem_strdup(q->desc);
  text = mem_printf("no such %s: %s.%s%s%s/%s", what, name, q->name, q->desc[0] == '(' ? "" : "/",
                    type, kind);
  free(name);
  free(type);
  return text;
}

int lookup_no_such(struct native_call *c, const struct query *q, const char *error,
                   const char *what, const char *kind) {
  char *text = no_such_text(c, q, what, kind);
  int rc = vm_throw(c->vm, c->t, error, "%s", text);
  free(text);
  return rc;
}

/* Like lookup_no_such for a method, with the error of JVM resolution as the cause: the method does
 * not exist or, if `is_there`, is static when it must not be, or the reverse. */
static int no_such_method(struct native_call *c, const struct query *q, bool is_there,
                          const char *what, const char *kind) {
  char *text = no_such_text(c, q, what, kind);
  struct text name = {0};
  int rc;
  text_add_method(&name, q->klass, symtab_cstr(c->vm->syms, q->name),
                  symtab_cstr(c->vm->syms, q->desc));
  if (is_there)
    vm_throw(
        c->vm, c->t, "java/lang/IncompatibleClassChangeError", "%s %s",
        !strcmp(kind, "invokeStatic") ? "Expected static method" : "Expecting non-static method",
        name.s);
  else
    vm_throw(c->vm, c->t, "java/lang/NoSuchMethodError", "%s", name.s);
  rc = lookup_caused(
      c, is_there ? "java/lang/IllegalAccessException" : "java/lang/NoSuchMethodException", text);
  text_release(&name);
  free(text);
  return rc;
}

/* Checks whether the lookup may access a method that was found by its name. */
static int may_find(struct native_call *c, const struct lookup *l, const struct query *q,
                    const struct method *m, const char *what, const char *kind) {
  char *text = no_such_text(c, q, what, kind);
  int rc = lookup_check_method(c, l, q->klass, m, true, text);
  free(text);
  return rc;
}

/* ---- methods ---- */

int lookup_give_handle(struct native_call *c, const struct member_ref *r) {
  struct klass *k;
  int rc = handle_direct(c->vm, c->t, r, &k);
  return rc ? rc : ret_new(c, handle_new(c->vm, c->t, k));
}

static int give_method(struct native_call *c, int kind, const struct klass *refc,
                       const struct method *m) {
  const struct member_ref r = {.kind = kind,
                               .owner = refc->name->s,
                               .name = m->name->s,
                               .desc = m->desc->s,
                               .on_interface = refc->is_interface};
  return lookup_give_handle(c, &r);
}

int lookup_narrow(struct native_call *c, struct klass *to) {
  const char *type = handle_type(c->vm, c->ret.r);
  struct combine *b = combine_new(c, "Narrow");
  text_printf(&b->key, " %s %s", type, to->name->s);
  sig_parse(b->sig, type);
  b->sig->arg[0] = combine_jtype(c->vm, to);
  combine_begin(b);
  combine_push(b, c->ret.r, true);
  asm_load_args(b->m, b->sig, 1);
  combine_call(b, type);
  return combine_end(b);
}

/* Narrows the handle if the member is protected and was found through `refc`. An array's clone() is
 * public (JLS 10.7). */
static int narrow_protected(struct native_call *c, const struct lookup *l, const struct klass *refc,
                            const struct klass *owner, uint32_t flags) {
  return lookup_narrows(c->vm, l, owner, flags) && !refc->is_array &&
                 !klass_is_subclass(refc, l->klass)
             ? lookup_narrow(c, l->klass)
             : NATIVE_OK;
}

static int find_method(struct native_call *c, int kind, const char *kind_name) {
  struct lookup l = lookup_read(c->vm, c->args[0]);
  struct query q;
  const struct method *m;
  int rc = lookup_query_read(c, &q, true);
  if (rc == NATIVE_OK) rc = lookup_check_class(c, &l, q.klass);
  if (rc == NATIVE_OK) {
    if (kind == REF_VIRTUAL && q.klass->is_interface) kind_name = "invokeInterface";
    m = klass_method(q.klass, q.name, q.desc);
    if (m && m->vm_flags & METHOD_POLYMORPHIC)
      rc = vm_unsupported(c->vm, c->t, "a method handle of %s.%s", q.klass->shown->s, q.name);
    else if (!m || q.name[0] == '<' || ((m->flags & ACC_STATIC) != 0) != (kind == REF_STATIC))
      rc = no_such_method(c, &q, m && q.name[0] != '<', "method", kind_name);
    else if (NATIVE_OK == (rc = may_find(c, &l, &q, m, "method", kind_name)))
      rc = give_method(c, kind == REF_VIRTUAL && q.klass->is_interface ? REF_INTERFACE : kind,
                       q.klass, m);
    if (rc == NATIVE_OK && kind == REF_VIRTUAL)
      rc = narrow_protected(c, &l, q.klass, m->owner, m->flags);
  }
  lookup_query_release(&q);
  return rc;
}

static int find_virtual(struct native_call *c) {
  return find_method(c, REF_VIRTUAL, "invokeVirtual");
}
static int find_static(struct native_call *c) { return find_method(c, REF_STATIC, "invokeStatic"); }

/* findSpecial(Class, String, MethodType, Class caller): the receiver must be an instance of the
 * caller class. */
static int find_special(struct native_call *c) {
  struct klass *caller = nat_klass_arg(c, 4), *refc = caller ? nat_klass_arg(c, 1) : NULL;
  struct lookup l = lookup_read(c->vm, c->args[0]);
  int rc = refc ? lookup_check_special(c, &l, refc, caller) : NATIVE_THROW;
  if (rc == NATIVE_OK) rc = find_method(c, REF_SPECIAL, "invokeSpecial");
  return rc != NATIVE_OK || caller == refc ? rc : lookup_narrow(c, caller);
}

/* findConstructor(Class, MethodType) */
static int find_constructor(struct native_call *c) {
  struct lookup l = lookup_read(c->vm, c->args[0]);
  struct query q = {.klass = nat_klass_arg(c, 1)};
  const struct method *m;
  int rc;
  if (!q.klass) return NATIVE_THROW;
  if (!c->args[2]) return nat_npe(c);
  rc = lookup_check_class(c, &l, q.klass);
  if (rc != NATIVE_OK) return rc;
  q.name = mem_strdup("<init>");
  q.desc = method_type_desc(c->vm, c->args[2]);
  m = klass_declared_method(q.klass, q.name, q.desc);
  rc = m ? may_find(c, &l, &q, m, "constructor", "newInvokeSpecial")
         : no_such_method(c, &q, false, "constructor", "newInvokeSpecial");
  if (rc == NATIVE_OK) rc = give_method(c, REF_NEW, q.klass, m);
  lookup_query_release(&q);
  return rc;
}

/* bind(Object receiver, String, MethodType) */
static int bind(struct native_call *c) {
  struct lookup l = lookup_read(c->vm, c->args[0]);
  struct query q = {0};
  const struct method *m;
  int rc;
  if (!c->args[1] || !c->args[2] || !c->args[3]) return nat_npe(c);
  q.klass = vm_klass(c->vm, c->args[1]);
  q.name = vm_utf8(c->vm, c->args[2]);
  q.desc = method_type_desc(c->vm, c->args[3]);
  m = klass_method(q.klass, q.name, q.desc);
  rc = lookup_check_class(c, &l, q.klass);
  if (rc == NATIVE_OK)
    rc = !m || m->flags & ACC_STATIC ? no_such_method(c, &q, m, "method", "invokeSpecial")
                                     : may_find(c, &l, &q, m, "method", "invokeSpecial");
  if (rc == NATIVE_OK) rc = give_method(c, REF_SPECIAL, m->owner, m);
  lookup_query_release(&q);
  return rc == NATIVE_OK ? handle_bind(c, c->ret.r, c->args[1]) : rc;
}

static int unreflect_special(struct native_call *c) {
  const struct method *m;
  struct klass *caller;
  struct lookup l = lookup_read(c->vm, c->args[0]);
  int rc;
  if (!c->args[1]) return nat_npe(c);
  caller = nat_klass_arg(c, 2);
  if (!caller) return NATIVE_THROW;
  m = member_of_method(c->vm, c->args[1]);
  if (!m) return vm_unsupported(c->vm, c->t, "Lookup.unreflectSpecial of this method");
  rc = lookup_check_special(c, &l, m->owner, caller);
  l.klass = caller;
  if (rc == NATIVE_OK) rc = lookup_check_method(c, &l, m->owner, m, false, NULL);
  if (rc == NATIVE_OK) rc = give_method(c, REF_SPECIAL, m->owner, m);
  return rc != NATIVE_OK || caller == m->owner ? rc : lookup_narrow(c, caller);
}

struct lookup lookup_for(struct native_call *c, ref member) {
  bool opened = *MEM8(c->vm, member + klass_field_offset(vm_klass(c->vm, member), "override"));
  return opened ? lookup_trusted(c->vm) : lookup_read(c->vm, c->args[0]);
}

static int unreflect(struct native_call *c) {
  const struct method *m;
  struct lookup l;
  int kind, rc;
  if (!c->args[1]) return nat_npe(c);
  m = member_of_method(c->vm, c->args[1]);
  if (!m) return vm_unsupported(c->vm, c->t, "Lookup.unreflect of this method");
  l = lookup_for(c, c->args[1]);
  rc = lookup_check_method(c, &l, m->owner, m, false, NULL);
  if (rc != NATIVE_OK) return rc;
  kind = m->flags & ACC_STATIC ? REF_STATIC : m->owner->is_interface ? REF_INTERFACE : REF_VIRTUAL;
  rc = give_method(c, m->name->s[0] == '<' ? REF_NEW : kind, m->owner, m);
  return rc == NATIVE_OK && kind == REF_VIRTUAL && m->name->s[0] != '<'
             ? narrow_protected(c, &l, m->owner, m->owner, m->flags)
             : rc;
}

const struct native_row natives_lookup[] = {
    {HANDLES, "<clinit>", NULL, nat_nothing},
    {HANDLES, "lookup", NULL, lookup_of},
    {HANDLES, "reflected$lookup", "()L" LOOKUP ";", lookup_of}, /* JDK 17: by reflection */
    {HANDLES, "publicLookup", NULL, public_lookup},
    {LOOKUP, "<clinit>", NULL, lookup_clinit},
    {LOOKUP, "findVirtual", NULL, find_virtual},
    {LOOKUP, "findStatic", NULL, find_static},
    {LOOKUP, "findSpecial", NULL, find_special},
    {LOOKUP, "findConstructor", NULL, find_constructor},
    {LOOKUP, "unreflect", NULL, unreflect},
    {LOOKUP, "unreflectConstructor", NULL, unreflect},
    {LOOKUP, "bind", NULL, bind},
    {LOOKUP, "unreflectSpecial", NULL, unreflect_special},
    {0},
};
