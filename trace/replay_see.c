/* Selects the engine's events that the recorder would have recorded: events of the recorded kinds,
 * in instrumented code, at instrumented instructions. Library operations that the program calls are
 * matched at the marks of the calls instead (replay_match.c). */
#include <string.h>

#include "engine/state/xlog.h"
#include "engine/vm/machine.h"
#include "trace/convert.h"
#include "trace/replay_int.h"

enum { OPCODE_MONITORENTER = 0xc2, OPCODE_MONITOREXIT = 0xc3 };

static bool is_access_code(const struct method *m, uint32_t bci) {
  uint8_t op = m->info->code[bci];
  return (op >= 0xb2 && op <= 0xb5) || (op >= 0x2e && op <= 0x35) || (op >= 0x4f && op <= 0x56);
}

static bool calls(const struct method *m, uint32_t bci, const char *name) {
  const struct cp_entry *callee = place_callee(m, bci);
  return callee && !strcmp(callee->name->s, name);
}

static bool has_code(const struct method *m, uint32_t bci) {
  return m->info && m->info->code && bci < m->info->code_len;
}

static struct seen see_access(struct replay *r, const struct xevent *x, int kind) {
  const struct method *m = r->vm->methods.data[x->in_method];
  const struct field *f = xlog_field(r->vm, x->klass, x->obj, x->off);
  if (!has_code(m, x->in_bci) || !place_instrumented(r, m) || !is_access_code(m, x->in_bci) ||
      (f && f->flags & ACC_FINAL))
    return (struct seen){0};
  return (struct seen){.kind = kind, .m = m, .bci = x->in_bci};
}

static struct seen see_monitor(struct replay *r, const struct xevent *x, int kind) {
  const struct method *m = x->in_method ? r->vm->methods.data[x->in_method] : NULL;
  uint8_t wanted = kind == TRACE_EV_MONITOR_ENTER ? OPCODE_MONITORENTER : OPCODE_MONITOREXIT;
  bool ours = m && has_code(m, x->in_bci) && place_instrumented(r, m);
  if (ours && m->info->code[x->in_bci] == wanted)
    return (struct seen){.kind = kind, .m = m, .bci = x->in_bci};
  if (kind == TRACE_EV_MONITOR_ENTER)
    return (struct seen){.kind = kind, .method_lock = true, .m = m, .bci = x->in_bci};
  if (ours && m->flags & ACC_SYNCHRONIZED)
    return (struct seen){.kind = kind, .method_lock = true, .m = m, .bci = x->in_bci};
  return (struct seen){0};
}

static struct seen see_call(struct replay *r, const struct xevent *x, int kind, const char *name) {
  const struct method *m = x->method ? r->vm->methods.data[x->method] : NULL;
  if (!m || !has_code(m, x->bci) || !place_instrumented(r, m) || !calls(m, x->bci, name))
    return (struct seen){0};
  return (struct seen){.kind = kind, .m = m, .bci = x->bci};
}

struct seen match_see(struct replay *r, const struct xlog *log, uint32_t i) {
  const struct xevent *x = &log->events[i];
  bool array = x->size && x->klass >= KLASS_FIRST && r->vm->klasses.data[x->klass]->is_array;
  int kind = convert_kind(log, i, array);
  if (kind <= 0 || !r->plan.recorded[kind]) return (struct seen){0};
  switch (kind) {
    case TRACE_EV_READ_AFTER:
    case TRACE_EV_WRITE_BEFORE:
    case TRACE_EV_AREAD_AFTER:
    case TRACE_EV_AWRITE_BEFORE: return see_access(r, x, kind);
    case TRACE_EV_MONITOR_ENTER:
    case TRACE_EV_MONITOR_EXIT: return see_monitor(r, x, kind);
    case TRACE_EV_WAIT_BEGIN:
    case TRACE_EV_WAIT_END: return see_call(r, x, kind, "wait");
    case TRACE_EV_NOTIFY: return see_call(r, x, kind, "notify");
    case TRACE_EV_NOTIFY_ALL: return see_call(r, x, kind, "notifyAll");
    case TRACE_EV_THREAD_JOIN: return see_call(r, x, kind, "join");
    case TRACE_EV_THREAD_START:
    case TRACE_EV_THREAD_END: return (struct seen){.kind = kind};
    default: return (struct seen){0}; /* library calls are matched at their marks */
  }
}
