/* An environment as Java source, and the lines of its calls. The class that heddle makes of the
 * same text (environment.c) has the same line numbers. Only the source prints results. */
#include "engine/env/environment_int.h"

#include <stdlib.h>

static const char head[] =
    "import java.util.*;\n"
    "import java.util.concurrent.*;\n"
    "import java.util.concurrent.atomic.*;\n"
    "import java.util.concurrent.locks.*;\n"
    "import java.util.function.*;\n"
    "\n"
    "@SuppressWarnings({\"unchecked\", \"rawtypes\", \"removal\", \"cast\"})\n";

struct java {
  struct text *out;
  uint32_t line; /* number of the next line */
};

static void java_line(struct java *j, const char *text) {
  text_printf(j->out, "%s\n", text);
  j->line++;
}

static void java_text(struct java *j, const char *text) {
  for (; *text; text++) {
    text_add(j->out, text, 1);
    j->line += *text == '\n';
  }
}

/* Writes call("comp.get(1)", () -> comp.get(1)); or, for a step with a variable, begin("x = ...");
 * var x = ...; gave(x); The calls before the threads are not recorded. */
static void java_call(struct java *j, const char *indent, struct env_step *step, bool asked) {
  struct text call = {0}, line = {0};
  env_print(&call, step->value);
  step->line = j->line;
  text_puts(&line, indent);
  if (step->variable) {
    if (asked) {
      text_puts(&line, "begin(");
      environment_quote(&line, call.s);
      text_puts(&line, "); ");
    }
    text_printf(&line, "var %s = %s;", step->variable, call.s);
    if (asked) text_printf(&line, " gave(%s);", step->variable);
  } else {
    text_puts(&line, step->value->kind == ENV_CALL ? "call(" : "say(");
    environment_quote(&line, call.s);
    text_printf(&line, step->value->kind == ENV_CALL ? ", () -> %s);" : ", %s);", call.s);
  }
  java_line(j, line.s);
  text_release(&call);
  text_release(&line);
}

static void java_calls(struct java *j, const char *indent, struct env_steps *steps, bool asked) {
  for (uint32_t i = 0; i < steps->count; i++) java_call(j, indent, &steps->list[i], asked);
}

/* Writes the cases of the calls that every thread may make. */
static void java_cases(struct java *j, struct env_steps *steps) {
  java_line(j, "        switch (which) {");
  for (uint32_t i = 0; i < steps->count; i++) {
    char *label = mem_printf("          case %u:", i);
    java_line(j, label);
    free(label);
    java_call(j, "            ", &steps->list[i], true);
    java_line(j, "            break;");
  }
  java_line(j, "          default:");
  java_line(j, "        }");
}

static void java_threads(struct java *j, struct env_text *t) {
  char *line;
  for (uint32_t i = 0; t->form == ENV_LINES && i < t->threads; i++) {
    java_line(j, "    thread(() -> {");
    java_calls(j, "      ", &t->of[i], true);
    java_line(j, "    });");
  }
  if (t->form == ENV_LINES) return;
  line = mem_printf("    for (int i = 0; i < %u; i++) {", t->threads);
  java_line(j, line);
  free(line);
  java_line(j, "      thread(() -> {");
  line = t->form == ENV_ALL
             ? mem_printf("        for (int n = draw(%u + 1); n > 0; n--) {", t->length)
             : mem_printf("        while (draw(2) == 1) {");
  java_line(j, line);
  free(line);
  line = mem_printf("        int which = draw(%u);", t->of[0].count);
  java_line(j, line);
  free(line);
  java_cases(j, &t->of[0]);
  java_line(j, "        }");
  java_line(j, "      });");
  java_line(j, "    }");
}

static void java_answers(struct java *j, const char *answers) {
  struct text line = {0};
  text_puts(&line, "  static final Class<?>[] ANSWERS = {");
  for (int i = 0; *answers; i++) {
    size_t n = strcspn(answers, ",");
    if (*answers != '!') text_printf(&line, "%s%.*s.class", i ? ", " : "", (int)n, answers);
    answers += n + (answers[n] == ',');
  }
  text_puts(&line, "};");
  mem_exchange(line.s, '$', '.');
  java_line(j, line.s);
  text_release(&line);
}

/* Calls that are not public need a class in the same package. */
static void java_package(struct java *j, const char *beside) {
  const char *end = strrchr(beside, '/');
  char *line;
  if (!end) return;
  line = mem_printf("package %.*s;", (int)(end - beside), beside);
  mem_exchange(line, '/', '.');
  java_line(j, line);
  free(line);
  java_line(j, "");
}

void environment_java(struct environment *e, const char *simple,
                      const struct environment_orders *orders, struct text *out) {
  struct java j = {out, 1};
  char *line;
  java_line(&j, "/* Made by heddle env: calls a component from several threads. */");
  java_package(&j, e->beside);
  java_text(&j, head);
  line = mem_printf("public final class %s {", simple);
  java_line(&j, line);
  free(line);
  java_answers(&j, e->answers);
  java_line(&j, *e->may_block ? "  static final boolean MAY_BLOCK = true;"
                              : "  static final boolean MAY_BLOCK = false;");
  java_line(&j, "");
  java_line(&j, "  static void once() throws Throwable {");
  java_calls(&j, "    ", &e->text.before, false);
  java_threads(&j, &e->text);
  java_line(&j, "    if (!together()) return;");
  java_calls(&j, "    ", &e->text.after, true);
  java_line(&j, "  }");
  java_line(&j, "");
  java_text(&j, environment_tail);
  environment_assess(orders, out);
  java_line(&j, "}");
}
