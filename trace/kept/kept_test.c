/* Fills in the templates of a kept test (ForcedRun.java, KeptTest.java, KeptTest.md) and writes its
 * files. See kept_test.h. */
#include "trace/kept/kept_test.h"

#include <ctype.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "engine/base/mem.h"
#include "engine/base/template.h"
#include "engine/base/whole_file.h"
#include "engine/engine.h"
#include "trace/forced_jvm.h"
#include "trace/jvm.h"

TEMPLATE(template_run, "trace/kept/ForcedRun.java");
TEMPLATE(template_test, "trace/kept/KeptTest.java");
TEMPLATE(template_page, "trace/kept/KeptTest.md");

/* A place in a template: @WORD@ is replaced by the text. */
struct blank {
  const char *word;
  const char *text;
};

/* ---- texts ---- */

/* Appends a Java string literal. A JSON string of ASCII characters is also a Java literal. */
static void put_literal(struct text *t, const char *s) {
  json_t *j = json_string(s);
  char *literal = j ? json_dumps(j, JSON_ENCODE_ANY | JSON_ENSURE_ASCII) : NULL;
  text_puts(t, literal ? literal : "\"?\""); /* not UTF-8 */
  free(literal);
  json_decref(j);
}

static void put_literals(struct text *t, const char *const *words, int count) {
  for (int i = 0; i < count; i++) {
    if (i) text_puts(t, ", ");
    put_literal(t, words[i]);
  }
}

/* Appends the text of a Javadoc comment. Neither markup, nor the comment's end, nor a Unicode
 * escape may arise from it. */
static void put_comment(struct text *t, const char *s) {
  for (; *s; s++)
    if (strchr("<>&*/\\@{}", *s))
      text_printf(t, "&#%d;", *s);
    else
      text_printf(t, "%c", *s & 0x80 ? '?' : *s);
}

/* Returns the blank that begins at s, or NULL. */
static const struct blank *blank_at(const char *s, const struct blank *blanks, size_t count) {
  for (size_t i = 0; *s == '@' && i < count; i++) {
    size_t n = strlen(blanks[i].word);
    if (!strncmp(s + 1, blanks[i].word, n) && s[n + 1] == '@') return &blanks[i];
  }
  return NULL;
}

/* Replaces the blanks of a template; the caller frees the result. */
static char *filled(const char *form, const struct blank *blanks, size_t count) {
  struct text out = {0};
  while (*form) {
    const struct blank *found = blank_at(form, blanks, count);
    if (found) {
      text_puts(&out, found->text);
      form += strlen(found->word) + 2;
    } else {
      text_add(&out, form++, 1);
    }
  }
  return out.s;
}

/* ---- names ---- */

static const char *kept_simple_name(const char *klass) {
  const char *dot = strrchr(klass, '.');
  return dot ? dot + 1 : klass;
}

/* The package of the main class with dots and a final dot; "": none. The caller frees it. */
static char *package_of(const char *klass) {
  return mem_printf("%.*s", (int)(kept_simple_name(klass) - klass), klass);
}

static bool is_java_name(const char *s) {
  if (!isalpha((unsigned char)*s) && *s != '_') return false;
  for (; *s; s++)
    if (!isalnum((unsigned char)*s) && *s != '_') return false;
  return true;
}

/* Is main one that heddle makes to run a test? */
static bool runs_test(const struct kept_test *k) {
  const char *name;
  size_t len;
  uint8_t *bytes = engine_runner_class(k->program->main_class, 0, &name, &len);
  free(bytes);
  return bytes != NULL;
}

/* Returns the class after which the kept test is named: the main class, or the class of the test
 * that main runs. */
static const char *subject_of(const struct kept_test *k) {
  return runs_test(k) ? k->program->argv[0] : k->program->main_class;
}

static char *kept_name(const struct kept_test *k) {
  char *name;
  if (k->name) return mem_strdup(k->name);
  name = mem_printf("%sScheduleTest", kept_simple_name(subject_of(k)));
  for (char *c = name; *c; c++)
    if (*c == '$') *c = '_';
  return name;
}

/* ---- files ---- */

static int put_text(const char *path, const char *text, struct error *err) {
  return whole_file_write(path, text, strlen(text), err);
}

static int copy_agent(const char *path, struct error *err) {
  char *agent = jvm_agent_path(err), *data = NULL;
  size_t n = 0;
  if (agent && !whole_file_read(agent, &data, &n, err)) whole_file_write(path, data, n, err);
  free(data);
  free(agent);
  return err->code;
}

/* ---- the files of one test ---- */

struct kept_files {
  char *name, *package; /* of the test */
  char *java, *stem;    /* paths of src/test/java, and of the test's resources without extension */
  char platform[160];   /* "linux-x86_64" */
};

static void kept_files_init(struct kept_files *f, const struct kept_test *k) {
  struct utsname host;
  char *place;
  uname(&host);
  snprintf(f->platform, sizeof f->platform, "linux-%s", host.machine);
  f->name = kept_name(k);
  f->package = package_of(subject_of(k));
  place = mem_strdup(f->package);
  for (char *c = place; *c; c++)
    if (*c == '.') *c = '/';
  f->java = mem_printf("%s/src/test/java/%s%s.java", k->folder, place, f->name);
  f->stem = mem_printf("%s/src/test/resources/%s%s", k->folder, place, f->name);
  free(place);
}

static void kept_files_release(struct kept_files *f) {
  free(f->name);
  free(f->package);
  free(f->java);
  free(f->stem);
}

static int write_forced_run(const struct kept_files *f, const struct kept_test *k,
                            struct error *err) {
  char *java = mem_printf("%s/src/test/java/heddle/ForcedRun.java", k->folder);
  char *agent =
      mem_printf("%s/src/test/resources/heddle/libheddle-recorder-%s.so", k->folder, f->platform);
  struct text options = {0};
  char *text;
  for (const char *const *o = forced_jvm_options; *o; o++) {
    text_puts(&options, o == forced_jvm_options ? "      " : ",\n      ");
    put_literal(&options, *o);
  }
  text =
      filled(template_run, (struct blank[]){{"PLATFORM", f->platform}, {"OPTIONS", options.s}}, 2);
  if (!put_text(java, text, err)) copy_agent(agent, err);
  free(text);
  text_release(&options);
  free(agent);
  free(java);
  return err->code;
}

static int write_main_classes(const struct kept_test *k, struct error *err) {
  char *resources = mem_printf("%s/src/test/resources", k->folder);
  size_t count;
  forced_jvm_write_classes(k->program->main_class, resources, &count, err);
  free(resources);
  return err->code;
}

static void put_environment(struct text *t, const struct engine_options *program) {
  char **all = forced_jvm_environment(program, NULL);
  for (char **v = all; *v; v++) {
    size_t n = strcspn(*v, "=");
    char *name = mem_printf("%.*s", (int)n, *v);
    text_puts(t, "\n        .variable(");
    put_literals(t, (const char *const[]){name, *v + n + 1}, 2);
    text_puts(t, ")");
    free(name);
  }
  forced_jvm_free_environment(all);
}

static void put_setting(struct text *t, const char *method, const char *value) {
  text_printf(t, "\n        .%s(", method);
  put_literal(t, value);
  text_puts(t, ")");
}

static void put_settings(struct text *t, const struct kept_test *k) {
  for (int i = 0; i < k->program->define_count; i++) {
    char *option = mem_printf("-D%s", k->program->defines[i]);
    put_setting(t, "option", option);
    free(option);
  }
  put_environment(t, k->program);
  if (k->failure.exception) put_setting(t, "expecting", k->failure.exception);
  if (k->failure.status) text_printf(t, "\n        .expectingStatus(%d)", k->failure.status & 255);
  put_setting(t, "foundIn", k->jdk);
}

static int write_test(const struct kept_files *f, const struct kept_test *k, struct error *err) {
  const struct engine_options *p = k->program;
  struct text words = {0}, settings = {0}, headline = {0};
  char *package = *f->package
                      ? mem_printf("package %.*s;\n\n", (int)strlen(f->package) - 1, f->package)
                      : mem_strdup("");
  char *text;
  put_literal(&words, p->main_class);
  if (p->argc) text_puts(&words, ", ");
  put_literals(&words, (const char *const *)p->argv, p->argc);
  put_settings(&settings, k);
  put_comment(&headline, k->headline);
  text = filled(
      template_test,
      (struct blank[]){{"PACKAGE", package},
                       {"JUNIT", k->junit == JUNIT_4 ? "org.junit" : "org.junit.jupiter.api"},
                       {"PROGRAM", subject_of(k)},
                       {"HEADLINE", headline.s},
                       {"PUBLIC", k->junit == JUNIT_4 ? "public " : ""},
                       {"NAME", f->name},
                       {"WORDS", words.s},
                       {"SETTINGS", settings.s}},
      8);
  put_text(f->java, text, err);
  free(text);
  free(package);
  text_release(&words);
  text_release(&settings);
  text_release(&headline);
  return err->code;
}

static int write_page(const struct kept_files *f, const struct kept_test *k, const char *path,
                      struct error *err) {
  bool four = k->junit == JUNIT_4;
  struct text command = {0};
  char *text;
  text_puts(&command, runs_test(k) ? "the test" : "java ");
  if (!runs_test(k)) text_puts(&command, k->program->main_class);
  for (int i = 0; i < k->program->argc; i++) text_printf(&command, " %s", k->program->argv[i]);
  text = filled(template_page,
                (struct blank[]){{"NAME", f->name},
                                 {"COMMAND", command.s},
                                 {"HEADLINE", k->headline},
                                 {"JDK", k->jdk},
                                 {"PLATFORM", f->platform + strlen("linux-")},
                                 {"GROUP", four ? "junit" : "org.junit.jupiter"},
                                 {"ARTIFACT", four ? "junit" : "junit-jupiter"},
                                 {"VERSION", four ? "4.13.2" : "5.9.2"},
                                 {"GRADLE", four ? "" : "\n    test { useJUnitPlatform() }"}},
                9);
  put_text(path, text, err);
  free(text);
  text_release(&command);
  return err->code;
}

/* The plan, preceded by a comment "# NUMBER PLACE" for each segment. ForcedRun.java reads these.
 * The caller frees it. */
static char *schedule_of(const struct kept_test *k) {
  struct text t = {0};
  for (int i = 0; k->places[i]; i++) text_printf(&t, "# %d %s\n", i, k->places[i]);
  text_puts(&t, k->plan);
  return t.s;
}

/* Is there already a test of that name with another schedule? */
static int check_place(const struct kept_files *f, const struct kept_test *k, struct error *err) {
  char *path = mem_printf("%s.schedule", f->stem), *there = NULL, *ours = schedule_of(k);
  struct error none = {0};
  size_t n;
  if (!whole_file_read(path, &there, &n, &none) && strcmp(there, ours) != 0)
    error_set(err, ERR_INPUT, "%s has another schedule; choose a name with --test-name", f->java);
  free(there);
  free(ours);
  free(path);
  return err->code;
}

static int write_resources(const struct kept_files *f, const struct kept_test *k,
                           struct error *err) {
  char *schedule = mem_printf("%s.schedule", f->stem), *input = mem_printf("%s.input", f->stem);
  char *text = schedule_of(k);
  if (!put_text(schedule, text, err))
    whole_file_write(input, k->program->stdin_data,
                     k->program->stdin_data ? k->program->stdin_len : 0, err);
  free(text);
  free(schedule);
  free(input);
  return err->code;
}

int kept_test_write(const struct kept_test *k, char **test, char **page, struct error *err) {
  struct kept_files f = {0};
  *test = *page = NULL;
  if (k->name && !is_java_name(k->name))
    return error_set(err, ERR_USAGE, "--test-name: not the name of a Java class: %s", k->name);
  kept_files_init(&f, k);
  *page = mem_printf("%s.md", f.stem);
  *test = mem_strdup(f.java);
  if (!check_place(&f, k, err) && !write_forced_run(&f, k, err) && !write_main_classes(k, err) &&
      !write_test(&f, k, err) && !write_resources(&f, k, err))
    write_page(&f, k, *page, err);
  kept_files_release(&f);
  return err->code;
}
