/* The options that `heddle record` passes to its agent: which are accepted, and which are refused
 * with their name. */
#include "trace/recorder/options.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void release(struct recorder_options *o) {
  free(o->file);
  free(o->events_text);
  if (o->has_include) regfree(&o->include);
  if (o->has_exclude) regfree(&o->exclude);
  for (size_t i = 0; i < o->meta.len; i++) {
    free(o->meta.data[i].key);
    free(o->meta.data[i].value);
  }
  vec_free(&o->meta);
}

static struct recorder_options parsed(const char *text) {
  struct recorder_options o = {0};
  struct error err = {0};
  if (recorder_options_parse(text, &o, &err)) fail_msg("%s: %s", text, err.msg);
  return o;
}

static void refused(const char *text, const char *says) {
  struct recorder_options o = {0};
  struct error err = {0};
  assert_int_equal(recorder_options_parse(text, &o, &err), ERR_USAGE);
  if (!strstr(err.msg, says)) fail_msg("%s: not '%s' but '%s'", text, says, err.msg);
  release(&o);
}

static void values_are_decoded(void **state) {
  struct recorder_options o =
      parsed("file=/tmp/a%20b%2C%3d,meta-arg=x%25y,meta-arg=,meta-main=p.Main");
  (void)state;
  assert_string_equal(o.file, "/tmp/a b,=");
  assert_int_equal(o.meta.len, 3);
  assert_string_equal(o.meta.data[0].key, "arg");
  assert_string_equal(o.meta.data[0].value, "x%y");
  assert_string_equal(o.meta.data[1].value, "");
  assert_string_equal(o.meta.data[2].key, "main");
  assert_string_equal(o.events_text, "default");
  release(&o);
  o = parsed("file=%4,file=%zzall%2"); /* incomplete codes are literal; the last one counts */
  assert_string_equal(o.file, "%zzall%2");
  release(&o);
}

static void faults_are_named(void **state) {
  (void)state;
  refused("", "file is missing");
  refused("events=all", "file is missing");
  refused("file", "without a value: file");
  refused("file=x,colour=red", "no such option: colour");
  refused("file=x,events=access+beauty", "no such kind of event: beauty");
  refused("file=x,include=(", "bad regular expression '('");
  refused("file=x,noise=2", "bad noise '2'");
  refused("file=x,noise=nan", "bad noise 'nan'");
  refused("file=x,noise=0.5:12x", "bad noise");
}

static void events_are_chosen(void **state) {
  struct event_set set;
  struct error err = {0};
  (void)state;
  assert_int_equal(recorder_events_parse("sync,read", &set, &err), 0);
  assert_true(event_wanted(&set, TRACE_EV_MONITOR_ENTER) &&
              event_wanted(&set, TRACE_EV_READ_AFTER));
  assert_false(event_wanted(&set, TRACE_EV_WRITE_BEFORE) ||
               event_wanted(&set, TRACE_EV_THREAD_START));
  assert_int_equal(recorder_events_parse("access", &set, &err), 0);
  assert_true(event_wanted(&set, TRACE_EV_WRITE_BEFORE));
  assert_false(event_wanted(&set, TRACE_EV_WRITE_AFTER)); /* only by its own name, or with all */
  assert_int_equal(recorder_events_parse("all", &set, &err), 0);
  assert_true(event_wanted(&set, TRACE_EV_WRITE_AFTER) && event_wanted(&set, TRACE_EV_BLOCK));
  assert_int_equal(recorder_events_parse("", &set, &err), 0);
  assert_true(event_wanted(&set, TRACE_EV_NOT_INSTRUMENTED)); /* omissions are always recorded */
  assert_false(event_wanted(&set, TRACE_EV_READ_AFTER));
}

static void noise_and_classes(void **state) {
  struct recorder_options o = parsed("file=x,noise=0.25:77,include=^a%5c.,exclude=Test");
  (void)state;
  assert_true(o.noise == 0.25);
  assert_int_equal(o.noise_seed, 77);
  assert_true(recorder_wants_class(&o, "a.B"));
  assert_false(recorder_wants_class(&o, "a.BTest"));
  assert_false(recorder_wants_class(&o, "b.a.C"));
  release(&o);
  o = parsed("file=x");
  assert_true(recorder_wants_class(&o, "anything"));
  release(&o);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_are_decoded),
      cmocka_unit_test(faults_are_named),
      cmocka_unit_test(events_are_chosen),
      cmocka_unit_test(noise_and_classes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
