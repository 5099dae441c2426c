/* Writes the events of the view Trace as text: those of a recorded trace, and those of the engine's
 * path. */
#include <stdlib.h>
#include <string.h>

#include "tui/views/view_trace_data.h"

static void name_of(struct debug *d, const struct trace_event *e, struct text *out) {
  text_add(out, "", 0);
  trace_name_variable(d->trace, e, out);
  if (out->len) return;
  if (e->object) trace_name_object(d->trace, e->object, out);
  switch (trace_kind_ref(e->kind)) {
    case TRACE_REF_THREAD:
      text_puts(out, out->len ? " " : ""), trace_title_thread(d->trace, e->ref, out);
      break;
    case TRACE_REF_METHOD:
      text_puts(out, out->len ? " " : ""), trace_name_method(d->trace, e->ref, out);
      break;
    case TRACE_REF_CLASS:
      text_puts(out, out->len ? " " : ""), trace_name_class(d->trace, e->ref, out);
      break;
    case TRACE_REF_STRING:
      text_printf(out, "%s%s", out->len ? " " : "", trace_reader_string(d->trace, e->ref, NULL));
      break;
    default: break;
  }
}

/* Describes a step of a counterexample: the choice, and the operation before which its thread
 * stops, which is the last part of the event's text. Caller frees. */
static char *choice_text(struct debug *d, const struct trace_event *e) {
  const char *sort = trace_reader_string(d->trace, e->ref, NULL),
             *to = trace_reader_string(d->trace, e->text, NULL);
  const char *word = strstr(to, "@") ? strchr(strstr(to, "@"), ' ') : NULL;
  return mem_printf("%s, up to: %s", sort, word ? word + 1 : to);
}

char *trace_object_text(struct debug *d, const struct trace_event *e) {
  struct text t = {0};
  char *s;
  if (e->kind == TRACE_EV_CHOICE) return choice_text(d, e);
  name_of(d, e, &t);
  if (e->type == 's')
    text_printf(&t, " %s", trace_reader_string(d->trace, (uint32_t)e->value, NULL));
  else if (e->type && e->kind != TRACE_EV_CHOICE) {
    text_puts(&t, " = ");
    trace_name_value(d->trace, e->type, e->value, &t);
  }
  if (e->text) text_printf(&t, " \"%s\"", trace_reader_string(d->trace, e->text, NULL));
  s = debug_recorded(d, d->trace, t.s);
  text_release(&t);
  return s;
}

char *trace_place_text(struct debug *d, const struct trace_event *e) {
  struct text t = {0};
  char *s;
  if (!e->location) return mem_strdup("");
  trace_name_location(d->trace, e->location, &t);
  s = debug_short(d, t.s);
  text_release(&t);
  return s;
}

char *trace_thread_text(struct debug *d, uint32_t thread) {
  struct text t = {0};
  char *named, *s;
  trace_title_thread(d->trace, thread, &t);
  named = debug_thread_names(d, t.s);
  s = debug_short(d, named);
  text_release(&t);
  free(named);
  return s;
}

static enum style trace_style(uint32_t thread) {
  return line_thread_style(thread ? trace_thread_number(thread) : 0);
}

void trace_recorded_item(struct debug *d, uint64_t n, int cols, struct line *out) {
  struct trace_data *v = trace_data_of(d);
  struct trace_event e;
  struct error err = {0};
  char *object, *place, *thread;
  int place_at = cols - (cols < 100 ? 19 : 25);
  bool odd;
  if (trace_reader_event(d->trace, n, &e, &err)) {
    line_printf(out, ST_BAD, "#%llu %s", (unsigned long long)n, err.msg);
    return;
  }
  odd = trace_suspicious(v, n) || e.labels;
  object = trace_object_text(d, &e);
  place = trace_place_text(d, &e);
  thread = trace_thread_text(d, e.thread);
  line_puts(out, ST_GOOD, n < d->follow_at ? "=" : d->follow_used && n == d->follow_at ? "*" : " ");
  line_printf(out, ST_DIM, "%6llu ", (unsigned long long)n);
  line_puts(out, ST_BAD, odd ? "!" : " ");
  line_fit(out, trace_style(e.thread), thread, 13);
  line_tab(out, 24);
  if (e.kind == TRACE_EV_CHOICE)
    line_printf(out, ST_MARK, "step %llu", (unsigned long long)e.value + 1);
  else
    line_puts(out,
              odd                       ? ST_BAD
              : e.flags & TRACE_LIBRARY ? ST_DIM
                                        : ST_NORMAL,
              trace_kind_name(e.kind) ? trace_kind_name(e.kind) : "?");
  line_tab(out, 39);
  line_fit(out, ST_NORMAL, object, place_at - 40);
  line_tab(out, place_at);
  line_fit(out, ST_DIM, place, cols - place_at);
  free(object);
  free(place);
  free(thread);
}

void trace_step_item(struct debug *d, const struct trace_step *s, int cols, struct line *out) {
  struct node_info node;
  struct event_info e;
  char *object, *h;
  memset(&e, 0, sizeof e);
  if (engine_node(d->engine, s->node, &node) || engine_event(d->engine, s->node, s->index, &e))
    return;
  object = debug_short(d, e.object ? e.object : "");
  h = debug_short(d, e.h_change ? e.h_change : "");
  line_printf(out, ST_DIM, "%6u ", node.depth);
  line_printf(out, line_thread_style(e.thread), "T%u", e.thread);
  line_tab(out, 12);
  line_printf(out, e.jdk ? ST_DIM : ST_NORMAL, "%s", e.op ? e.op : "?");
  line_tab(out, 27);
  line_fit(out, ST_NORMAL, object, cols / 3);
  if (e.value && *e.value) line_printf(out, ST_NORMAL, " = %s", e.value);
  line_tab(out, 29 + cols / 3);
  if (e.line > 0) line_printf(out, ST_DIM, "@%d ", e.line);
  if (!strstr(h, "unchanged")) line_puts(out, strstr(h, "RACE") ? ST_BAD : ST_GOOD, h);
  free(object);
  free(h);
  engine_event_release(&e);
}
