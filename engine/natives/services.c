/* java.util.ServiceLoader. Providers in the JDK's modules come from the `provides` clauses of the image's module
 * descriptors (JVMS 4.7.25): the module system itself is not started, so its catalogue is made here, for the one
 * service that is asked for. Providers of the user come from META-INF/services in the elements of the class path. */
#include "engine/natives/supplied.h"
#include "engine/natives/util.h"

#include "engine/classfile/classpath.h"

#include <stdlib.h>

struct bytes_at {
  const uint8_t *p, *end;
  bool bad;
};

static uint32_t take(struct bytes_at *b, int n) {
  uint32_t v = 0;
  if (b->bad || b->end - b->p < n) {
    b->bad = true;
    return 0;
  }
  while (n--) v = v << 8 | *b->p++;
  return v;
}

static void skip(struct bytes_at *b, uint32_t n) {
  if (b->bad || (size_t)(b->end - b->p) < n)
    b->bad = true;
  else
    b->p += n;
}

struct descriptor {
  struct bytes_at at;
  const uint8_t **cp; /* start of each constant */
  uint32_t cp_count;
};

static void read_constants(struct descriptor *d) {
  struct bytes_at *b = &d->at;
  d->cp_count = take(b, 2);
  d->cp = mem_alloc((d->cp_count + 1) * sizeof *d->cp);
  for (uint32_t i = 1; i < d->cp_count && !b->bad; i++) {
    d->cp[i] = b->p;
    switch (take(b, 1)) {
      case CP_UTF8:
        skip(b, take(b, 2));
        break;
      case CP_LONG:
      case CP_DOUBLE:
        i++;
        skip(b, 8);
        break;
      case CP_CLASS:
      case CP_STRING:
      case CP_METHODTYPE:
      case CP_MODULE:
      case CP_PACKAGE:
        skip(b, 2);
        break;
      case CP_METHODHANDLE:
        skip(b, 3);
        break;
      default:
        skip(b, 4);
    }
  }
}

/* The UTF-8 text that a constant is or names. */
static struct bytes_at text_of(const struct descriptor *d, uint32_t i) {
  struct bytes_at none = {NULL, NULL, true}, b;
  uint32_t tag, n;
  if (i == 0 || i >= d->cp_count || !d->cp[i]) return none;
  b = (struct bytes_at){d->cp[i], d->at.end, false};
  tag = take(&b, 1);
  n = take(&b, 2);
  if (tag == CP_CLASS) return text_of(d, n);
  if (tag != CP_UTF8 || b.bad || (size_t)(b.end - b.p) < n) return none;
  b.end = b.p + n;
  return b;
}

static bool is_text(const struct descriptor *d, uint32_t i, const char *s) {
  struct bytes_at b = text_of(d, i);
  return !b.bad && (size_t)(b.end - b.p) == strlen(s) && !memcmp(b.p, s, strlen(s));
}

struct search {
  struct vm *vm;
  const char *service; /* internal name */
  VEC(const struct symbol *) found;
};

static void read_provides(struct search *s, struct descriptor *d) {
  struct bytes_at *b = &d->at;
  uint32_t n;
  skip(b, 6);
  skip(b, take(b, 2) * 6);             /* requires */
  for (int list = 0; list < 2; list++) /* exports, opens */
    for (n = take(b, 2); n && !b->bad; n--) {
      skip(b, 4);
      skip(b, take(b, 2) * 2);
    }
  skip(b, take(b, 2) * 2); /* uses */
  for (n = take(b, 2); n && !b->bad; n--) {
    bool wanted = is_text(d, take(b, 2), s->service);
    for (uint32_t i = take(b, 2); i && !b->bad; i--) {
      struct bytes_at name = text_of(d, take(b, 2));
      if (wanted && !name.bad)
        *vec_push(&s->found) = symtab_intern(s->vm->syms, (const char *)name.p, (size_t)(name.end - name.p));
    }
  }
}

static void read_descriptor(struct search *s, const uint8_t *data, size_t len) {
  struct descriptor d = {.at = {data, data + len, false}};
  struct bytes_at *b = &d.at;
  skip(b, 8);
  read_constants(&d);
  skip(b, 6);
  skip(b, take(b, 2) * 2); /* interfaces */
  skip(b, 4);              /* no fields, no methods */
  for (uint32_t n = take(b, 2); n && !b->bad; n--) {
    bool module = is_text(&d, take(b, 2), "Module");
    uint32_t size = take(b, 4);
    if (module && !b->bad) {
      read_provides(s, &d);
      break;
    }
    skip(b, size);
  }
  free(d.cp);
}

static int visit(void *arg, const struct jimage_entry *e) {
  if (!strcmp(e->base, "module-info") && !strcmp(e->extension, "class") && !e->compressed)
    read_descriptor(arg, e->data, e->len);
  return 0;
}

static ref provider(struct native_call *c, struct klass *k, const struct symbol *name) {
  ref r = vm_new_object(c->vm, c->t, k), module = *MEM32(c->vm, c->vm->wk.object->mirror + c->vm->wk.class_module),
      text;
  char *dotted;
  if (!r) return 0;
  dotted = mem_strdup(name->s);
  for (char *p = dotted; *p; p++)
    if (*p == '/') *p = '.';
  text = vm_string(c->vm, c->t, dotted);
  free(dotted);
  if (!text) return 0;
  nat_set_ref(c->vm, r, "module", module);
  nat_set_ref(c->vm, r, "providerName", text);
  return r;
}

/* An iterator over the providers: Arrays' own, made without its constructor. */
static ref iterator(struct native_call *c, const struct symbol *const *names, uint32_t n) {
  struct vm *vm = c->vm;
  struct klass *k = vm_class_throw(vm, c->t, "jdk/internal/module/ServicesCatalog$ServiceProvider", false);
  ref array = k ? vm_new_ref_array(vm, c->t, k, (int32_t)n) : 0,
      it = array ? nat_new(c, "java/util/Arrays$ArrayItr") : 0;
  for (uint32_t i = 0; it && i < n; i++) {
    ref p = provider(c, k, names[i]);
    if (!p) return 0;
    array_put_ref(vm, array, i, p);
  }
  if (it) nat_set_ref(vm, it, "a", array);
  return it;
}

/* ModuleServicesLookupIterator.iteratorFor(ClassLoader): all modules belong to the one loader. */
static int iterator_for(struct native_call *c) {
  struct vm *vm = c->vm;
  struct search s = {.vm = vm};
  ref loader = nat_get_ref(vm, c->args[0], "this$0");
  struct klass *service = vm_mirror_klass(vm, nat_get_ref(vm, loader, "service"));
  ref it;
  s.service = service->name->s;
  if (!c->args[1]) jimage_each(vm->jdk, visit, &s, NULL);
  it = iterator(c, s.found.data, (uint32_t)s.found.len);
  vec_free(&s.found);
  return ret_new(c, it);
}

/* ---- the class path ---- */

static void add_name(struct search *s, const struct symbol *name) {
  for (size_t i = 0; i < s->found.len; i++)
    if (s->found.data[i] == name) return;
  *vec_push(&s->found) = name;
}

/* Names in a provider configuration file: one a line, `#` starts a comment. */
static void parse_names(struct search *s, const char *p, const char *end) {
  while (p < end) {
    const char *line = p, *stop;
    while (p < end && *p != '\n') p++;
    for (stop = line; stop < p && *stop != '#';) stop++;
    while (line < stop && strchr(" \t\r", *line)) line++;
    while (stop > line && strchr(" \t\r", stop[-1])) stop--;
    if (stop > line) add_name(s, symtab_intern(s->vm->syms, line, (size_t)(stop - line)));
    if (p < end) p++;
  }
}

/* An iterator over the providers' names, kept in `pending` as the library keeps its own. */
static ref configured_names(struct native_call *c, ref service_name) {
  struct vm *vm = c->vm;
  struct search s = {.vm = vm};
  char *name = vm_utf8(vm, service_name), *entry = mem_printf("META-INF/services/%s", name);
  const char *more = junit_provider(vm, name);
  uint8_t *data;
  size_t len, from = 0;
  ref array, it;
  while (vm->classpath && !classpath_read_next(vm->classpath, &from, entry, &data, &len, NULL, 0, NULL)) {
    parse_names(&s, (const char *)data, (const char *)data + len);
    free(data);
  }
  if (more) parse_names(&s, more, more + strlen(more));
  array = vm_new_array(vm, c->t, vm->wk.string_array, (int32_t)s.found.len);
  it = array ? nat_new(c, "java/util/Arrays$ArrayItr") : 0;
  for (uint32_t i = 0; it && i < s.found.len; i++) array_put_ref(vm, array, i, nat_sym(vm, s.found.data[i]));
  if (it) nat_set_ref(vm, it, "a", array);
  vec_free(&s.found);
  free(name);
  free(entry);
  return it;
}

/* ServiceConfigurationError, as ServiceLoader.fail makes it. */
static int not_found(struct native_call *c, char *name) {
  char *service = vm_utf8(c->vm, nat_get_ref(c->vm, nat_get_ref(c->vm, c->args[0], "this$0"), "serviceName"));
  int rc;
  for (char *p = name; *p; p++)
    if (*p == '/') *p = '.';
  rc = vm_throw(c->vm, c->t, "java/util/ServiceConfigurationError", "%s: Provider %s not found", service, name);
  free(service);
  return rc;
}

/* Class LazyClassPathLookupIterator.nextProviderClass() */
static int next_provider_class(struct native_call *c) {
  struct vm *vm = c->vm;
  ref self = c->args[0], it = nat_get_ref(vm, self, "pending"), names;
  int32_t at;
  struct error err = {0};
  char *name;
  struct klass *k;
  int rc;
  if (!it) {
    it = configured_names(c, nat_get_ref(vm, nat_get_ref(vm, self, "this$0"), "serviceName"));
    if (!it) return NATIVE_THROW;
    nat_set_ref(vm, self, "pending", it);
  }
  names = nat_get_ref(vm, it, "a");
  at = nat_get_int(vm, it, "cursor");
  if (at >= (int32_t)array_length(vm, names)) return ret_ref(c, 0);
  nat_set_int(vm, it, "cursor", at + 1);
  name = vm_utf8(vm, array_ref(vm, names, (uint32_t)at));
  for (char *p = name; *p; p++)
    if (*p == '.') *p = '/';
  k = vm_class(vm, name, &err);
  rc = k ? ret_ref(c, k->mirror) : err.code == ERR_NOTFOUND ? not_found(c, name) : NATIVE_THROW;
  if (!k && err.code != ERR_NOTFOUND && vm_class_throw(vm, c->t, name, true)) rc = NATIVE_THROW;
  free(name);
  return rc;
}

const struct native_row natives_services[] = {
    {"java/util/ServiceLoader$ModuleServicesLookupIterator", "iteratorFor", NULL, iterator_for},
    {"java/util/ServiceLoader$LazyClassPathLookupIterator", "nextProviderClass", NULL, next_provider_class},
    {0},
};
