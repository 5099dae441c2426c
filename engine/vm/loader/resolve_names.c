/* The classes that constants and descriptors name in addition to their member: those of a method
 * type, of a method handle, and of a call site with its arguments (JVMS 5.4.3.5, 5.4.3.6).
 *
 * heddle links these without needing the classes. But a class loader of the program must see the
 * same requests as in the JVM. So these functions ask for the classes that a loader of the program
 * defines, in the JVM's order, on each path. All other classes exist without asking. */
#include "engine/vm/loader/resolve.h"

#include "engine/base/hash.h"
#include "engine/vm/loader/access.h"
#include "engine/vm/loader/classes.h"
#include "engine/vm/loader/loaders.h"

enum { MAX_DEPTH = 20 };

/* The action for each name; NATIVE_OK continues. */
struct names {
  struct vm *vm;
  struct thread *t;
  struct klass *k;
  int (*each)(struct names *n, const struct symbol *name);
  uint64_t view;
};

/* Returns whether a JVM finds the class for a method type without asking the loader: the public
 * classes of java.lang and java.lang.invoke. */
static bool always_visible(struct vm *vm, const struct symbol *name) {
  static const char lang[] = "java/lang/", invoke[] = "java/lang/invoke/";
  const struct klass *k =
      strncmp(name->s, lang, sizeof lang - 1) ? NULL : vm_class_sym(vm, name, NULL);
  const char *last = strrchr(name->s, '/');
  size_t package = last ? (size_t)(last - name->s) + 1 : 0;
  return k && (k->flags & ACC_PUBLIC) &&
         (package == sizeof lang - 1 ||
          (package == sizeof invoke - 1 && !strncmp(name->s, invoke, package)));
}

/* Calls the action for the types in a descriptor. `visible`: skip types at the beginning as long as
 * all so far are visible everywhere, because the JVM searches such method types in a shared
 * table. */
static int in_types(struct names *n, const char *p, bool visible) {
  int rc = NATIVE_OK;
  for (; *p && rc == NATIVE_OK; p++) {
    const char *end = *p == 'L' ? strchr(p, ';') : NULL;
    const struct symbol *name;
    if (!end) continue;
    name = symtab_intern(n->vm->syms, p + 1, (size_t)(end - p - 1));
    visible = visible && always_visible(n->vm, name);
    if (!visible) rc = n->each(n, name);
    p = end;
  }
  return rc;
}

static int in_descriptor(struct names *n, const char *desc) { return in_types(n, desc, false); }
static int in_method_type(struct names *n, const char *desc) {
  return in_types(n, desc, desc[0] == '(');
}

static int in_constant(struct names *n, uint32_t index, int depth);

static int in_class(struct names *n, const struct symbol *name) {
  return name->s[0] == '[' ? in_descriptor(n, name->s) : n->each(n, name);
}

static int in_call_site(struct names *n, const struct cp_entry *e, int depth) {
  const struct bootstrap_method *b = &n->k->cf->bootstraps[e->index];
  int rc = in_constant(n, b->method_handle, depth);
  if (rc == NATIVE_OK) rc = in_method_type(n, e->desc->s);
  for (uint32_t i = 0; i < b->argc && rc == NATIVE_OK; i++) rc = in_constant(n, b->args[i], depth);
  return rc;
}

static int in_constant(struct names *n, uint32_t index, int depth) {
  const struct cp_entry *cp = n->k->cf->cp, *e = &cp[index];
  int rc;
  /* constants that refer to each other: linking reports the error */
  if (depth > MAX_DEPTH) return NATIVE_OK;
  switch (e->tag) {
    case CP_CLASS: return in_class(n, e->name);
    case CP_METHODTYPE: return in_method_type(n, e->desc->s);
    case CP_METHODHANDLE:
      rc = in_class(n, cp[e->index].owner);
      return rc == NATIVE_OK ? in_method_type(n, cp[e->index].desc->s) : rc;
    case CP_DYNAMIC:
    case CP_INVOKEDYNAMIC: return in_call_site(n, e, depth + 1);
    default: return NATIVE_OK;
  }
}

/* ---- asking for them ---- */

static int need(struct names *n, const struct symbol *name) {
  struct klass *c;
  return resolve_name(n->vm, n->t, n->k, name, &c);
}

static bool own_loader(struct vm *vm, const struct klass *k) {
  return k->bytes_hash && !access_is_free(k) && loader_own(vm, k);
}

int resolve_descriptor(struct vm *vm, struct thread *t, struct klass *k, const char *desc) {
  struct names n = {.vm = vm, .t = t, .k = k, .each = need};
  return own_loader(vm, k) ? in_descriptor(&n, desc) : NATIVE_OK;
}

int resolve_constant_names(struct vm *vm, struct thread *t, struct klass *k, uint32_t index) {
  struct names n = {.vm = vm, .t = t, .k = k, .each = need};
  return own_loader(vm, k) ? in_constant(&n, index, 0) : NATIVE_OK;
}

/* ---- whether other paths may lack them ---- */

static int varies(struct names *n, const struct symbol *name) {
  const struct klass *c = loader_sees(n->vm, n->k, name, NULL);
  return !c || loader_varies(n->k, c) ? NATIVE_STOP : NATIVE_OK;
}

bool resolve_names_vary(struct vm *vm, struct klass *k, uint32_t index) {
  struct names n = {.vm = vm, .k = k, .each = varies};
  return (k->bytes_hash || k->own_loader) && in_constant(&n, index, 0) != NATIVE_OK;
}

static int look(struct names *n, const struct symbol *name) {
  const struct klass *c = loader_sees(n->vm, n->k, name, NULL);
  n->view = hash_mix(n->view + (c ? c->key : 1));
  return NATIVE_OK;
}

uint64_t resolve_view(struct vm *vm, struct klass *k, uint32_t index) {
  struct names n = {.vm = vm, .k = k, .each = look};
  if (k->own_loader) in_constant(&n, index, 0);
  return n.view;
}
