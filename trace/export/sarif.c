/* Writes verdicts as SARIF 2.1.0 (OASIS): one run, with a rule for each property and a result for
 * each error found. An inconclusive search is a result of the kind "open"; a search without an
 * error is a result of the kind "pass". Both state the verdict's scope. A case that heddle could
 * not search is a notification of the tool. */
#include "trace/export/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/engine.h"
#include "trace/export/sarif_int.h"

/* ---- rules ---- */

/* the rule for results that are not errors of the program */
static const char verdict_rule[] = "verdict";

static const char *rule_text(const char *property) {
  static const struct {
    const char *property, *text;
  } texts[] = {
      {"deadlock", "Threads wait for each other, or for something that no thread will do."},
      {"exception", "An exception or a failed assertion leaves a thread."},
      {"race",
       "Two accesses to one variable, one of them a write, are not ordered by synchronisation (JLS "
       "17.4.5)."},
      {"conflict",
       "Threads access one variable, one of them by a write, without a lock in common."},
      {"hang", "From some state, the program can no longer end."},
      {"linearizable", "No order of the calls that respects real time produces their results."},
      {"sequential",
       "No order of the calls that keeps the order of each thread produces their results."},
      {"quiescent",
       "No order of the calls that respects the moments at which no call was running produces "
       "their results."},
      {verdict_rule,
       "The verdict of a search without an error: pass, within the scope; open, if the search was "
       "incomplete."},
  };
  size_t i;
  for (i = 0; i < COUNT(texts); i++)
    if (!strcmp(texts[i].property, property)) return texts[i].text;
  return property;
}

static void add_rule(json_t *rules, const char *id) {
  json_array_append_new(rules, json_pack("{s:s,s:{s:s},s:{s:s}}", "id", id, "shortDescription",
                                         "text", rule_text(id), "defaultConfiguration", "level",
                                         strcmp(id, verdict_rule) ? "error" : "none"));
}

json_t *sarif_rules(void) {
  json_t *rules = json_array();
  uint32_t i;
  for (i = 0; engine_property_name(1u << i); i++) add_rule(rules, engine_property_name(1u << i));
  add_rule(rules, verdict_rule);
  return rules;
}

int sarif_rule_index(const char *id) {
  uint32_t i;
  for (i = 0; engine_property_name(1u << i); i++)
    if (!strcmp(engine_property_name(1u << i), id)) break;
  return (int)i;
}

/* ---- places ---- */

static const char *sarif_text_of(const json_t *j, const char *key) {
  const char *s = json_string_value(json_object_get(j, key));
  return s ? s : "";
}

/* Returns the path as a URI, with %XX for the characters that a URI does not allow. */
static json_t *sarif_uri(const char *path) {
  struct text t = {0};
  json_t *j;
  text_puts(&t, "");
  for (; *path; path++) {
    unsigned char c = (unsigned char)*path;
    bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                 strchr("-._~/$", c);
    if (plain)
      text_add(&t, path, 1);
    else
      text_printf(&t, "%%%02X", c);
  }
  j = json_string(t.s);
  text_release(&t);
  return j;
}

json_t *sarif_location(const char *name, const char *file, int line, const char *source_path) {
  json_t *j = json_object(), *artifact = json_object(), *physical;
  if (file) {
    char *path = report_source(name, file, source_path);
    json_object_set_new(artifact, "uri", sarif_uri(path));
    if (path[0] != '/') json_object_set_new(artifact, "uriBaseId", json_string("%SRCROOT%"));
    physical = json_pack("{s:O}", "artifactLocation", artifact);
    if (line > 0) json_object_set_new(physical, "region", json_pack("{s:i}", "startLine", line));
    json_object_set_new(j, "physicalLocation", physical);
    free(path);
  }
  json_decref(artifact);
  if (*name)
    json_object_set_new(j, "logicalLocations",
                        json_pack("[{s:s,s:s}]", "fullyQualifiedName", name, "kind", "member"));
  return j;
}

/* Returns the method, such as a.b.C.run, that precedes "(File.java:12)" in the stacks of `detail`,
 * or NULL. The caller frees it. */
static char *method_at(const char *detail, const char *location) {
  char *wanted = mem_printf("(%s)", location);
  const char *at = strstr(detail, wanted), *from = at;
  while (from && from > detail && !strchr(" \n\t", from[-1])) from--;
  free(wanted);
  return at && at > from ? mem_printf("%.*s", (int)(at - from), from) : NULL;
}

/* Converts an error's location to a SARIF `location`. It is "File.java:12", or "Class.method@bci"
 * if there are no line numbers. */
static json_t *error_location(const json_t *c, const json_t *error, const char *source_path) {
  const char *location = sarif_text_of(error, "location"), *colon = strrchr(location, ':');
  char *method = method_at(sarif_text_of(error, "detail"), location), *file;
  json_t *j;
  if (!colon) {
    free(method);
    return sarif_location(*location ? location : sarif_text_of(c, "class"), NULL, 0, NULL);
  }
  file = mem_printf("%.*s", (int)(colon - location), location);
  j = sarif_location(method ? method : sarif_text_of(c, "class"), file, atoi(colon + 1),
                     source_path);
  free(file);
  free(method);
  return j;
}

static char *case_name(const json_t *c) {
  const char *name = sarif_text_of(c, "name");
  return mem_printf("%s%s%s", sarif_text_of(c, "class"), *name ? "#" : "", name);
}

/* ---- results ---- */

static json_t *result_of(const json_t *c, const char *rule, const char *kind, const char *level,
                         const char *message) {
  char *test = case_name(c);
  json_t *j =
      json_pack("{s:s,s:i,s:s,s:s,s:{s:s}}", "ruleId", rule, "ruleIndex", sarif_rule_index(rule),
                "kind", kind, "level", level, "message", "text", message);
  json_object_set_new(
      j, "properties",
      json_pack("{s:s,s:s,s:s,s:O,s:O}", "test", test, "verdict", sarif_text_of(c, "verdict"),
                "scope", sarif_text_of(c, "scope"), "states", json_object_get(c, "states"),
                "seconds", json_object_get(c, "seconds")));
  free(test);
  return j;
}

/* Sets a location that only names the test, because its source is unknown. */
static void set_test_location(json_t *j, const json_t *c) {
  char *test = case_name(c);
  json_object_set_new(j, "locations",
                      json_pack("[{s:[{s:s,s:s}]}]", "logicalLocations", "fullyQualifiedName", test,
                                "kind", "function"));
  free(test);
}

static json_t *error_result(const json_t *c, const json_t *error, const char *source_path) {
  char *test = case_name(c), *message, *print;
  const char *property = sarif_text_of(error, "property"), *trace = sarif_text_of(error, "trace"),
             *detail = sarif_text_of(error, "detail");
  json_t *flow = json_object_get(error, "code_flow"), *j;
  message = mem_printf("%s: %s (thread %s)%s%s", test, sarif_text_of(error, "message"),
                       sarif_text_of(error, "thread"), *detail ? "\n" : "", detail);
  print = mem_printf("%s|%s|%s|%s", property, sarif_text_of(error, "kind"),
                     sarif_text_of(error, "location"), test);
  j = result_of(c, property, "fail", "error", message);
  json_object_set_new(j, "locations", json_pack("[o]", error_location(c, error, source_path)));
  json_object_set_new(j, "partialFingerprints", json_pack("{s:s}", "heddleError/v1", print));
  if (flow) json_object_set_new(j, "codeFlows", json_pack("[O]", flow));
  if (*trace)
    json_object_set_new(json_object_get(j, "properties"), "counterexample", json_string(trace));
  free(test);
  free(message);
  free(print);
  return j;
}

static void add_results(json_t *results, const json_t *c, const char *source_path) {
  const char *verdict = sarif_text_of(c, "verdict");
  const json_t *errors = json_object_get(c, "errors");
  char *test = case_name(c), *message = NULL;
  json_t *j = NULL;
  size_t i;
  for (i = 0; i < json_array_size(errors); i++)
    json_array_append_new(results, error_result(c, json_array_get(errors, i), source_path));
  if (!strcmp(verdict, "inconclusive")) {
    message = mem_printf("%s: inconclusive: %s", test, sarif_text_of(c, "reason"));
    j = result_of(c, verdict_rule, "open", "none", message);
  } else if (!strcmp(verdict, "no error")) {
    message = mem_printf("%s: no error%s, within the scope: %s", test, sarif_text_of(c, "how"),
                         sarif_text_of(c, "scope"));
    j = result_of(c, verdict_rule, "pass", "none", message);
  }
  if (j) {
    set_test_location(j, c);
    json_array_append_new(results, j);
  }
  free(message);
  free(test);
}

/* ---- the run ---- */

static void add_notification(json_t *all, const json_t *c) {
  char *test, *message;
  if (strcmp(sarif_text_of(c, "verdict"), "failed") != 0) return;
  test = case_name(c);
  message = mem_printf("%s could not be searched: %s", test, sarif_text_of(c, "reason"));
  json_array_append_new(all,
                        json_pack("{s:s,s:{s:s}}", "level", "error", "message", "text", message));
  free(message);
  free(test);
}

static json_t *sarif_time(time_t t) {
  char when[32];
  struct tm tm;
  strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&t, &tm));
  return json_string(when);
}

static json_t *sarif_invocation(const struct report *r) {
  json_t *notes = json_array(), *j;
  size_t i;
  for (i = 0; i < json_array_size(r->cases); i++)
    add_notification(notes, json_array_get(r->cases, i));
  j = json_pack("{s:b,s:i,s:o,s:o,s:O}", "executionSuccessful",
                !json_array_size(notes) && !r->signal, "exitCode", r->exit_code, "startTimeUtc",
                sarif_time(r->start), "endTimeUtc", sarif_time(r->end), "arguments", r->command);
  if (json_array_size(notes)) json_object_set(j, "toolExecutionNotifications", notes);
  if (r->signal) json_object_set_new(j, "exitSignalNumber", json_integer(r->signal));
  json_decref(notes);
  return j;
}

char *sarif_whole(json_t *rules, json_t *invocation, json_t *results) {
  json_t *run, *whole;
  char *text, *line;
  run = json_pack("{s:{s:{s:s,s:s,s:s,s:o}},s:[o],s:s,s:o}", "tool", "driver", "name", "heddle",
                  "version", HEDDLE_VERSION, "semanticVersion", HEDDLE_VERSION, "rules", rules,
                  "invocations", invocation, "columnKind", "unicodeCodePoints", "results", results);
  whole = json_pack("{s:s,s:s,s:[o]}", "$schema", "https://json.schemastore.org/sarif-2.1.0.json",
                    "version", "2.1.0", "runs", run);
  text = json_dumps(whole, JSON_INDENT(2) | JSON_REAL_PRECISION(6));
  json_decref(whole);
  line = mem_printf("%s\n", text);
  free(text);
  return line;
}

char *sarif_text(const struct report *r) {
  json_t *results = json_array();
  size_t i;
  for (i = 0; i < json_array_size(r->cases); i++)
    add_results(results, json_array_get(r->cases, i), r->source_path);
  return sarif_whole(sarif_rules(), sarif_invocation(r), results);
}
