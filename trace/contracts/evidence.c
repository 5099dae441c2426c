/* Reads and writes records of contracts. See evidence.h. */
#include "trace/contracts/evidence.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/base/folders.h"
#include "engine/base/whole_file.h"
#include "engine/env/contracts.h"

/* The content of shown.jsonl. */
__asm__(
    ".section .rodata\n"
    ".local contracts_shown, contracts_shown_end\n"
    "contracts_shown: .incbin \"trace/contracts/shown.jsonl\"\n"
    "contracts_shown_end: .byte 0\n"
    ".previous\n");
extern const char contracts_shown[], contracts_shown_end[];

void evidence_see(struct evidence *e, const char *method) {
  char *more;
  if (*e->seeing && contract_claims(e->seeing, method)) return;
  more = mem_printf("%s%s%s", e->seeing, *e->seeing ? " " : "", method);
  free(e->seeing);
  e->seeing = more;
}

bool evidence_sees_elsewhere(const struct evidence *e, const char *method) {
  size_t i;
  const json_t *there;
  json_array_foreach(e->elsewhere, i,
                     there) if (!strcmp(json_string_value(there), method)) return true;
  return false;
}

void evidence_see_elsewhere(struct evidence *e, const char *method) {
  if (!evidence_sees_elsewhere(e, method)) json_array_append_new(e->elsewhere, json_string(method));
}

void evidence_init(struct evidence *e) {
  e->seeing = mem_strdup("");
  e->observers = mem_strdup("");
  e->failed = json_array();
  e->left_out = json_array();
  e->unended = json_array();
  e->walked = json_array();
  e->unwalked = json_array();
  e->elsewhere = json_array();
}

void evidence_release(struct evidence *e) {
  free(e->klass);
  free(e->jdk);
  free(e->hash);
  free(e->methods);
  free(e->seeing);
  free(e->observers);
  json_decref(e->failed);
  json_decref(e->left_out);
  json_decref(e->unended);
  json_decref(e->walked);
  json_decref(e->unwalked);
  json_decref(e->elsewhere);
  json_decref(e->executed);
  memset(e, 0, sizeof *e);
}

void evidence_set_release(struct evidence_set *s) {
  for (size_t i = 0; i < s->all.len; i++) evidence_release(&s->all.data[i]);
  vec_free(&s->all);
}

json_t *evidence_json(const struct evidence *e) {
  json_t *j =
      json_pack("{s:s,s:s,s:s,s:i,s:s,s:s,s:O,s:O,s:O,s:O,s:O,s:s,s:I,s:I,s:I,s:I,s:f}", "class",
                e->klass, "jdk", e->jdk, "hash", e->hash, "layer", e->layer, "methods", e->methods,
                "seeing", e->seeing, "failed", e->failed, "leftOut", e->left_out, "unended",
                e->unended, "walked", e->walked, "unwalked", e->unwalked, "observers", e->observers,
                "scenarios", (json_int_t)e->scenarios, "open", (json_int_t)e->open, "states",
                (json_int_t)e->states, "maxStates", (json_int_t)e->bound, "seconds", e->seconds);
  if (json_array_size(e->elsewhere)) json_object_set(j, "elsewhere", e->elsewhere);
  if (e->executed) json_object_set(j, "executed", e->executed);
  return j;
}

char *evidence_line(const struct evidence *e) {
  json_t *j = evidence_json(e);
  char *line = json_dumps(j, JSON_COMPACT | JSON_REAL_PRECISION(4));
  json_decref(j);
  return line;
}

/* Is it an object {"CLASS": "METHOD..."}? NULL is accepted, because older records lack this
 * value. */
static bool is_executed(const json_t *j) {
  for (void *i = json_object_iter((json_t *)(uintptr_t)j); i;
       i = json_object_iter_next((json_t *)(uintptr_t)j, i))
    if (!json_is_string(json_object_iter_value(i))) return false;
  return !j || json_is_object(j);
}

static bool take_json(json_t *j, struct evidence *e) {
  const char *klass, *jdk, *hash, *methods, *seeing, *observers = "";
  json_t *failed, *left_out, *unended, *walked = NULL, *unwalked = NULL, *executed = NULL,
                                       *elsewhere = NULL;
  json_int_t scenarios, open, states, bound;
  if (json_unpack(j,
                  "{s:s,s:s,s:s,s:i,s:s,s:s,s:o,s:o,s:o,s?o,s?o,s?s,s:I,s:I,s:I,s:I,s:F,s?o,"
                  "s?o}",
                  "class", &klass, "jdk", &jdk, "hash", &hash, "layer", &e->layer, "methods",
                  &methods, "seeing", &seeing, "failed", &failed, "leftOut", &left_out, "unended",
                  &unended, "walked", &walked, "unwalked", &unwalked, "observers", &observers,
                  "scenarios", &scenarios, "open", &open, "states", &states, "maxStates", &bound,
                  "seconds", &e->seconds, "executed", &executed, "elsewhere", &elsewhere) ||
      !json_is_array(failed) || !json_is_array(left_out) || !json_is_array(unended) ||
      !is_executed(executed) || (elsewhere && !json_is_array(elsewhere)))
    return false;
  e->klass = mem_strdup(klass);
  e->jdk = mem_strdup(jdk);
  e->hash = mem_strdup(hash);
  e->methods = mem_strdup(methods);
  e->seeing = mem_strdup(seeing);
  e->observers = mem_strdup(observers);
  e->failed = json_incref(failed);
  e->left_out = json_incref(left_out);
  e->unended = json_incref(unended);
  e->walked = walked ? json_incref(walked) : json_array();
  e->executed = executed ? json_incref(executed) : NULL;
  e->elsewhere = elsewhere ? json_incref(elsewhere) : json_array();
  e->unwalked = unwalked ? json_incref(unwalked) : json_array();
  e->scenarios = (uint64_t)scenarios;
  e->open = (uint64_t)open;
  e->states = (uint64_t)states;
  e->bound = (uint64_t)bound;
  return true;
}

int evidence_parse(const char *text, size_t len, const char *name, struct evidence_set *out,
                   struct error *err) {
  const char *end = text + len, *next;
  for (unsigned line = 1; text < end; text = next + 1, line++) {
    struct evidence e = {0};
    json_t *j;
    bool good;
    next = memchr(text, '\n', (size_t)(end - text));
    if (!next) next = end;
    if (next == text) continue;
    j = json_loadb(text, (size_t)(next - text), 0, NULL);
    good = j && take_json(j, &e);
    json_decref(j);
    if (!good) return error_set(err, ERR_INPUT, "%s:%u: no record of a contract", name, line);
    *vec_push(&out->all) = e;
  }
  return 0;
}

int evidence_read(const char *path, struct evidence_set *out, struct error *err) {
  char *text;
  size_t len;
  int rc;
  if (access(path, F_OK)) return 0;
  if (whole_file_read(path, &text, &len, err)) return err->code;
  rc = evidence_parse(text, len, path, out, err);
  free(text);
  return rc;
}

int evidence_built_in(struct evidence_set *out, struct error *err) {
  return evidence_parse(contracts_shown, (size_t)(contracts_shown_end - contracts_shown),
                        "contracts of heddle", out, err);
}

char *evidence_user_file(void) {
  const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
  if (data && *data) return mem_printf("%s/heddle/contracts.jsonl", data);
  return home && *home ? mem_printf("%s/.local/share/heddle/contracts.jsonl", home) : NULL;
}

int evidence_append(const char *path, const struct evidence *e, struct error *err) {
  char *line = evidence_line(e);
  FILE *f;
  int bad;
  folders_make(path, 0777);
  f = fopen(path, "ae");
  bad = !f || fprintf(f, "%s\n", line) < 0;
  if (f) bad |= fclose(f) != 0;
  free(line);
  return bad ? error_set(err, ERR_INPUT, "%s: cannot be written: %s", path, strerror(errno)) : 0;
}
