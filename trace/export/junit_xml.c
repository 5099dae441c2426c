/* Writes the XML report of JUnit, which Ant introduced, Surefire writes and CI servers read: a
 * <testsuite> for each class, a <testcase> for each test.
 *
 * An error found is a <failure>; a test that heddle could not search is an <error>. An inconclusive
 * search has neither found an error nor shown that there is none. It is <skipped>, with the reason,
 * so that it counts neither as passed nor as failed. The scope of a verdict is in <system-out>. */
#include "trace/export/verdict_report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sums {
  size_t tests, failures, errors, skipped;
  double seconds;
};

/* ---- text ---- */

/* Returns the length in bytes of the character at p if XML 1.0 forbids it; 0 if it is allowed. */
static size_t xml_forbidden(const unsigned char *p) {
  if (p[0] < 0x20) return p[0] != '\t' && p[0] != '\n' && p[0] != '\r';
  return p[0] == 0xef && p[1] == 0xbf && p[2] >= 0xbe ? 3 : 0; /* U+FFFE, U+FFFF */
}

static const char *xml_escape(unsigned char c) {
  switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\n': return "&#10;";
    case '\t': return "&#9;";
    case '\r': return "&#13;";
    default: return NULL;
  }
}

/* Appends escaped text. In an attribute, line ends become references, because an XML parser would
 * turn them into blanks. */
static void xml_put(struct text *out, const char *s, bool attribute) {
  for (; *s; s++) {
    size_t n = xml_forbidden((const unsigned char *)s);
    const char *escape = *s == '\n' && !attribute ? NULL : xml_escape((unsigned char)*s);
    if (n)
      text_puts(out, "\xef\xbf\xbd");
    else if (escape)
      text_puts(out, escape);
    else
      text_add(out, s, 1);
    s += n ? n - 1 : 0;
  }
}

static void xml_attribute(struct text *out, const char *name, const char *value) {
  text_printf(out, " %s=\"", name);
  xml_put(out, value ? value : "", true);
  text_puts(out, "\"");
}

static void xml_seconds(struct text *out, double seconds) {
  text_printf(out, " time=\"%.3f\"", seconds);
}

static void xml_counts(struct text *out, const struct sums *s) {
  text_printf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\"", s->tests,
              s->failures, s->errors, s->skipped);
  xml_seconds(out, s->seconds);
}

static const char *junit_xml_text_of(const json_t *j, const char *key) {
  const char *s = json_string_value(json_object_get(j, key));
  return s ? s : "";
}

/* ---- a test ---- */

static const char *case_verdict(const json_t *c) { return junit_xml_text_of(c, "verdict"); }
static bool is_verdict(const json_t *c, const char *verdict) {
  return !strcmp(case_verdict(c), verdict);
}

static void add_case(struct sums *s, const json_t *c) {
  s->tests++;
  s->failures += is_verdict(c, "error");
  s->errors += is_verdict(c, "failed");
  s->skipped += is_verdict(c, "skipped") || is_verdict(c, "inconclusive");
  s->seconds += json_number_value(json_object_get(c, "seconds"));
}

/* Writes the errors of a test: the attributes describe the first one, the text describes all. */
static void put_failure(struct text *out, const json_t *c) {
  const json_t *first = json_array_get(json_object_get(c, "errors"), 0);
  const char *kind = junit_xml_text_of(first, "kind");
  text_puts(out, "      <failure");
  xml_attribute(out, "message", junit_xml_text_of(first, "message"));
  xml_attribute(out, "type", strchr(kind, '.') ? kind : junit_xml_text_of(first, "property"));
  text_puts(out, ">");
  xml_put(out, junit_xml_text_of(c, "text"), false);
  text_puts(out, "</failure>\n");
}

static void put_end(struct text *out, const json_t *c) {
  if (is_verdict(c, "error")) put_failure(out, c);
  if (is_verdict(c, "failed")) {
    text_puts(out, "      <error");
    xml_attribute(out, "message", junit_xml_text_of(c, "reason"));
    xml_attribute(out, "type", "heddle");
    text_puts(out, "/>\n");
  }
  if (is_verdict(c, "skipped")) text_puts(out, "      <skipped/>\n");
  if (is_verdict(c, "inconclusive")) {
    char *message = mem_printf("inconclusive: %s", junit_xml_text_of(c, "reason"));
    text_puts(out, "      <skipped");
    xml_attribute(out, "message", message);
    text_puts(out, "/>\n");
    free(message);
  }
}

static void put_case(struct text *out, const json_t *c) {
  const char *name = junit_xml_text_of(c, "name"), *scope = junit_xml_text_of(c, "scope");
  text_puts(out, "    <testcase");
  xml_attribute(out, "name", *name ? name : junit_xml_text_of(c, "class"));
  xml_attribute(out, "classname", junit_xml_text_of(c, "class"));
  xml_seconds(out, json_number_value(json_object_get(c, "seconds")));
  text_puts(out, ">\n");
  put_end(out, c);
  if (*scope && !is_verdict(c, "skipped")) {
    text_printf(out, "      <system-out>heddle: %s", case_verdict(c));
    xml_put(out, junit_xml_text_of(c, "how"), false);
    text_printf(
        out, ", %lld states; scope: ", (long long)json_integer_value(json_object_get(c, "states")));
    xml_put(out, scope, false);
    text_puts(out, "</system-out>\n");
  }
  text_puts(out, "    </testcase>\n");
}

/* ---- classes ---- */

/* Returns the index after the last case of the class. Cases of one class are adjacent. */
static size_t class_end(const json_t *cases, size_t from) {
  const char *name = junit_xml_text_of(json_array_get(cases, from), "class");
  size_t i = from;
  while (i < json_array_size(cases) &&
         !strcmp(junit_xml_text_of(json_array_get(cases, i), "class"), name))
    i++;
  return i;
}

static void put_suite(struct text *out, const struct report *r, size_t from, size_t to) {
  struct sums s = {0};
  char when[32];
  struct tm tm;
  size_t i;
  for (i = from; i < to; i++) add_case(&s, json_array_get(r->cases, i));
  strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%S", gmtime_r(&r->start, &tm));
  text_puts(out, "  <testsuite");
  xml_attribute(out, "name", junit_xml_text_of(json_array_get(r->cases, from), "class"));
  xml_counts(out, &s);
  xml_attribute(out, "timestamp", when);
  text_puts(out, ">\n    <properties>\n      <property");
  xml_attribute(out, "name", "heddle.version");
  xml_attribute(out, "value", HEDDLE_VERSION);
  text_puts(out, "/>\n    </properties>\n");
  for (i = from; i < to; i++) put_case(out, json_array_get(r->cases, i));
  text_puts(out, "  </testsuite>\n");
}

char *junit_xml_text(const struct report *r) {
  struct text out = {0};
  struct sums s = {0};
  size_t i, end, n = json_array_size(r->cases);
  for (i = 0; i < n; i++) add_case(&s, json_array_get(r->cases, i));
  text_puts(&out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"heddle\"");
  xml_counts(&out, &s);
  text_puts(&out, ">\n");
  for (i = 0; i < n; i = end) {
    end = class_end(r->cases, i);
    put_suite(&out, r, i, end);
  }
  text_puts(&out, "</testsuites>\n");
  return out.s;
}
