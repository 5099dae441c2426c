/* The table by which the source of an environment assesses: the results that its calls can return
 * in some order. It follows environment_tail. */
#include "engine/env/environment_int.h"

#include <stdlib.h>

/* Appends a Java string literal. */
void environment_quote(struct text *t, const char *s) {
  text_puts(t, "\"");
  for (; *s; s++) text_printf(t, *s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
  text_puts(t, "\"");
}

/* of("true", "null") */
static void list_results(struct text *t, char *const *all, size_t count) {
  text_puts(t, ", of(");
  for (size_t i = 0; i < count; i++) {
    if (i) text_puts(t, ", ");
    environment_quote(t, all[i]);
  }
  text_puts(t, ")");
}

/* allow("12 21", of("true"), of(), of()); */
static void list_outcome(struct text *t, const struct environment_outcome *of, uint32_t threads) {
  text_puts(t, "    allow(\"");
  for (size_t i = 0; i < of->orders.len; i++)
    text_printf(t, "%s%s", i ? " " : "", of->orders.data[i]);
  text_puts(t, "\"");
  for (uint32_t i = 0; i <= threads; i++) list_results(t, of->gave[i].data, of->gave[i].len);
  text_puts(t, ");\n");
}

void environment_assess(const struct environment_orders *o, struct text *t) {
  bool assessed = o && !o->why;
  text_puts(
      t,
      assessed
          ? "\n  /* Orders of the calls (each character is the thread whose call is next), and the "
            "results of\n   * the calls of each thread, then those of main after the threads. */\n"
          : "\n");
  text_puts(t, "  static final String[] ASSESSED = {");
  for (size_t i = 0; assessed && i < COUNT(o->properties) && o->properties[i]; i++) {
    text_puts(t, i ? ", " : "");
    environment_quote(t, o->properties[i]);
  }
  text_printf(t, "};\n  static final boolean THROWN = %s;\n",
              assessed && o->thrown ? "true" : "false");
  text_printf(t, "  static final int CALLS = %u;\n", assessed ? o->calls : 0);
  if (!assessed) return;
  text_puts(t, "\n  static {\n");
  for (size_t i = 0; i < o->all.len; i++) list_outcome(t, &o->all.data[i], o->threads);
  text_puts(t, "  }\n");
}
