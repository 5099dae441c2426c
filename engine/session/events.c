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

static enum event_group event_group_of(uint32_t op) {
  switch (op) {
    case OPK_READ:
    case OPK_WRITE:
    case OPK_VOLATILE_READ:
    case OPK_VOLATILE_WRITE:
    case OPK_ATOMIC:
    case OPK_BULK_READ:
    case OPK_BULK_WRITE: return EVENT_ACCESS;
    case OPK_LOCK: return EVENT_LOCK;
    case OPK_UNLOCK: return EVENT_UNLOCK;
    default: return EVENT_OTHER;
  }
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
  out->group = event_group_of(ev->op);
  out->object = session_event_object(e, ev);
  out->value = value_in(e, n, ev);
  out->h_change = session_h_change(e, ev);
  out->h_effect = session_h_effect(ev);
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
