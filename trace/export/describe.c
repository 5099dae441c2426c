/* Describes events and threads in words, and escapes text for HTML and JSON. */
#include "trace/export/describe.h"

#include <inttypes.h>
#include <jansson.h>
#include <string.h>

#include "trace/export/export.h"

static void describe_ref(const struct trace_reader *r, const struct trace_event *e,
                         struct text *out) {
  if (!e->ref) return;
  text_puts(out, " ");
  switch (trace_kind_ref(e->kind)) {
    case TRACE_REF_THREAD: trace_name_thread(r, e->ref, out); break;
    case TRACE_REF_CLASS: trace_name_class(r, e->ref, out); break;
    case TRACE_REF_METHOD: trace_name_method(r, e->ref, out); break;
    case TRACE_REF_STRING: text_puts(out, trace_reader_string(r, e->ref, NULL)); break;
    default: text_printf(out, "%" PRIu32, e->ref);
  }
}

void export_describe(const struct trace_reader *r, const struct trace_event *e, struct text *out) {
  const char *kind = trace_kind_name(e->kind);
  if (kind)
    text_puts(out, kind);
  else
    text_printf(out, "event of kind %u", e->kind);
  if (trace_kind_group(e->kind) == TRACE_GROUP_ACCESS) {
    text_puts(out, " ");
    trace_name_variable(r, e, out);
  } else {
    describe_ref(r, e, out);
    if (e->object) text_puts(out, " "), trace_name_object(r, e->object, out);
  }
  if (e->type) text_puts(out, trace_before_value(e)), trace_name_value(r, e->type, e->value, out);
  if (e->text) text_printf(out, " \"%s\"", trace_reader_string(r, e->text, NULL));
  if (e->flags & TRACE_VOLATILE) text_puts(out, " (volatile)");
  if (e->flags & TRACE_ELAPSED) text_puts(out, " (its time elapsed)");
}

void export_describe_thread(const struct trace_reader *r, uint32_t thread, struct text *out) {
  trace_title_thread(r, thread, out);
}

void export_describe_labels(const struct trace_reader *r, const struct trace_event *e,
                            struct text *out) {
  bool first = true;
  text_puts(out, "");
  for (unsigned i = 0; e->labels && i < TRACE_MAX_LABELS; i++) {
    const char *name = e->labels >> i & 1 ? trace_reader_label_name(r, i) : NULL;
    if (name) text_printf(out, "%s%s", first ? "" : ", ", name), first = false;
  }
}

void export_put_json(FILE *out, const char *s) {
  json_t *j = trace_json_text(s, strlen(s));
  json_dumpf(j, out, JSON_ENCODE_ANY);
  json_decref(j);
}

void export_put_html(FILE *out, char c) {
  switch (c) {
    case '&': fputs("&amp;", out); break;
    case '<': fputs("&lt;", out); break;
    case '>': fputs("&gt;", out); break;
    case '"': fputs("&quot;", out); break;
    default:
      if (((unsigned char)c < ' ' && c != '\n' && c != '\t') || c == 0x7f)
        fputs("&#xfffd;", out);
      else
        fputc(c, out);
  }
}
