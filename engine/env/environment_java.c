/* An environment as Java source, and the lines of its calls. The class that heddle makes of the
 * same text (environment.c) has these lines; its results are shown only here. */
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
  uint32_t line; /* of what is written next */
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

/* The text as a string literal. */
static void java_quote(struct text *t, const char *s) {
  text_puts(t, "\"");
  for (; *s; s++) text_printf(t, *s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
  text_puts(t, "\"");
}

/* call("comp.get(1)", () -> comp.get(1)); */
static void java_call(struct java *j, const char *indent, struct env_step *step) {
  struct text call = {0}, line = {0};
  env_print(&call, step->value);
  step->line = j->line;
  if (step->variable) {
    text_printf(&line, "%svar %s = %s;", indent, step->variable, call.s);
  } else if (step->value->kind == ENV_CALL) {
    text_printf(&line, "%scall(", indent);
    java_quote(&line, call.s);
    text_printf(&line, ", () -> %s);", call.s);
  } else {
    text_printf(&line, "%ssay(", indent);
    java_quote(&line, call.s);
    text_printf(&line, ", %s);", call.s);
  }
  java_line(j, line.s);
  text_release(&call);
  text_release(&line);
}

static void java_calls(struct java *j, const char *indent, struct env_steps *steps) {
  for (uint32_t i = 0; i < steps->count; i++) java_call(j, indent, &steps->list[i]);
}

/* The cases of what every thread may call. */
static void java_cases(struct java *j, struct env_steps *steps) {
  java_line(j, "        switch (which) {");
  for (uint32_t i = 0; i < steps->count; i++) {
    char *label = mem_printf("          case %u:", i);
    java_line(j, label);
    free(label);
    java_call(j, "            ", &steps->list[i]);
    java_line(j, "            break;");
  }
  java_line(j, "          default:");
  java_line(j, "        }");
}

static void java_threads(struct java *j, struct env_text *t) {
  char *line;
  for (uint32_t i = 0; t->form == ENV_LINES && i < t->threads; i++) {
    java_line(j, "    thread(() -> {");
    java_calls(j, "      ", &t->of[i]);
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

static const char tail[] =
    "  interface Gives {\n"
    "    Object call() throws Throwable;\n"
    "  }\n"
    "\n"
    "  interface Does {\n"
    "    void call() throws Throwable;\n"
    "  }\n"
    "\n"
    "  static final List<Thread> threads = new ArrayList<>();\n"
    "  static final Random random = new Random(Long.getLong(\"seed\", 1));\n"
    "  static volatile boolean failed;\n"
    "\n"
    "  /* What the threads that do not know yet what to call draw. */\n"
    "  static int draw(int n) {\n"
    "    return random.nextInt(n);\n"
    "  }\n"
    "\n"
    "  static void say(String call, Object what) {\n"
    "    String who = Thread.currentThread().getName();\n"
    "    System.out.println(who + \": \" + call + \" -> \" + what);\n"
    "  }\n"
    "\n"
    "  /* What a call throws is its answer, or an error. */\n"
    "  static void threw(String call, Throwable t) {\n"
    "    boolean answer = t instanceof Exception && !(t instanceof RuntimeException);\n"
    "    for (Class<?> c : ANSWERS) answer |= c.isInstance(t);\n"
    "    say(call, t);\n"
    "    if (answer) return;\n"
    "    failed = true;\n"
    "    t.printStackTrace();\n"
    "  }\n"
    "\n"
    "  static void call(String text, Gives call) {\n"
    "    try {\n"
    "      say(text, call.call());\n"
    "    } catch (Throwable t) {\n"
    "      threw(text, t);\n"
    "    }\n"
    "  }\n"
    "\n"
    "  static void call(String text, Does call) {\n"
    "    try {\n"
    "      call.call();\n"
    "      say(text, \"done\");\n"
    "    } catch (Throwable t) {\n"
    "      threw(text, t);\n"
    "    }\n"
    "  }\n"
    "\n"
    "  static void thread(Does what) {\n"
    "    Thread t = new Thread(() -> {\n"
    "      try {\n"
    "        what.call();\n"
    "      } catch (Throwable e) {\n"
    "        threw(\"the thread\", e);\n"
    "      }\n"
    "    });\n"
    "    t.setDaemon(true);\n"
    "    threads.add(t);\n"
    "  }\n"
    "\n"
    "  /* Starts them, and waits: a thread that has not ended after 5 seconds stays where it is. "
    "*/\n"
    "  static void together() throws InterruptedException {\n"
    "    for (Thread t : threads) t.start();\n"
    "    for (Thread t : threads) {\n"
    "      t.join(5000);\n"
    "      if (!t.isAlive()) continue;\n"
    "      System.out.println(t.getName() + \": has not ended\");\n"
    "      failed |= !MAY_BLOCK;\n"
    "    }\n"
    "  }\n"
    "}\n";

void environment_java(struct environment *e, const char *simple, struct text *out) {
  struct java j = {out, 1};
  char *line;
  java_line(&j, "/* Made by heddle env: calls a component from several threads. */");
  java_text(&j, head);
  line = mem_printf("public final class %s {", simple);
  java_line(&j, line);
  free(line);
  java_answers(&j, e->answers);
  java_line(&j, *e->may_block ? "  static final boolean MAY_BLOCK = true;"
                              : "  static final boolean MAY_BLOCK = false;");
  java_line(&j, "");
  java_line(&j, "  public static void main(String[] args) throws Throwable {");
  java_calls(&j, "    ", &e->text.before);
  java_threads(&j, &e->text);
  java_line(&j, "    together();");
  java_calls(&j, "    ", &e->text.after);
  java_line(&j, "    System.exit(failed ? 1 : 0);");
  java_line(&j, "  }");
  java_line(&j, "");
  java_text(&j, tail);
}
