/* Writes the expressions of a scenario in Java notation. */
#include "engine/env/env_int.h"

static void print_list(struct text *t, const struct env_expr *e) {
  text_puts(t, "(");
  for (uint32_t i = 0; i < e->argc; i++) {
    if (i) text_puts(t, ", ");
    env_print(t, e->args[i]);
  }
  text_puts(t, ")");
}

static void print_lambda(struct text *t, const struct env_expr *e) {
  if (e->argc != 1) text_puts(t, "(");
  for (uint32_t i = 0; i < e->argc; i++) text_printf(t, "%s%s", i ? ", " : "", e->params[i]);
  text_puts(t, e->argc != 1 ? ") -> " : " -> ");
  env_print(t, e->target);
}

static void print_char(struct text *t, char c) {
  text_printf(t, c == '\'' || c == '\\' ? "'\\%c'" : "'%c'", c);
}

static void print_path(struct text *t, const char *name) {
  for (; *name; name++) text_add(t, *name == '$' ? "." : name, 1);
}

void env_print(struct text *t, const struct env_expr *e) {
  switch (e->kind) {
    case ENV_INT: text_printf(t, "%lld", (long long)e->value); return;
    case ENV_LONG: text_printf(t, "%lldL", (long long)e->value); return;
    case ENV_CHAR: print_char(t, (char)e->value); return;
    case ENV_BOOLEAN: text_puts(t, e->value ? "true" : "false"); return;
    case ENV_STRING: text_printf(t, "\"%s\"", e->text); return;
    case ENV_NULL: text_puts(t, "null"); return;
    case ENV_NAME: print_path(t, e->text); return;
    case ENV_LAMBDA: print_lambda(t, e); return;
    case ENV_NEW:
      text_puts(t, "new ");
      print_path(t, e->text);
      break;
    case ENV_CAST:
      text_puts(t, "(");
      print_path(t, e->text);
      text_puts(t, ") ");
      env_print(t, e->target);
      return;
    case ENV_CALL:
      if (e->target) {
        env_print(t, e->target);
        text_puts(t, ".");
      }
      text_puts(t, e->text);
  }
  print_list(t, e);
}

void env_print_step(struct text *t, const struct env_step *step) {
  if (step->variable) text_printf(t, "%s = ", step->variable);
  env_print(t, step->value);
}
