/* Walks over the results of a class's calls: views, iterators and similar. See contracts.h. */
#include "engine/env/contracts.h"
#include "engine/env/env_int.h"

#include <ctype.h>
#include <stdlib.h>

static const struct walk {
  const char *klass, *names, *calls;
} walks[] = {
#define WALK(klass, names, calls) {klass, names, calls},
#include "engine/env/walks.def"
#undef WALK
};

/* Makes "v = CALL; NAMES", the variables of the objects reached, and the same with the calls. */
static struct contract_walk walk_of(const struct contract_call *call, const struct walk *w) {
  struct contract_walk out = {.method = mem_strdup(call->method)};
  struct text vars = {0}, text = {0};
  out.names = mem_printf("v = %s%s%s", call->text[0], *w->names ? "; " : "", w->names);
  text_puts(&vars, "v");
  for (const char *at = w->names; (at = strstr(at, " = ")); at++)
    if (strncmp(at, " = new ", 7) != 0) text_add(&vars, at - 1, 1);
  text_printf(&text, "%s; ", out.names);
  env_add_value(&text, w->calls, 0);
  out.vars = vars.s;
  out.text = text.s;
  return out;
}

void env_walks_of(struct vm *vm, const struct method *m, const struct contract_call *call,
                  struct contract_calls *out) {
  const struct klass *gives = env_class_of(vm, desc_result(m->desc->s)), *of;
  struct error ignored = {0};
  for (size_t i = 0; gives && i < COUNT(walks); i++) {
    of = vm_class(vm, walks[i].klass, &ignored);
    if (of && klass_is_subclass(gives, of)) *vec_push(&out->walks) = walk_of(call, &walks[i]);
  }
}

static bool in_word(char c) { return c == '_' || isalnum((unsigned char)c); }

void contract_walk_methods(const struct contract_walk *w, char var, struct text *out) {
  text_puts(out, "");
  for (const char *at = w->text; *at; at++) {
    char *name;
    if (*at != var || at[1] != '.' || (at > w->text && in_word(at[-1]))) continue;
    name = mem_printf("%.*s", (int)strcspn(at + 2, "("), at + 2);
    if (!contract_claims(out->s, name)) text_printf(out, "%s%s", out->len ? " " : "", name);
    free(name);
  }
}
