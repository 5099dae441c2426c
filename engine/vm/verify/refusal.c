/* The text of the error for a refused class, in HotSpot's layout. */
#include "engine/vm/verify/verifier.h"

#include <stdarg.h>
#include <stdio.h>

enum { TEXT_MAX = 1800, SLOTS_MAX = 40 }; /* a frame of thousands of slots helps nobody */

static void put_location(struct verifier *v) {
  text_printf(&v->message, "\nException Details:\n  Location:\n    %s.%s%s", v->cf->name->s,
              v->m->name->s, v->m->desc->s);
  if (v->in) text_printf(&v->message, " @%u: %s", v->in->pc, insn_table[v->in->op].name);
}

static void put_slots(struct verifier *v, const char *what, const vtype *slots, uint32_t n) {
  bool comma = false;
  text_printf(&v->message, "\n    %s: {", what);
  for (uint32_t i = 0; i < n && i < SLOTS_MAX; i++) {
    if (vt_is_second(slots[i]))
      text_puts(&v->message, comma ? ", " : " ");
    else if (comma)
      text_puts(&v->message, ", ");
    else
      text_puts(&v->message, " ");
    vt_text(v, slots[i], &v->message);
    comma = true;
  }
  text_puts(&v->message, n > SLOTS_MAX ? ", ... }" : " }");
}

static void put_frame(struct verifier *v, const char *title, uint32_t pc, const struct vframe *f) {
  text_printf(&v->message, "\n  %s:\n    bci: @%u\n    flags: {%s }", title, pc,
              f->uninit_this ? " flagThisUninit" : "");
  put_slots(v, "locals", f->local, f->locals);
  put_slots(v, "stack", f->stack, f->depth);
}

static void put_frames(struct verifier *v) {
  if (v->in && v->frame) put_frame(v, "Current Frame", v->in->pc, v->frame);
  if (v->against) put_frame(v, "Stackmap Frame", v->against_pc, v->against);
  if (v->message.len > TEXT_MAX) {
    v->message.len = TEXT_MAX;
    v->message.s[TEXT_MAX] = 0;
  }
}

void v_error(struct verifier *v, const char *what, const char *reason, ...) {
  char text[400];
  va_list ap;
  if (v->failed) return;
  v->failed = true;
  v->error_class = "java/lang/VerifyError";
  text_puts(&v->message, what);
  put_location(v);
  if (reason) {
    va_start(ap, reason);
    vsnprintf(text, sizeof text, reason, ap);
    va_end(ap);
    text_printf(&v->message, "\n  Reason:\n    %s", text);
  }
  put_frames(v);
}

void v_bad_type(struct verifier *v, const char *what, vtype found, vtype wanted) {
  struct text a = {0}, b = {0};
  if (v->failed) return; /* loading a class for the check failed, which is the error */
  vt_text(v, found, &a);
  vt_text(v, wanted, &b);
  v_error(v, what, "Type %.150s (current frame) is not assignable to %.150s", a.s, b.s);
  text_release(&a);
  text_release(&b);
}

static void raise(struct verifier *v, const char *error_class, const char *fmt, va_list ap) {
  char text[900];
  if (v->failed) return;
  v->failed = true;
  v->error_class = error_class;
  vsnprintf(text, sizeof text, fmt, ap);
  text_puts(&v->message, text);
}

void v_format(struct verifier *v, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  raise(v, "java/lang/ClassFormatError", fmt, ap);
  va_end(ap);
}

void v_raise(struct verifier *v, const char *error_class, const char *fmt, ...) {
  va_list ap;
  if (!v->failed) v->final = true;
  va_start(ap, fmt);
  raise(v, error_class, fmt, ap);
  va_end(ap);
}
