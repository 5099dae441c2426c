/* java.lang.StackWalker, and the stacks of other threads.
 *
 * StackFrameInfo.memberName holds a backtrace of one frame instead of a MemberName, so the methods
 * that would pass it to MethodHandles are overridden. The anchor of a walk is one more than the
 * number of frames, counted from the bottom, that remain to be delivered. While the walk calls Java
 * code, frames above these come and go, but these frames stay. */
#include "engine/natives/invoke/handles.h"
#include "engine/base/check.h"
#include "engine/natives/lang/thread_view.h"
#include "engine/natives/util.h"
#include "engine/vm/code.h"
#include "engine/vm/heap.h"
#include "engine/vm/interp/interp.h"
#include "engine/vm/loader/resolve.h"
#include "engine/vm/loader/throw.h"

#include <stdlib.h>

enum { CLASS_REFS_ONLY = 0x2, SHOW_HIDDEN = 0x20, LIVE_FRAMES = 0x100 };

#define SFI "java/lang/StackFrameInfo"

/* ---- frames ---- */

static bool has_code(struct vm *vm, const struct frame *f) {
  return f->method && frame_method(vm, f)->code;
}

static uint32_t count_to_bottom(struct vm *vm, uint32_t f) {
  uint32_t n = 0;
  for (; f; f = vm_frame(vm, f)->prev) n++;
  return n;
}

static uint32_t frame_from_bottom(struct vm *vm, const struct thread *t, uint32_t remaining) {
  uint32_t f = t->frame, n = count_to_bottom(vm, f);
  for (; f && n > remaining; n--) f = vm_frame(vm, f)->prev;
  return f;
}

static ref one_frame(struct vm *vm, const struct method *m, uint32_t bci) {
  ref bt = heap_alloc(vm, ARRAY_BASE + 8, KLASS_BACKTRACE);
  if (!bt) return 0;
  CHECK(!m->info || bci <= m->info->code_len, "a stack frame is in its code: %u of %s", bci,
        m->name->s);
  put32(vm, bt + ARRAY_LENGTH, 2);
  put32(vm, bt + ARRAY_BASE, m->id);
  put32(vm, bt + ARRAY_BASE + 4, bci);
  return bt;
}

/* From JDK 22 on, an element is always a ClassFrameInfo, which StackFrameInfo extends. In earlier
 * releases, an element is a Class or a StackFrameInfo. */
static bool in_frame_objects(const struct vm *vm) { return vm->loaded.jdk_release >= 22; }
static const char *member_field_name(const struct vm *vm) {
  return in_frame_objects(vm) ? "classOrMemberName" : "memberName";
}

/* Fills frames[at..end), starting with frame *f, and advances *f to the next frame. Returns the end
 * index, or -1 with an exception pending. */
static int64_t fill(struct native_call *c, int64_t mode, uint32_t *f, ref frames, uint32_t at,
                    uint32_t end) {
  struct vm *vm = c->vm;
  if (end > array_length(vm, frames))
    end = array_length(vm, frames); /* later JDK releases pass the size of the whole array */
  for (; *f && at < end; *f = vm_frame(vm, *f)->prev) {
    const struct frame *fr = vm_frame(vm, *f);
    const struct method *m = frame_method(vm, fr);
    ref info, bt;
    if (!has_code(vm, fr) || (!(mode & SHOW_HIDDEN) && (m->vm_flags & METHOD_HIDDEN))) continue;
    if (mode & CLASS_REFS_ONLY) {
      if (in_frame_objects(vm))
        field_set_ref(vm, array_ref(vm, frames, at++), member_field_name(vm), m->owner->mirror);
      else
        array_put_ref(vm, frames, at++, m->owner->mirror);
      continue;
    }
    info = array_ref(vm, frames, at++);
    bt = one_frame(vm, m, frame_bci(vm, fr));
    if (!info || !bt) return nat_npe(c), -1;
    field_set_ref(vm, info, member_field_name(vm), bt);
    field_set_int(vm, info, "bci", (int32_t)frame_bci(vm, fr));
  }
  return at;
}

static bool walker_frame(struct vm *vm, const struct frame *f) {
  const char *k = f->method ? frame_method(vm, f)->owner->name->s : "";
  return !strncmp(k, "java/lang/StackWalker", 21) ||
         !strncmp(k, "java/lang/StackStreamFactory", 28);
}

/* R callStackWalk(long mode, int skip, int batchSize, int startIndex, T[] frames). From JDK 22 on:
 * (int mode, int skip, ContinuationScope, Continuation, int bufferSize, int startIndex, T[]
 * frames). */
static int call_stack_walk(struct native_call *c) {
  struct vm *vm = c->vm;
  bool later = in_frame_objects(vm);
  int64_t mode = later ? (int32_t)c->args[1] : arg64(c, 1), end, anchor;
  uint32_t f = c->t->frame, skip = c->args[later ? 2 : 3], size = c->args[later ? 5 : 4],
           start = c->args[later ? 6 : 5], args[8];
  struct method *m = klass_method(vm_klass(vm, c->args[0]), "doStackWalk", NULL);
  if (mode & LIVE_FRAMES) return vm_unsupported(vm, c->t, "StackWalker with live frames");
  if (!m) return vm_unsupported(vm, c->t, "StackWalker of this JDK release");
  while (f && walker_frame(vm, vm_frame(vm, f))) f = vm_frame(vm, f)->prev;
  for (; f && skip; f = vm_frame(vm, f)->prev)
    if (has_code(vm, vm_frame(vm, f))) skip--;
  end = fill(c, mode, &f, c->args[later ? 7 : 6], start, start + size);
  if (end < 0) return NATIVE_THROW;
  anchor = (int64_t)count_to_bottom(vm, f) + 1;
  args[0] = c->args[0];
  memcpy(args + 1, &anchor, 8);
  args[3] = c->args[later ? 2 : 3];
  args[4] = later ? (uint32_t)end - start : size;
  args[5] = start;
  args[6] = (uint32_t)end;
  return vm_push_frame(vm, c->t, m, args, 0, 0);
}

/* int fetchStackFrames(long mode, long anchor, int batchSize, int startIndex, T[] frames). From JDK
 * 22 on: (int mode, long anchor, int lastBatchFrameCount, int bufferSize, int startIndex, T[]
 * frames). */
static int fetch_stack_frames(struct native_call *c) {
  struct vm *vm = c->vm;
  bool later = in_frame_objects(vm);
  int64_t mode = later ? (int32_t)c->args[1] : arg64(c, 1);
  uint32_t f = frame_from_bottom(vm, c->t, (uint32_t)arg64(c, later ? 2 : 3) - 1),
           start = c->args[6];
  int64_t end = fill(c, mode, &f, c->args[7], start, start + c->args[5]);
  if (end < 0) return NATIVE_THROW;
  field_set_long(vm, c->args[0], "anchor", (int64_t)count_to_bottom(vm, f) + 1);
  return ret_int(c, (int32_t)(later ? end - start : end));
}

/* ---- StackFrameInfo ---- */

enum { RETAIN_CLASS_REF = 0x08000000 };

static int info_new(struct native_call *c) {
  ref walker = c->args[1];
  if (!walker) return nat_npe(c);
  if (in_frame_objects(c->vm)) {
    bool retain =
        *MEM8(c->vm, walker + klass_field_offset(vm_klass(c->vm, walker), "retainClassRef"));
    field_set_int(c->vm, c->args[0], "flags", retain ? RETAIN_CLASS_REF : 0);
    return NATIVE_OK;
  }
  if (!klass_field(vm_klass(c->vm, walker), "retainClassRef", "Z") ||
      !klass_field(c->m->owner, "retainClassRef", "Z"))
    return vm_unsupported(c->vm, c->t, "StackWalker of this JDK release");
  field_set_bool(
      c->vm, c->args[0], "retainClassRef",
      *MEM8(c->vm, walker + klass_field_offset(vm_klass(c->vm, walker), "retainClassRef")));
  return NATIVE_OK;
}

static const struct method *info_method(struct vm *vm, ref info) {
  ref bt = field_get_ref(vm, info, member_field_name(vm));
  CHECK(bt && vm_object(vm, bt)->klass == KLASS_BACKTRACE && array_ref(vm, bt, 0) < vm->methods.len,
        "a stack frame names its method");
  return vm->methods.data[array_ref(vm, bt, 0)];
}

static int info_class(struct native_call *c) {
  return ret_ref(c, info_method(c->vm, c->args[0])->owner->mirror);
}
static int info_name(struct native_call *c) {
  return ret_ref(c, nat_sym(c->vm, info_method(c->vm, c->args[0])->name));
}
static int info_desc(struct native_call *c) {
  return ret_ref(c, nat_sym(c->vm, info_method(c->vm, c->args[0])->desc));
}

static int info_type(struct native_call *c) {
  struct vm *vm = c->vm;
  ref info = c->args[0];
  bool retains = in_frame_objects(vm)
                     ? field_get_int(vm, info, "flags") & RETAIN_CLASS_REF
                     : *MEM8(vm, info + klass_field_offset(vm_klass(vm, info), "retainClassRef"));
  if (!retains)
    return vm_throw(vm, c->t, "java/lang/UnsupportedOperationException",
                    "No access to RETAIN_CLASS_REFERENCE");
  return ldc_method_type(vm, c->t, info_method(vm, info)->desc->s, &c->ret.r);
}

/* Returns a throwable that is never thrown: it only passes a backtrace to the function that
 * converts it to elements. */
static ref carrier(struct native_call *c, ref bt) {
  ref e = vm_new_object(c->vm, c->t, c->vm->wk.throwable);
  if (e) vm_put_ref(c->vm, e, c->vm->wk.throwable_backtrace, bt);
  return e;
}

static int init_element(struct native_call *c) {
  struct vm *vm = c->vm;
  ref array = vm_new_ref_array(vm, c->t, vm->wk.stack_trace_element, 1);
  ref e = array ? carrier(c, field_get_ref(vm, c->args[1], member_field_name(vm))) : 0;
  if (!e) return NATIVE_THROW;
  array_put_ref(vm, array, 0, c->args[0]);
  return vm_stack_elements(vm, c->t, array, e);
}

/* ---- Thread.dumpThreads(Thread[]) ---- */

ref thread_stack_elements(struct native_call *c, struct thread *t) {
  struct vm *vm = c->vm;
  ref e = vm_new_object(vm, c->t, vm->wk.throwable), array;
  uint32_t n;
  if (!e) return 0;
  vm_fill_stack_trace(vm, t, e);
  n = *MEM32(vm, e + vm->wk.throwable_depth);
  array = vm_new_ref_array(vm, c->t, vm->wk.stack_trace_element, (int32_t)n);
  for (uint32_t i = 0; array && i < n; i++) {
    ref element = vm_new_object(vm, c->t, vm->wk.stack_trace_element);
    if (!element) return 0;
    array_put_ref(vm, array, i, element);
  }
  return array && vm_stack_elements(vm, c->t, array, e) == NATIVE_OK ? array : 0;
}

static int dump_threads(struct native_call *c) {
  struct vm *vm = c->vm;
  ref threads = c->args[0], out;
  uint32_t n;
  if (!threads) return nat_npe(c);
  VISIBLE(c, OPK_IS_ALIVE, c->t->object, 0);
  n = array_length(vm, threads);
  out = vm_new_ref_array(vm, c->t, vm_array_class(vm, vm->wk.stack_trace_element), (int32_t)n);
  for (uint32_t i = 0; out && i < n; i++) {
    const struct thread *t = thread_of(vm, array_ref(vm, threads, i));
    ref stack = 0;
    if (thread_alive(t) && !(stack = thread_stack_elements(c, vm_thread(vm, t->index))))
      return NATIVE_THROW;
    array_put_ref(vm, out, i, stack);
  }
  return ret_new(c, out);
}

/* Thread.getStackTrace0(), from JDK 19 on. Returns null if the thread is not alive. */
static int get_stack_trace(struct native_call *c) {
  struct thread *t;
  VISIBLE(c, OPK_IS_ALIVE, c->args[0], 0);
  t = thread_of(c->vm, c->args[0]);
  return thread_alive(t) ? ret_new(c, thread_stack_elements(c, t)) : ret_ref(c, 0);
}

#define WALKER "java/lang/StackStreamFactory$AbstractStackWalker"
const struct native_row natives_stack_walker[] = {
    {"java/lang/StackStreamFactory", "checkStackWalkModes", NULL, nat_one},
    {WALKER, "callStackWalk", NULL, call_stack_walk},
    {WALKER, "fetchStackFrames", "(JJII[Ljava/lang/Object;)I", fetch_stack_frames},
    {WALKER, "fetchStackFrames", "(IJIII[Ljava/lang/Object;)I", fetch_stack_frames},
    {SFI, "<init>", "(Ljava/lang/StackWalker;)V", info_new},
    {SFI, "declaringClass", NULL, info_class},
    {SFI, "getMethodName", NULL, info_name},
    {SFI, "getDescriptor", NULL, info_desc},
    {SFI, "getMethodType", NULL, info_type},
    {SFI, "isNativeMethod", NULL, nat_zero},
    {"java/lang/StackTraceElement", "initStackTraceElement", NULL, init_element},
    {"java/lang/Thread", "dumpThreads", NULL, dump_threads},
    {"java/lang/Thread", "getStackTrace0", NULL, get_stack_trace},
    {0},
};
