/* Completes the names of classes and members. As in watch expressions, only classes linked so far
 * count: completion loads nothing. */
#include <stdlib.h>
#include <string.h>

#include "engine/session/session.h"
#include "engine/session/watch.h"
#include "engine/vm/machine.h"

struct offering {
  struct engine *e;
  const char *word;
  size_t len;       /* length of word */
  unsigned members; /* enum engine_member */
  char *before;     /* the part up to and including the last dot; "": none */
  void (*offer)(void *self, const char *expr);
  void *self;
};

static void offer_member(const struct offering *o, const char *name) {
  char *expr = mem_printf("%s%s", o->before, name);
  if (!strncmp(expr, o->word, o->len)) o->offer(o->self, expr);
  free(expr);
}

/* Names made by the compiler contain a sign: "<init>", "$assertionsDisabled", "lambda$0". */
static bool is_written(const char *name) { return !strpbrk(name, "<$"); }

static void offer_statics(const struct offering *o, const struct klass *k) {
  for (uint32_t i = 0; o->members & ENGINE_FIELDS && i < k->field_count; i++)
    if (k->fields[i].flags & ACC_STATIC && is_written(k->fields[i].name->s))
      offer_member(o, k->fields[i].name->s);
}

static void offer_methods(const struct offering *o, const struct klass *k) {
  for (uint32_t i = 0; o->members & ENGINE_METHODS && i < k->method_count; i++)
    if (is_written(k->methods[i].name->s)) offer_member(o, k->methods[i].name->s);
}

static void offer_fields(const struct offering *o, const struct klass *k) {
  for (uint32_t i = 0; o->members & ENGINE_FIELDS && i < k->all_field_count; i++)
    if (is_written(k->all_fields[i]->name->s)) offer_member(o, k->all_fields[i]->name->s);
}

/* "bank.Main$Account" matches by its beginning, by "Main$" and by "Acc", as in a watch
 * expression. */
static void offer_class(const struct offering *o, const char *name) {
  const char *part = name;
  if (strstr(name, "$$")) return; /* generated for a lambda */
  while (strncmp(part, o->word, o->len) != 0) {
    part += strcspn(part, ".$");
    if (!*part++) return;
  }
  if (*part) o->offer(o->self, part);
}

static void offer_classes(const struct offering *o) {
  struct vm *vm = o->e->vm;
  for (size_t i = KLASS_FIRST; i < vm->klasses.len; i++) {
    const struct klass *k = vm->klasses.data[i];
    char *name;
    if (!k || k->is_array || k->is_jdk || k->is_primitive || k->lookup) continue;
    name = session_class_name(k);
    offer_class(o, name);
    free(name);
  }
}

void engine_complete(struct engine *e, const char *word, unsigned members,
                     void (*offer)(void *self, const char *expr), void *self) {
  const char *dot = strrchr(word, '.');
  struct offering o = {e, word, strlen(word), members, NULL, offer, self};
  struct watched_at at;
  struct error none = {0};
  o.before = mem_printf("%.*s", dot ? (int)(dot - word) + 1 : 0, word);
  offer_classes(&o);
  if (dot) {
    char *owner = mem_printf("%.*s", (int)(dot - word), word);
    const struct klass *k = session_linked(e, owner, (size_t)(dot - word));
    if (k) offer_statics(&o, k), offer_fields(&o, k), offer_methods(&o, k);
    if (!k && !session_watched(e, owner, &at, &none) && at.value &&
        (at.type == 'L' || at.type == '['))
      offer_fields(&o, vm_klass(e->vm, (ref)at.value));
    free(owner);
  }
  free(o.before);
}
