/* Fields and calls: descriptors against operands, constructors and uninitialised objects, protected
 * members, invokespecial (JVMS 4.10.1.8 and 4.10.1.9). */
#include "engine/vm/verify/verifier.h"

#include "engine/vm/loader/access.h"
#include "engine/vm/loader/classes.h"

#include <stdio.h>
#include <string.h>

static const struct cp_entry *constant(const struct verifier *v) { return &v->cf->cp[v->in->cp]; }
static vtype owner_type(struct verifier *v) { return vt_constant(v, constant(v)->class_index); }

/* ---- protected members ---- */

static bool name_in_supers(const struct verifier *v, const struct symbol *name) {
  if (name == v->cf->name) return true;
  for (const struct klass *c = v->k->super; c; c = c->super)
    if (c->shown == name) return true;
  return false;
}

/* Returns whether the member is a protected one of a superclass in another package; then the object
 * must be of this class. A missing member is ignored here, because its resolution reports it. */
static bool protected_elsewhere(struct verifier *v, bool method) {
  const struct cp_entry *e = constant(v);
  const struct klass *k, *owner = NULL;
  uint16_t flags = 0;
  if (!name_in_supers(v, e->owner)) return false;
  k = vt_load(v, e->owner);
  if (!k) return false;
  if (method) {
    const struct method *m = NULL;
    for (const struct klass *c = k; c && !m; c = c->super)
      m = klass_declared_method_sym(c, e->name, e->desc);
    if (m) owner = m->owner, flags = m->flags;
  } else {
    const struct field *f = klass_field_sym(k, e->name, e->desc);
    if (f) owner = f->owner, flags = f->flags;
  }
  return owner && (flags & ACC_PROTECTED) && !access_same_package(v->vm, v->k, owner);
}

/* ---- fields ---- */

static void pop_value(struct verifier *v, vtype t, vtype second) {
  if (second != VT_TOP)
    frame_pop2(v, t);
  else
    frame_pop(v, t);
}

static void push_value(struct verifier *v, vtype t, vtype second) {
  if (second != VT_TOP)
    frame_push2(v, t);
  else
    frame_push(v, t);
}

/* A constructor may store into fields of its own class before it calls another constructor. */
static bool own_field_early(struct verifier *v, vtype object) {
  const struct cp_entry *e = constant(v);
  return object == VT_UNINIT_THIS && owner_type(v) == v->this_type &&
         klass_declared_field_sym(v->k, e->name, e->desc);
}

static vtype pop_putfield_object(struct verifier *v) {
  vtype object = frame_pop(v, VT_REFERENCE), owner = owner_type(v);
  if (v->failed) return object;
  if (own_field_early(v, object)) return v->this_type;
  if (!vt_assignable(v, owner, object))
    v_bad_type(v, "Bad type on operand stack in putfield", object, owner);
  return object;
}

static void check_field_access(struct verifier *v, vtype object) {
  if (v->failed || object == v->this_type || !protected_elsewhere(v, false)) return;
  if (!vt_assignable_protected(v, v->this_type, object))
    v_bad_type(v, "Bad access to protected data in getfield", object, v->this_type);
}

static void field_of_array(struct verifier *v) {
  v_error(v, "Expecting reference to class", "The field's class is an array");
}

static void field_rule(struct verifier *v) {
  vtype second, t = vt_of_desc(v, constant(v)->desc->s, &second);
  if (constant(v)->owner->s[0] == '[') field_of_array(v);
  switch (v->in->op) {
    case OP_GETSTATIC: push_value(v, t, second); break;
    case OP_PUTSTATIC: pop_value(v, t, second); break;
    case OP_GETFIELD:
      check_field_access(v, frame_pop(v, owner_type(v)));
      push_value(v, t, second);
      break;
    default: pop_value(v, t, second); check_field_access(v, pop_putfield_object(v));
  }
}

/* ---- constructors ---- */

/* Checks the handlers around a call of this(...) or super(...). Such a handler would see a
 * half-made object, so it must not complete normally (HotSpot's rule). */
static void check_try_block(struct verifier *v) {
  for (unsigned i = 0; i < v->m->exception_count && !v->failed; i++) {
    const struct exception_entry *x = &v->m->exceptions[i];
    if (v->in->pc >= x->start_pc && v->in->pc < x->end_pc && !only_throws(v, x->handler_pc))
      v_error(v, "Bad <init> method call from after the start of a try block",
              "Error exists in the bytecode");
  }
}

static bool in_try(const struct verifier *v) {
  return v->in->pc >= v->try_from && v->in->pc < v->try_to;
}

/* Checks this(...) or super(...). */
static void init_this(struct verifier *v, vtype owner) {
  bool super = v->k->super && vt_name(v, owner) == v->cf->super_name;
  if (owner != v->this_type && !super) {
    v_bad_type(v, "Bad <init> method call", owner, v->this_type);
    return;
  }
  if (!v->inferring && in_try(v)) {
    check_try_block(v);
    check_handlers_here(v, true);
  }
  frame_replace(v->frame, VT_UNINIT_THIS, v->this_type);
  v->frame->uninit_this = false;
  v->this_initialised = true;
}

/* Returns the class that the `new` of an uninitialised type makes, or VT_TOP if it names no class.
 * Checks the constant here too, because a StackMapTable may refer to a `new` that the pass over the
 * code has not reached. */
static vtype made_by(struct verifier *v, vtype object) {
  const uint8_t *code = v->m->code + vt_data(object);
  uint32_t index = (uint32_t)(code[1] << 8 | code[2]);
  char text[80];
  if (index < v->cf->cp_count && v->cf->cp[index].tag == CP_CLASS) return vt_constant(v, index);
  snprintf(text, sizeof text, "Illegal constant pool index %u", index);
  v_error(v, text, "Error exists in the bytecode");
  return VT_TOP;
}

static void init_new(struct verifier *v, vtype owner, vtype object) {
  vtype made = made_by(v, object);
  if (v->failed) return;
  if (made != owner) {
    v_bad_type(v, "Call to wrong <init> method", made, owner);
    return;
  }
  if (protected_elsewhere(v, true) && !vt_assignable_protected(v, v->this_type, made))
    v_bad_type(v, "Bad access to protected <init> method", made, v->this_type);
  if (!v->inferring && in_try(v)) check_handlers_here(v, v->this_initialised);
  if (!v->failed) frame_replace(v->frame, object, made);
}

static void call_init(struct verifier *v) {
  vtype object = frame_pop(v, VT_REFERENCE), owner = owner_type(v);
  if (v->failed) return;
  if (object == VT_UNINIT_THIS)
    init_this(v, owner);
  else if (vt_kind(object) == VT_UNINIT)
    init_new(v, owner, object);
  else
    v_error(v, "Bad operand type when invoking <init>", "The object is initialized already");
}

/* ---- calls ---- */

static void pop_arguments(struct verifier *v, const char *desc) {
  const char *args[256];
  vtype second, t;
  int n = 0;
  for (const char *p = desc + 1; *p != ')'; p = desc_next(p)) {
    if (n == (int)COUNT(args)) { /* at most 255 slots are legal */
      v_error(v, "Too many arguments in method signature", NULL);
      return;
    }
    args[n++] = p;
  }
  while (n-- > 0) {
    t = vt_of_desc(v, args[n], &second);
    pop_value(v, t, second);
  }
}

static bool is_direct_interface(const struct verifier *v, const struct symbol *name) {
  for (unsigned i = 0; i < v->cf->interface_count; i++)
    if (v->cf->interfaces[i] == name) return true;
  return false;
}

/* Checks invokespecial of a method other than a constructor: the method must belong to this class,
 * to a direct superinterface, or to a superclass. */
static void check_special(struct verifier *v) {
  const struct symbol *name = constant(v)->owner;
  vtype owner = owner_type(v);
  if (owner == v->this_type || is_direct_interface(v, name) || name == v->cf->super_name) return;
  if (!vt_assignable(v, owner, v->this_type))
    v_error(v, "Bad invokespecial instruction: current class isn't assignable to reference class.",
            "Error exists in the bytecode");
  else if (constant(v)->tag == CP_INTERFACEMETHODREF)
    v_error(v,
            "Bad invokespecial instruction: interface method reference is in an indirect "
            "superinterface.",
            "Error exists in the bytecode");
}

/* Arrays behave as if they declared a public clone(). */
static bool is_array_clone(struct verifier *v, vtype object) {
  const struct cp_entry *e = constant(v);
  return owner_type(v) == v->object && vt_is_array(v, object) && !strcmp(e->name->s, "clone");
}

static void pop_virtual_object(struct verifier *v) {
  vtype object = frame_pop(v, owner_type(v));
  if (v->failed || object == v->this_type || !protected_elsewhere(v, true) ||
      is_array_clone(v, object))
    return;
  if (!vt_assignable_protected(v, v->this_type, object))
    v_bad_type(v, "Bad access to protected data in invokevirtual", object, v->this_type);
}

static void pop_object(struct verifier *v) {
  if (!strcmp(constant(v)->name->s, "<init>")) {
    call_init(v);
    return;
  }
  switch (v->in->op) {
    case OP_INVOKESPECIAL: frame_pop(v, v->this_type); break;
    case OP_INVOKEVIRTUAL: pop_virtual_object(v); break;
    default: frame_pop(v, owner_type(v));
  }
}

static void call_rule(struct verifier *v) {
  const struct cp_entry *e = constant(v);
  const char *result = desc_result(e->desc->s);
  bool has_object = v->in->op != OP_INVOKESTATIC && v->in->op != OP_INVOKEDYNAMIC;
  vtype second, t;
  if (v->in->op == OP_INVOKESPECIAL && strcmp(e->name->s, "<init>") != 0) check_special(v);
  pop_arguments(v, e->desc->s);
  if (!v->failed && has_object) pop_object(v);
  if (v->failed || *result == 'V') return;
  t = vt_of_desc(v, result, &second);
  push_value(v, t, second);
}

void rule_field(struct verifier *v, const char *arg) {
  (void)arg;
  field_rule(v);
}

void rule_invoke(struct verifier *v, const char *arg) {
  (void)arg;
  call_rule(v);
}
