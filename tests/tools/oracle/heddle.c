#include "tests/tools/oracle/heddle.h"

#include "tests/tools/oracle/command.h"

#include <stdlib.h>
#include <string.h>

enum { ARGS_MAX = 48, TEXT_MAX = 1 << 20 };

/* ---- what heddle prints ---- */

static const struct {
  const char *end;
  int loc;
} loc_names[] = {
    {".x", LOC_X},    {".y", LOC_Y},    {".f", LOC_F},   {"array[0]", LOC_A0}, {"array[1]", LOC_A1},
    {"I1.g", LOC_I1}, {"I2.g", LOC_I2}, {".r1", LOC_R1}, {".r2", LOC_R2},      {".r3", LOC_R3},
    {".n", LOC_BOX},  {".b", LOC_B},    {".h", LOC_OB},
};

static bool ends_with(const char *text, size_t n, const char *end) {
  size_t m = strlen(end);
  return n >= m && !strncmp(text + n - m, end, m);
}

/* error: data race (WR) on Gen1.x: ... */
static void read_race(struct answer *a, const char *line) {
  const char *name = strstr(line, ") on "), *end;
  if (!name) return;
  name += 5;
  end = strchr(name, ':');
  for (size_t i = 0; end && i < sizeof loc_names / sizeof *loc_names; i++) {
    if (!ends_with(name, (size_t)(end - name), loc_names[i].end)) continue;
    a->racy |= 1u << loc_names[i].loc;
    return;
  }
  a->unknown_location = true;
}

/*   outcome 1: exit 0, printed "12", met 3 times */
static void read_outcome(struct answer *a, const char *line) {
  const char *end = strchr(line + 10, ':'), *printed = strstr(line, "printed \""), *quote;
  char text[OUTCOME_TEXT];
  int n;
  if (!end || !printed) return;
  end += 2, printed += 9;
  for (quote = printed; *quote && *quote != '"';) quote++;
  if (!strncmp(end, "exit ", 5))
    n = snprintf(text, sizeof text, "exit %d: ", atoi(end + 5));
  else if (!strncmp(end, "hang", 4))
    return; /* a hang is a property, not an end of the program */
  else
    n = snprintf(text, sizeof text, "%.*s: ", (int)strcspn(end, " ,"), end);
  snprintf(text + n, sizeof text - (size_t)n, "%.*s", (int)(quote - printed), printed);
  outcomes_add(&a->outcomes, text);
}

static void read_lines(struct answer *a, char *text) {
  char *rest = NULL;
  a->complete = a->status == 0 || a->status == 1;
  for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
    if (!a->first_line[0]) snprintf(a->first_line, sizeof a->first_line, "%s", line);
    if (!strncmp(line, "error: data race", 16)) read_race(a, line);
    if (!strncmp(line, "  outcome ", 10)) read_outcome(a, line);
    if (!strncmp(line, "  not complete", 14)) a->complete = false;
    if (strstr(line, ": max-states ") || strstr(line, ": a thread waits in a loop ") ||
        strstr(line, ": --search dpor: "))
      a->bounded = true;
  }
}

void site_for(struct site *site, const struct program *p) {
  snprintf(site->patience, sizeof site->patience, "%dms", (int)p->patience);
  if (!p->patience) strcpy(site->patience, "0");
  snprintf(site->spurious, sizeof site->spurious, "%d", p->spurious);
}

bool heddle_check(const struct site *site, const char *name, const char *const *args,
                  struct answer *a) {
  const char *words[ARGS_MAX] = {site->heddle, "check", "--search", "dfs"}; /* ARGS may override */
  char *text = malloc(TEXT_MAX);
  int n = 4;
  bool ok;
  memset(a, 0, sizeof *a);
  while (*args && n < ARGS_MAX - 20) words[n++] = *args++;
  words[n++] = "--patience", words[n++] = site->patience;
  words[n++] = "--spurious", words[n++] = site->spurious;
  for (const char *const *o = site->options; o && *o && n < ARGS_MAX - 4; o++) words[n++] = *o;
  words[n++] = "-cp";
  words[n++] = site->folder;
  words[n++] = name;
  ok = text && command_run(words, text, TEXT_MAX, &a->status);
  if (ok) read_lines(a, text);
  free(text);
  return ok;
}

/* ---- regular expressions of locations ---- */

void heddle_benign(const char *name, uint32_t locs, char *benign, size_t benign_size, char *trust,
                   size_t trust_size) {
  static const char *const fields[LOC_PLAIN] = {
      [LOC_X] = "\\.x",       [LOC_Y] = "\\.y",   [LOC_F] = "\\$O\\.f", [LOC_I1] = "\\$I1\\.g",
      [LOC_I2] = "\\$I2\\.g", [LOC_R1] = "\\.r1", [LOC_R2] = "\\.r2",   [LOC_R3] = "\\.r3",
      [LOC_BOX] = "\\$B\\.n", [LOC_B] = "\\.b",   [LOC_OB] = "\\$O\\.h"};
  size_t n = 0;
  snprintf(benign, benign_size, "^$");
  snprintf(trust, trust_size, "^$");
  for (int l = 0; l < LOC_PLAIN; l++) {
    if (!(locs & 1u << l)) continue;
    if (fields[l])
      n += (size_t)snprintf(benign + n, benign_size - n, "%s^%s%s$", n ? "|" : "", name, fields[l]);
    else if (l == LOC_A0 || l == LOC_A1)
      snprintf(trust, trust_size, "^%s\\$A$", name);
  }
}

/* ---- javac ---- */

static bool write_source(const struct site *site, const struct program *p, const char *name) {
  char path[512];
  FILE *f;
  snprintf(path, sizeof path, "%s/%s.java", site->folder, name);
  f = fopen(path, "w");
  if (!f) return false;
  program_print_java(p, name, f);
  return fclose(f) == 0;
}

bool heddle_compile(const struct site *site, const struct program *const *programs,
                    const char *const *names, int count) {
  const char **words = calloc((size_t)count + 8, sizeof *words), *const first[] = {
                                                                     site->javac, "-g", "-nowarn",
                                                                     "-d", site->folder};
  char *paths = calloc((size_t)count, 512), *text = malloc(TEXT_MAX);
  int n = 0, status = 0;
  bool ok = words && paths && text;
  for (size_t i = 0; ok && i < sizeof first / sizeof *first; i++) words[n++] = first[i];
  for (int i = 0; ok && i < count; i++) {
    ok = write_source(site, programs[i], names[i]);
    snprintf(paths + i * 512, 512, "%s/%s.java", site->folder, names[i]);
    words[n++] = paths + i * 512;
  }
  ok = ok && command_run(words, text, TEXT_MAX, &status);
  if (ok && status) fprintf(stderr, "%s\n", text);
  free(words);
  free(paths);
  free(text);
  return ok && status == 0;
}
