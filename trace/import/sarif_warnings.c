/* See sarif_warnings.h. A result may refer by index to parts of its locations that are elsewhere in
 * the run: artifacts, logicalLocations, threadFlowLocations. */
#include "trace/import/sarif_warnings.h"

#include <ctype.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/base/whole_file.h"
#include "engine/base/words.h"

static const struct warned_rule {
  const char *pattern;
  uint32_t properties;
} warned_rules[] = {
#define RULE(pattern, properties) {pattern, properties},
#include "trace/import/warned_rules.def"
#undef RULE
};

static uint32_t properties_of(const char *rule) {
  for (size_t i = 0; i < COUNT(warned_rules); i++)
    if (!fnmatch(warned_rules[i].pattern, rule, FNM_CASEFOLD)) return warned_rules[i].properties;
  return 0;
}

static const char *string_at(const json_t *j, const char *key) {
  return json_string_value(json_object_get(j, key));
}

/* Returns the object itself if it has `key` or no index; otherwise the element of the run's array
 * that it refers to by index. */
static const json_t *entry_of(const json_t *run, const char *array, const json_t *j,
                              const char *key) {
  const json_t *index = json_object_get(j, "index");
  if (!json_is_integer(index) || (key && json_object_get(j, key))) return j;
  j = json_array_get(json_object_get(run, array), (size_t)json_integer_value(index));
  return j;
}

/* ---- places ---- */

static int hex_digit(char c) { return isdigit((unsigned char)c) ? c - '0' : (c | 32) - 'a' + 10; }

/* Returns the path of a URI, without the scheme and the host, and with %XX decoded. The caller
 * frees it. */
static char *path_of(const char *uri) {
  char *path, *to;
  if (!strncmp(uri, "file:", 5)) uri += 5;
  if (!strncmp(uri, "//", 2)) {
    const char *root = strchr(uri + 2, '/');
    uri = root ? root : uri + 2;
  }
  path = to = mem_strdup(uri);
  for (; *uri; uri++) {
    if (*uri == '%' && isxdigit((unsigned char)uri[1]) && isxdigit((unsigned char)uri[2])) {
      *to++ = (char)(hex_digit(uri[1]) << 4 | hex_digit(uri[2]));
      uri += 2;
    } else {
      *to++ = *uri;
    }
  }
  *to = '\0';
  return path;
}

static uint32_t number_of(const json_t *j, const char *key) {
  json_int_t n = json_integer_value(json_object_get(j, key));
  return n > 0 && n < UINT32_MAX ? (uint32_t)n : 0;
}

/* Returns the location's class or method, or NULL. Some tools put the text of the line into
 * fullyQualifiedName; then returns `name` instead. */
static const char *warned_name(const json_t *run, const json_t *location) {
  const json_t *l = json_array_get(json_object_get(location, "logicalLocations"), 0);
  const char *name;
  if (!l) l = json_object_get(location, "logicalLocation");
  l = l ? entry_of(run, "logicalLocations", l, "fullyQualifiedName") : NULL;
  name = string_at(l, "fullyQualifiedName");
  if (!name || strpbrk(name, " [")) name = string_at(l, "name");
  return name;
}

static void add_place(struct warning *w, const json_t *run, const json_t *location, uint32_t way) {
  const json_t *physical = json_object_get(location, "physicalLocation"),
               *region = json_object_get(physical, "region"),
               *artifact = json_object_get(physical, "artifactLocation");
  const char *uri = string_at(artifact, "uri"), *name = warned_name(run, location);
  struct warned_place p = {.way = way};
  if (!uri && artifact) {
    const json_t *entry = entry_of(run, "artifacts", artifact, "uri");
    uri = string_at(json_object_get(entry, "location"), "uri");
  }
  if (!uri && !name) return;
  p.first = number_of(region, "startLine");
  p.last = number_of(region, "endLine");
  if (p.last < p.first) p.last = p.first;
  p.file = uri ? path_of(uri) : NULL;
  p.name = name ? mem_strdup(name) : NULL;
  *vec_push(&w->places) = p;
}

static void add_places(struct warning *w, const json_t *run, const json_t *all, uint32_t way) {
  for (size_t i = 0; i < json_array_size(all); i++) add_place(w, run, json_array_get(all, i), way);
}

/* Is the location only the header of a trace ("[Trace 2]")? Infer puts several traces into one
 * flow. */
static bool begins_trace(const json_t *location) {
  const char *text = string_at(json_object_get(location, "message"), "text");
  return text && !strncmp(text, "[Trace ", 7);
}

static void add_thread_flow(struct warning *w, const json_t *run, const json_t *flow,
                            uint32_t *way) {
  const json_t *all = json_object_get(flow, "locations");
  size_t from = w->places.len;
  ++*way;
  for (size_t i = 0; i < json_array_size(all); i++) {
    const json_t *step = entry_of(run, "threadFlowLocations", json_array_get(all, i), "location");
    const json_t *location = json_object_get(step, "location");
    bool begins = begins_trace(location);
    if (begins && w->places.len > from) ++*way;
    CHECK(*way && *way != WARNED_RELATED, "a flow has a number of its own: %u", *way);
    if (!begins) add_place(w, run, location, *way); /* a header of a trace only names a method */
  }
}

static void add_flows(struct warning *w, const json_t *run, const json_t *result) {
  const json_t *flows = json_object_get(result, "codeFlows");
  uint32_t way = 0;
  for (size_t i = 0; i < json_array_size(flows); i++) {
    const json_t *threads = json_object_get(json_array_get(flows, i), "threadFlows");
    for (size_t k = 0; k < json_array_size(threads); k++)
      add_thread_flow(w, run, json_array_get(threads, k), &way);
  }
}

/* ---- a result ---- */

static const json_t *rule_of(const json_t *run, const json_t *result) {
  const json_t *index = json_object_get(result, "ruleIndex"),
               *driver = json_object_get(json_object_get(run, "tool"), "driver");
  if (!index) index = json_object_get(json_object_get(result, "rule"), "index");
  return json_is_integer(index)
             ? json_array_get(json_object_get(driver, "rules"), (size_t)json_integer_value(index))
             : NULL;
}

/* Returns the text with each {N}, as in "{0} is not locked", replaced by the message's argument N.
 * The caller frees it. */
static char *filled(const char *text, const json_t *arguments) {
  struct text t = {0};
  text_puts(&t, "");
  for (; *text; text++) {
    char *end = NULL;
    unsigned long n = *text == '{' ? strtoul(text + 1, &end, 10) : 0;
    const char *word = end && *end == '}' && end > text + 1
                           ? json_string_value(json_array_get(arguments, n))
                           : NULL;
    if (!word) {
      text_add(&t, text, 1);
      continue;
    }
    text_puts(&t, word);
    text = end;
  }
  return t.s;
}

static char *message_of(const json_t *rule, const json_t *result) {
  const json_t *m = json_object_get(result, "message");
  const char *text = string_at(m, "text"), *id = string_at(m, "id");
  if (!text && id)
    text = string_at(json_object_get(json_object_get(rule, "messageStrings"), id), "text");
  return filled(text ? text : "", json_object_get(m, "arguments"));
}

static char *shown_place(const struct warning *w) {
  const struct warned_place *p = w->places.len ? &w->places.data[0] : NULL;
  const char *slash = p && p->file ? strrchr(p->file, '/') : NULL;
  if (!p) return mem_strdup("no place");
  if (!p->file) return mem_strdup(p->name);
  return p->first ? mem_printf("%s:%u", slash ? slash + 1 : p->file, p->first)
                  : mem_strdup(slash ? slash + 1 : p->file);
}

/* Does the result need no check, because it passed, is absent, or its suppression was accepted? */
static bool is_no_warning(const json_t *result) {
  const char *kind = string_at(result, "kind"), *baseline = string_at(result, "baselineState");
  const json_t *all = json_object_get(result, "suppressions");
  if (kind && strcmp(kind, "fail") != 0 && strcmp(kind, "review") != 0) return true;
  if (baseline && !strcmp(baseline, "absent")) return true;
  for (size_t i = 0; i < json_array_size(all); i++) {
    const char *status = string_at(json_array_get(all, i), "status");
    if (!status || !strcmp(status, "accepted")) return true;
  }
  return false;
}

static void add_warning(struct warnings_file *f, const json_t *run, uint32_t nth, uint32_t at) {
  const json_t *result = json_array_get(json_object_get(run, "results"), at),
               *rule = rule_of(run, result);
  const char *id = string_at(result, "ruleId");
  const char *tool = string_at(json_object_get(json_object_get(run, "tool"), "driver"), "name");
  struct warning w = {.run = nth, .result = at};
  if (is_no_warning(result)) {
    f->left_out++;
    return;
  }
  if (!id) id = string_at(json_object_get(result, "rule"), "id");
  if (!id) id = string_at(rule, "id");
  w.rule = mem_strdup(id ? id : "?");
  w.tool = mem_strdup(tool ? tool : "?");
  w.message = message_of(rule, result);
  w.properties = properties_of(w.rule);
  add_places(&w, run, json_object_get(result, "locations"), 0);
  add_places(&w, run, json_object_get(result, "relatedLocations"), WARNED_RELATED);
  add_flows(&w, run, result);
  w.shown = shown_place(&w);
  *vec_push(&f->v) = w;
}

/* ---- the file ---- */

static int take_whole(const char *path, struct warnings_file *f, struct error *err) {
  const char *version = string_at(f->whole, "version");
  const json_t *runs = json_object_get(f->whole, "runs");
  size_t results = 0;
  if (!json_is_array(runs))
    return error_set(err, ERR_INPUT, "%s is not SARIF: it has no runs", path);
  if (!version || strcmp(version, "2.1.0") != 0)
    return error_set(err, ERR_INPUT, "%s is SARIF of the version %s; 2.1.0 is read", path,
                     version ? version : "?");
  for (size_t i = 0; i < json_array_size(runs); i++) {
    const json_t *run = json_array_get(runs, i);
    size_t n = json_array_size(json_object_get(run, "results"));
    results += n;
    for (size_t k = 0; k < n; k++) add_warning(f, run, (uint32_t)i, (uint32_t)k);
  }
  if (!results) return error_set(err, ERR_INPUT, "%s has no results", path);
  if (!f->v.len)
    return error_set(err, ERR_INPUT, "%s has no warnings: its %u results passed or are suppressed",
                     path, f->left_out);
  return 0;
}

int warnings_read(const char *path, struct warnings_file *out, struct error *err) {
  json_error_t why;
  char *text;
  size_t len, bom;
  if (whole_file_read(path, &text, &len, err)) return err->code;
  bom = len >= 3 && !memcmp(text, "\xef\xbb\xbf", 3) ? 3 : 0;
  out->whole = json_loadb(text + bom, len - bom, 0, &why);
  free(text);
  if (!out->whole)
    error_set(err, ERR_INPUT, "%s is not JSON: line %d: %s", path, why.line, why.text);
  else
    take_whole(path, out, err);
  if (err->code) warnings_release(out);
  return err->code;
}

void warnings_release(struct warnings_file *f) {
  for (size_t i = 0; i < f->v.len; i++) {
    struct warning *w = &f->v.data[i];
    for (size_t k = 0; k < w->places.len; k++) {
      free((void *)(uintptr_t)w->places.data[k].file);
      free((void *)(uintptr_t)w->places.data[k].name);
    }
    vec_free(&w->places);
    free(w->rule);
    free(w->tool);
    free(w->message);
    free(w->shown);
  }
  vec_free(&f->v);
  json_decref(f->whole);
  f->whole = NULL;
}
