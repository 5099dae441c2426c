/* The contents of the views of a session: threads, frames, values, differences, events, output. */
#include "session_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct engine *open_views(void) {
  return fixture_open("java/session", "Views", "", PROP_DEFAULT);
}
static struct engine *open_two_stage(void) {
  return fixture_open("samples/TwoStage", "TwoStage", "2 1", PROP_EXCEPTION);
}

static void assert_watch(struct engine *e, const char *expr, const char *want) {
  struct error err = {0};
  char *value;
  if (engine_watch(e, expr, &value, &err)) fail_msg("%s", err.msg);
  assert_string_equal(value, want);
  free(value);
}

static void assert_no_watch(struct engine *e, const char *expr, const char *why) {
  struct error err = {0};
  char *value;
  assert_int_not_equal(engine_watch(e, expr, &value, &err), 0);
  assert_null(value);
  if (!strstr(err.msg, why)) fail_msg("'%s' lacks '%s'", err.msg, why);
}

static void watches_show_values(void **state) {
  struct engine *e = open_views();
  (void)state;
  fixture_take(e, "T0 begin");
  assert_watch(e, "Views.shared.big", "1099511627776");
  assert_watch(e, "Views.shared.half", "0.5");
  assert_watch(e, "Views.shared.third", "1.5");
  assert_watch(e, "Views.shared.letter", "'x'");
  assert_watch(e, "Views.shared.small", "-3");
  assert_watch(e, "Views.shared.yes", "true");
  assert_watch(e, "Views.shared.colour", "Views$Colour.GREEN");
  assert_watch(e, "Views.Colour.RED", "Views$Colour.RED");
  assert_watch(e, "Views.word", "\"quoted \\\"text\\\"\\n\"");
  assert_watch(e, "Views.shared.numbers", "int[]#1");
  assert_watch(e, "Views.shared.numbers.length", "3");
  assert_watch(e, "Views.shared.next.next.numbers[2]", "9");
  assert_watch(e, "Views.shared.things[0]", "null");
  assert_watch(e, "Views.shared.things[1]", "\"in an array\"");
  assert_watch(e, "Views.shared.things[2]", "Integer(5)");
  assert_watch(e, "Views.shared.atomic.value", "3");
  assert_watch(e, "Views#1.next", "Views#1");
  assert_watch(e, "T0.v.numbers[0]", "7");
  assert_watch(e, "java.lang.Integer.MAX_VALUE", "2147483647");
  /* names as shown by the debugger, without package and outer class */
  assert_watch(e, "Colour.RED", "Views$Colour.RED");
  assert_watch(e, "Integer.MAX_VALUE", "2147483647");
  assert_watch(e, "AtomicInteger#1.value", "3");
  engine_close(e);
}

static void add_expr(void *self, const char *expr) { text_printf(self, "%s ", expr); }

static void assert_complete(struct engine *e, const char *word, unsigned members,
                            const char *want) {
  struct text t = {0};
  text_puts(&t, "");
  engine_complete(e, word, members, add_expr, &t);
  assert_string_equal(t.s, want);
  text_release(&t);
}

static void names_are_completed(void **state) {
  struct engine *e = open_views();
  (void)state;
  fixture_take(e, "T0 begin");
  assert_complete(e, "Vi", ENGINE_FIELDS, "Views Views$Colour ");
  assert_complete(e, "Col", ENGINE_FIELDS, "Colour ");
  assert_complete(e, "Views.w", ENGINE_FIELDS, "Views.word ");
  assert_complete(e, "Views.w", ENGINE_METHODS, "Views.work ");
  assert_complete(e, "Colour.G", ENGINE_FIELDS, "Colour.GREEN ");
  assert_complete(e, "Views#1.n", ENGINE_FIELDS, "Views#1.numbers Views#1.next ");
  assert_complete(e, "Views.shared.next.y", ENGINE_FIELDS, "Views.shared.next.yes ");
  assert_complete(e, "T0.v.let", ENGINE_FIELDS, "T0.v.letter ");
  assert_complete(e, "Nowhere.x", ENGINE_FIELDS, "");
  engine_close(e);
}

static void bad_watches_say_why(void **state) {
  struct engine *e = open_views();
  (void)state;
  fixture_take(e, "T0 begin");
  assert_no_watch(e, "Views.nothing", "Views has no field 'nothing'");
  assert_no_watch(e, "Nowhere.x", "loaded");
  assert_no_watch(e, "Views.shared.numbers[3]", "index 3 of 3");
  assert_no_watch(e, "Views.shared.numbers[-1]", "index");
  assert_no_watch(e, "Views.shared.big.x", "primitive");
  assert_no_watch(e, "Views.shared.things[0].x", "null");
  assert_no_watch(e, "Views.shared[0]", "not an array");
  assert_no_watch(e, "Views.big", "not a static field");
  assert_no_watch(e, "Views#9.big", "no such object");
  assert_no_watch(e, "ews#1.big", "no such object"); /* the end of a word is not a name */
  assert_no_watch(e, "olour.RED", "loaded");
  assert_no_watch(e, "T7.v", "no thread T7");
  assert_no_watch(e, "T0.nolocal", "no such local");
  assert_no_watch(e, "", "expected");
  assert_no_watch(e, "Views.shared.numbers[1", "expected [number]");
  engine_close(e);
}

static bool has_local(const struct frame_info *f, const char *text) {
  char **p;
  for (p = f->locals; *p; p++)
    if (!strcmp(*p, text)) return true;
  return false;
}

static void frames_name_their_locals(void **state) {
  struct engine *e = open_two_stage();
  struct frame_info f;
  struct thread_info t;
  (void)state;
  fixture_take(e, "T0 begin"); /* the first thread is started, the second one is about to be */
  assert_int_equal(engine_thread(e, 0, &t), 0);
  assert_string_equal(t.name, "T0 main");
  assert_string_equal(t.kind, "Thread");
  assert_string_equal(t.file, "TwoStage.java");
  assert_string_equal(t.method, "main");
  assert_string_equal(t.state, "runnable");
  assert_string_equal(t.op, "start Producer");
  assert_true(t.current && t.enabled && !t.daemon);
  assert_int_equal(engine_frame(e, 0, t.frames - 1, &f), 0);
  assert_string_equal(f.class_name, "TwoStage");
  assert_string_equal(f.method, "main");
  assert_int_equal(f.line, t.line);
  assert_false(f.jdk);
  assert_true(has_local(&f, "producers = 2"));
  assert_true(has_local(&f, "consumers = 1"));
  assert_true(has_local(&f, "i = 1"));
  assert_true(has_local(&f, "stages = TwoStage#1"));
  engine_frame_release(&f);
  assert_int_equal(engine_frame(e, 0, 0, &f), 0);
  assert_string_equal(f.class_name, "java.lang.Thread");
  assert_true(f.jdk);
  engine_frame_release(&f);
  engine_thread_release(&t);
  assert_int_equal(engine_thread(e, engine_thread_count(e), &t), ERR_NOTFOUND);
  engine_close(e);
}

static void blocked_threads_show_what_they_wait_for(void **state) {
  struct engine *e = open_two_stage();
  struct thread_info t;
  (void)state;
  fixture_take(e, "T0 begin");
  fixture_take(e, "T0 start");
  fixture_run_to(e, 1, "T1 write TwoStage$Cell#1.value");
  fixture_take(e, "T1 lock TwoStage$Cell#2");
  fixture_run_to(e, 2, "T2 write TwoStage$Cell#1.value");
  assert_int_equal(engine_thread(e, 2, &t), 0);
  assert_string_equal(t.state, "blocked");
  assert_string_equal(t.op, "lock TwoStage$Cell#2");
  assert_string_equal(t.waits_for, "lock TwoStage$Cell#2 \"d2\", held by T1 Producer");
  assert_false(t.enabled);
  engine_thread_release(&t);
  engine_close(e);
}

static void waiting_and_joining_threads(void **state) {
  struct engine *e = open_views();
  struct thread_info t;
  (void)state;
  fixture_take(e, "T0 begin");
  fixture_run_to(e, 0, "T0 volatile write Views.ready");
  fixture_run_to(e, 1, "T1 wait java.lang.Object#1");
  assert_int_equal(engine_thread(e, 0, &t), 0);
  assert_string_equal(t.state, "joining");
  assert_string_equal(t.waits_for, "the end of T1 first");
  engine_thread_release(&t);
  assert_int_equal(engine_thread(e, 1, &t), 0);
  assert_string_equal(t.state, "waiting");
  assert_string_equal(t.op, "wait java.lang.Object#1");
  assert_string_equal(t.waits_for, "notify of java.lang.Object#1 \"Views.lock\"");
  engine_thread_release(&t);
  engine_close(e);
}

static bool has_line(char **lines, const char *text) {
  for (; *lines; lines++)
    if (!strcmp(*lines, text)) return true;
  return false;
}

static void assert_diff(struct engine *e, node_id from, node_id to, const char *line, bool there) {
  struct error err = {0};
  char **lines;
  node_id here = engine_here(e);
  assert_int_equal(engine_diff(e, from, to, &lines, &err), 0);
  if (has_line(lines, line) != there)
    fail_msg("'%s' %s", line, there ? "is missing" : "should not be there");
  assert_int_equal(engine_here(e), here);
  engine_lines_free(lines);
}

static void diffs_show_what_changed(void **state) {
  struct engine *e = open_two_stage();
  struct error err = {0};
  struct node_info info;
  node_id n;
  char **lines;
  (void)state;
  fixture_take(e, "T0 begin");
  n = fixture_run_to(e, 1, "T1 write TwoStage$Cell#1.value");
  engine_node(e, n, &info);
  assert_diff(e, info.parent, n, "TwoStage$Cell#1.value  0 -> 1", true);
  assert_diff(e, n, info.parent, "TwoStage$Cell#1.value  1 -> 0", true);
  assert_diff(e, info.parent, n, "monitor TwoStage$Cell#1  T1 -> free", true);
  assert_diff(e, NODE_ROOT, n, "TwoStage$Cell#1  new", true);
  assert_diff(e, n, NODE_ROOT, "TwoStage$Cell#1  unreachable", true);
  assert_diff(e, NODE_ROOT, n, "T1  not started -> runnable", true);
  assert_int_equal(engine_diff(e, n, n, &lines, &err), 0);
  assert_null(lines[0]);
  engine_lines_free(lines);
  assert_int_equal(engine_diff(e, n, 12345, &lines, &err), ERR_NOTFOUND);
  engine_close(e);
}

static void diffs_of_statics_and_arrays(void **state) {
  struct engine *e = open_views();
  struct node_info info;
  node_id n;
  (void)state;
  fixture_take(e, "T0 begin");
  assert_diff(e, NODE_ROOT, engine_here(e), "Views.shared  null -> Views#1", true);
  assert_diff(e, NODE_ROOT, engine_here(e), "Views  not initialised -> initialised", true);
  n = fixture_run_to(e, 0, "T0 write int[]#1[1]");
  engine_node(e, n, &info);
  assert_diff(e, info.parent, n, "int[]#1[1]  8 -> 80", true);
  assert_diff(e, info.parent, n, "int[]#1[0]  7 -> 7", false);
  n = fixture_take(e, "T0 volatile write Views.ready");
  engine_node(e, n, &info);
  assert_diff(e, info.parent, n, "Views.ready  false -> true", true);
  engine_close(e);
}

/* Finds the first event of the node whose op is `op` outside the JDK. */
static void find_event(struct engine *e, node_id n, const char *op, struct event_info *out) {
  uint32_t i;
  for (i = 0; !engine_event(e, n, i, out); i++) {
    if (!strcmp(out->op, op) && !out->jdk) return;
    engine_event_release(out);
  }
  fail_msg("no event '%s'", op);
}

static void events_name_objects_and_values(void **state) {
  struct engine *e = open_two_stage();
  struct error err = {0};
  struct event_info ev;
  node_id n;
  int at_root;
  (void)state;
  fixture_take(e, "T0 begin");
  n = fixture_run_to(e, 1, "T1 write TwoStage$Cell#1.value");
  for (at_root = 0; at_root < 2; at_root++) { /* the same from any node */
    find_event(e, n, "write", &ev);
    assert_int_equal(ev.thread, 1);
    assert_string_equal(ev.object, "TwoStage$Cell#1.value");
    assert_string_equal(ev.value, "1");
    assert_string_equal(ev.file, "TwoStage.java");
    assert_string_equal(ev.method, "produce");
    assert_int_equal(ev.line, 17);
    engine_event_release(&ev);
    find_event(e, n, "unlock", &ev);
    assert_string_equal(ev.object, "TwoStage$Cell#1");
    assert_string_equal(ev.value, "");
    engine_event_release(&ev);
    assert_int_equal(engine_go(e, NODE_ROOT, &err), 0);
  }
  engine_close(e);
}

static void nodes_show_what_was_done(void **state) {
  struct engine *e = open_two_stage();
  struct error err = {0};
  node_id begin = fixture_take(e, "T0 begin"), start = fixture_take(e, "T0 start Producer"), lock;
  char *s;
  (void)state;
  lock = fixture_run_to(e, 1, "T1 lock TwoStage$Cell#2");
  engine_go(e, NODE_ROOT, &err);
  s = engine_node_text(e, NODE_ROOT);
  assert_string_equal(s, "start");
  free(s);
  s = engine_node_text(e, begin);
  assert_string_equal(s, "T0 begin: start T1 @ TwoStage.java:72");
  free(s);
  s = engine_node_text(e, start);
  assert_string_equal(s, "T0 start T2 @ TwoStage.java:72");
  free(s);
  s = engine_node_text(e, lock);
  assert_string_equal(s, "T1 lock TwoStage$Cell#2 @ TwoStage.java:19");
  free(s);
  engine_close(e);
}

static void output_is_kept_per_node(void **state) {
  struct engine *e = open_views();
  struct rng rng;
  char *s;
  node_id first;
  (void)state;
  s = engine_output(e, NODE_ROOT);
  assert_string_equal(s, "");
  free(s);
  first = fixture_take(e, "T0 begin");
  rng_seed(&rng, 1);
  while (fixture_random(e, &rng)) fixture_look_at_all(e); /* a preview prints nothing */
  s = engine_output(e, engine_here(e));
  assert_string_equal(s, "begin\ncount 3\n");
  free(s);
  s = engine_output(e, first);
  assert_string_equal(s, "begin\n");
  free(s);
  engine_close(e);
}

static void a_preview_is_what_then_happens(void **state) {
  struct engine *e = open_two_stage();
  struct choice c[16];
  struct rng rng;
  struct error err = {0};
  uint32_t i, n, steps;
  (void)state;
  rng_seed(&rng, 9);
  for (steps = 0; steps < 60; steps++) {
    n = engine_choices(e, c, COUNT(c));
    for (i = 0; i < n; i++) {
      struct preview p;
      struct node_info info;
      node_id here = engine_here(e), id;
      assert_int_equal(engine_preview(e, c[i], &p, &err), 0);
      assert_int_equal(engine_take(e, c[i], &id, &err), 0);
      engine_node(e, id, &info);
      assert_int_equal(p.flags & (NODE_ERROR | NODE_ENDED | NODE_BLOCKED),
                       info.flags & (NODE_ERROR | NODE_ENDED | NODE_BLOCKED));
      assert_int_equal(engine_go(e, here, &err), 0);
      engine_preview_release(&p);
    }
    if (!fixture_random(e, &rng)) break;
  }
  assert_true(steps > 5);
  engine_close(e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(watches_show_values),
      cmocka_unit_test(names_are_completed),
      cmocka_unit_test(bad_watches_say_why),
      cmocka_unit_test(frames_name_their_locals),
      cmocka_unit_test(blocked_threads_show_what_they_wait_for),
      cmocka_unit_test(waiting_and_joining_threads),
      cmocka_unit_test(diffs_show_what_changed),
      cmocka_unit_test(diffs_of_statics_and_arrays),
      cmocka_unit_test(events_name_objects_and_values),
      cmocka_unit_test(nodes_show_what_was_done),
      cmocka_unit_test(output_is_kept_per_node),
      cmocka_unit_test(a_preview_is_what_then_happens),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
