/* See sarif_verdicts.h. Elements added by heddle have the key "heddle" in their property bag, by
 * which a later run finds and replaces them. */
#include "trace/export/sarif_verdicts.h"

#include <string.h>

static bool is_ours(const json_t *j) {
  return json_object_get(json_object_get(j, "properties"), "heddle") != NULL;
}

/* Returns the array `key` of the result without the elements that heddle added earlier. Creates the
 * array if needed. */
static json_t *array_without_ours(json_t *result, const char *key) {
  json_t *all = json_object_get(result, key);
  if (!json_is_array(all)) {
    all = json_array();
    json_object_set_new(result, key, all);
  }
  for (size_t i = json_array_size(all); i-- > 0;)
    if (is_ours(json_array_get(all, i))) json_array_remove(all, i);
  return all;
}

static void drop_empty(json_t *result, const char *key) {
  if (!json_array_size(json_object_get(result, key))) json_object_del(result, key);
}

/* Adds or removes heddle's suppression. An empty array of suppressions would mean that someone
 * decided to suppress nothing, so it is kept only if it existed before. */
static void set_suppression(json_t *result, const struct warning_verdict *v) {
  bool was = json_object_get(result, "suppressions") != NULL;
  json_t *all = array_without_ours(result, "suppressions");
  if (!v->confirmed)
    json_array_append_new(
        all, json_pack("{s:s,s:s,s:o,s:{s:{s:s}}}", "kind", "external", "status", "underReview",
                       "justification", json_sprintf("heddle: %s: %s", v->verdict, v->text),
                       "properties", "heddle", "verdict", v->verdict));
  else if (!was)
    drop_empty(result, "suppressions");
}

static void set_flow(json_t *result, const struct warning_verdict *v) {
  json_t *all = array_without_ours(result, "codeFlows"), *flow;
  if (v->confirmed && v->code_flow) {
    flow = json_copy(v->code_flow);
    json_object_set_new(flow, "message",
                        json_pack("{s:o}", "text", json_sprintf("heddle: %s", v->text)));
    json_object_set_new(flow, "properties",
                        json_pack("{s:{s:s}}", "heddle", "verdict", v->verdict));
    json_array_append_new(all, flow);
  }
  drop_empty(result, "codeFlows");
}

void sarif_verdict_set(json_t *whole, const struct warning_verdict *v) {
  json_t *run = json_array_get(json_object_get(whole, "runs"), v->run),
         *result = json_array_get(json_object_get(run, "results"), v->result),
         *bag = json_object_get(result, "properties"), *ours = json_object();
  if (!json_is_object(result)) return;
  if (!json_is_object(bag)) {
    bag = json_object();
    json_object_set_new(result, "properties", bag);
  }
  if (v->more) json_object_update(ours, v->more);
  json_object_set_new(ours, "verdict", json_string(v->verdict));
  json_object_set_new(ours, "text", json_string(v->text));
  json_object_set_new(bag, "heddle", ours);
  set_suppression(result, v);
  set_flow(result, v);
}
