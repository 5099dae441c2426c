/* Events of transitions, and what the program printed. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/check.h"
#include "engine/session/session.h"
#include "engine/state/xlog.h"
#include "engine/vm/machine.h"

/* A string or a boxed number that the program created can only be read in the state of its node. */
static char *value_in(struct engine *e, node_id n, const struct xevent *ev) {
  struct session_visit here;
  ref r = (ref)ev->value;
  char *s;
  if (!ev->value_klass || !r || arena_is_immortal(r) || !session_has_content(e, ev->value_klass))
    return session_event_value(e, ev);
  here = session_visit(e);
  explorer_go(&e->x, n);
  s = vm_object(e->vm, r)->klass == ev->value_klass ? session_value(e, 'L', r)
                                                    : session_event_value(e, ev);
  session_return(e, here);
  return s;
}

static enum event_kind event_kind_of(uint32_t op) {
  static const uint8_t kinds[OPK_COUNT] = {
      [OPK_READ] = EVENT_READ,
      [OPK_WRITE] = EVENT_WRITE,
      [OPK_VOLATILE_READ] = EVENT_VOLATILE_READ,
      [OPK_VOLATILE_WRITE] = EVENT_VOLATILE_WRITE,
      [OPK_ATOMIC] = EVENT_ATOMIC,
      [OPK_BULK_READ] = EVENT_BULK_READ,
      [OPK_BULK_WRITE] = EVENT_BULK_WRITE,
      [OPK_COPY_READ] = EVENT_BULK_READ,
      [OPK_LOCK] = EVENT_LOCK,
      [OPK_UNLOCK] = EVENT_UNLOCK,
      [OPK_WAIT] = EVENT_WAIT,
      [OPK_NOTIFY] = EVENT_NOTIFY,
      [OPK_NOTIFY_ALL] = EVENT_NOTIFY,
      [OPK_PARK] = EVENT_PARK,
      [OPK_SLEEP] = EVENT_PARK,
      [OPK_UNPARK] = EVENT_UNPARK,
      [OPK_START] = EVENT_START,
      [OPK_JOIN] = EVENT_JOIN,
      [OPK_BEGIN] = EVENT_BEGIN,
      [OPK_END] = EVENT_END,
  };
  return op < OPK_COUNT ? (enum event_kind)kinds[op] : EVENT_OTHER;
}

static uint32_t other_thread(const struct xevent *ev) {
  bool known = (ev->op == OPK_START || ev->op == OPK_JOIN) && ev->obj && ev->other < THREAD_MAX;
  return known ? ev->other : UINT32_MAX;
}

int engine_event(struct engine *e, node_id n, uint32_t index, struct event_info *out) {
  const struct xevent *ev;
  const struct method *m, *inner;
  memset(out, 0, sizeof *out);
  if (!node_valid(e, n) || !xnode(&e->x, n)->log || index >= xnode(&e->x, n)->log->count)
    return ERR_NOTFOUND;
  session_names_of(e, n);
  ev = &xnode(&e->x, n)->log->events[index];
  out->thread = ev->thread;
  out->op = session_op_word(ev->op);
  out->kind = event_kind_of(ev->op);
  out->other = other_thread(ev);
  out->object = session_event_object(e, ev);
  out->value = value_in(e, n, ev);
  out->h_change = session_h_change(e, ev);
  out->h_effect = session_h_effect(ev);
  out->behind = ev->behind;
  out->line = -1;
  m = ev->method ? e->vm->methods.data[ev->method] : NULL;
  inner = ev->in_method ? e->vm->methods.data[ev->in_method] : NULL;
  out->jdk = inner && inner->owner->is_jdk;
  out->internal = xlog_internal(e->vm, ev);
  out->class_name = m ? session_class_name(m->owner) : mem_strdup("");
  out->method = mem_strdup(m ? m->name->s : "");
  if (!m) return 0;
  out->file =
      m->owner->cf && m->owner->cf->source_file ? mem_strdup(m->owner->cf->source_file->s) : NULL;
  out->bci = ev->bci;
  out->line = m->info ? method_line(m->info, ev->bci) : -1;
  return 0;
}

void engine_event_release(struct event_info *ev) {
  free(ev->object);
  free(ev->value);
  free(ev->class_name);
  free(ev->method);
  free(ev->file);
  free(ev->h_change);
  memset(ev, 0, sizeof *ev);
}

bool engine_was_on(struct engine *e, node_id n, const char *file, int line) {
  const struct xevent *before;
  const struct method *m;
  if (!node_valid(e, n) || !xnode(&e->x, n)->log) return false;
  before = &xnode(&e->x, n)->log->before;
  m = before->method && before->op != OPK_BEGIN ? e->vm->methods.data[before->method] : NULL;
  return m && m->info && m->owner->cf && m->owner->cf->source_file &&
         method_line(m->info, before->bci) == line && !strcmp(m->owner->cf->source_file->s, file);
}

char *engine_output(struct engine *e, node_id n) {
  struct text t = {0};
  uint32_t i, count = engine_path(e, n, NULL, 0);
  node_id *path = mem_alloc((count + 1) * sizeof *path);
  engine_path(e, n, path, count);
  text_puts(&t, "");
  for (i = 0; i < count; i++) {
    const struct xlog *l = xnode(&e->x, path[i])->log;
    if (l && l->output) text_add(&t, l->output, l->output_len);
  }
  free(path);
  return t.s;
}
