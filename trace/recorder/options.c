/* Parses the agent's options. See options.h for the format. */
#include "trace/recorder/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name, *group;
  uint8_t kind;
} kinds[] = {
#define TRACE_EVENT(code, id, name, group, ref, traits) {name, #group, code},
#include "trace/events.def"
#undef TRACE_EVENT
};

/* Does the group's name in `events` include the kind? It does not include the extra events of
 * accesses, which only some analyses need. */
static bool in_group(size_t i, const char *group) {
  return !strcasecmp(kinds[i].group, group) && !(trace_kind_traits(kinds[i].kind) & TRAIT_ADDITION);
}

static bool add_word(const char *word, struct event_set *set) {
  bool found = false, all = !strcmp(word, "all"), standard = !strcmp(word, "default");
  for (size_t i = 0; i < COUNT(kinds); i++) {
    bool in = all || in_group(i, word) || !strcmp(kinds[i].name, word);
    if (standard) in = trace_kind_traits(kinds[i].kind) & TRAIT_DEFAULT;
    if (in) event_want(set, kinds[i].kind);
    found |= in;
  }
  return found;
}

int recorder_events_parse(const char *text, struct event_set *set, struct error *err) {
  char *copy = mem_strdup(text), *save = NULL;
  int rc = 0;
  *set = (struct event_set){0};
  for (char *w = strtok_r(copy, "+, ", &save); w && !rc; w = strtok_r(NULL, "+, ", &save)) {
    if (!add_word(w, set)) rc = error_set(err, ERR_USAGE, "no such kind of event: %s", w);
  }
  event_want(set, TRACE_EV_NOT_INSTRUMENTED);
  free(copy);
  return rc;
}

static int hex(char c) {
  const char *digits = "0123456789abcdef", *p = c ? strchr(digits, c | 0x20) : NULL;
  return p ? (int)(p - digits) : -1;
}

static char *options_decode(const char *s, size_t n) {
  char *out = mem_alloc(n + 1), *q = out;
  for (size_t i = 0; i < n; i++) {
    bool code = s[i] == '%' && i + 2 < n && hex(s[i + 1]) >= 0 && hex(s[i + 2]) >= 0;
    *q++ = code ? (char)(hex(s[i + 1]) << 4 | hex(s[i + 2])) : s[i];
    if (code) i += 2;
  }
  return out;
}

static int set_regex(regex_t *re, bool *has, const char *text, struct error *err) {
  int rc = regcomp(re, text, REG_EXTENDED | REG_NOSUB);
  char why[200];
  if (!rc) {
    *has = true;
    return 0;
  }
  regerror(rc, re, why, sizeof why);
  return error_set(err, ERR_USAGE, "bad regular expression '%s': %s", text, why);
}

static int set_noise(struct recorder_options *o, const char *text, struct error *err) {
  char *end;
  o->noise = strtod(text, &end);
  if (*end == ':') o->noise_seed = strtoull(end + 1, &end, 10);
  if (end == text || *end || !(o->noise >= 0 && o->noise <= 1)) {
    return error_set(err, ERR_USAGE, "bad noise '%s': expected PROBABILITY[:SEED]", text);
  }
  return 0;
}

/* Sets one option. Takes ownership of `value`. */
static int set_option(struct recorder_options *o, const char *name, char *value,
                      struct error *err) {
  int rc = 0;
  char **path = !strcmp(name, "file")     ? &o->file
                : !strcmp(name, "force")  ? &o->force
                : !strcmp(name, "report") ? &o->report
                                          : NULL;
  if (path) {
    free(*path);
    *path = value;
    return 0;
  }
  if (!strncmp(name, "meta-", 5)) {
    *vec_push(&o->meta) = (struct recorder_meta){mem_strdup(name + 5), value};
    return 0;
  }
  if (!strcmp(name, "class")) {
    *vec_push(&o->classes) = value;
    return 0;
  }
  if (!strcmp(name, "mark")) {
    *vec_push(&o->marks) = value;
    return 0;
  }
  if (!strcmp(name, "events")) {
    free(o->events_text);
    o->events_text = mem_strdup(value);
    rc = recorder_events_parse(value, &o->events, err);
  } else if (!strcmp(name, "include")) {
    rc = set_regex(&o->include, &o->has_include, value, err);
  } else if (!strcmp(name, "exclude")) {
    rc = set_regex(&o->exclude, &o->has_exclude, value, err);
  } else if (!strcmp(name, "noise")) {
    rc = set_noise(o, value, err);
  } else if (!strcmp(name, "gather")) {
    o->gathers = true;
    o->gather_seed = strtoull(value, NULL, 10);
  } else if (!strcmp(name, "limit")) {
    o->limit = strtod(value, NULL);
  } else {
    rc = error_set(err, ERR_USAGE, "no such option: %s", name);
  }
  free(value);
  return rc;
}

int recorder_options_parse(const char *text, struct recorder_options *o, struct error *err) {
  int rc = 0;
  for (const char *p = text ? text : ""; *p && !rc;) {
    size_t n = strcspn(p, ","), name_len = strcspn(p, "=,");
    char *name = options_decode(p, name_len);
    if (name_len < n) {
      rc = set_option(o, name, options_decode(p + name_len + 1, n - name_len - 1), err);
    } else {
      rc = error_set(err, ERR_USAGE, "option without a value: %s", name);
    }
    free(name);
    p += n + (p[n] == ',');
  }
  if (!rc && !o->events_text) {
    o->events_text = mem_strdup("default");
    rc = recorder_events_parse("default", &o->events, err);
  }
  if (o->marks.len) event_want(&o->events, TRACE_EV_BLOCK);
  if (!rc && o->force && !o->report) rc = error_set(err, ERR_USAGE, "the option report is missing");
  if (!rc && !o->file && !o->force && !o->gathers)
    rc = error_set(err, ERR_USAGE, "the option file is missing");
  return rc;
}

bool recorder_wants_class(const struct recorder_options *o, const char *name) {
  if (o->has_include && regexec(&o->include, name, 0, NULL, 0)) return false;
  return !(o->has_exclude && !regexec(&o->exclude, name, 0, NULL, 0));
}

static bool is_listed(char *const *list, size_t count, const char *word) {
  for (size_t i = 0; i < count; i++)
    if (!strcmp(list[i], word)) return true;
  return false;
}

bool recorder_wants_anyway(const struct recorder_options *o, const char *name) {
  return is_listed(o->classes.data, o->classes.len, name);
}

bool recorder_marks(const struct recorder_options *o, const char *class_name, const char *method,
                    const char *descriptor, uint32_t bci) {
  char *text;
  bool marks;
  if (!o->marks.len) return false;
  text = mem_printf("%s.%s%s@%u", class_name, method, descriptor, bci);
  marks = is_listed(o->marks.data, o->marks.len, text);
  free(text);
  return marks;
}
