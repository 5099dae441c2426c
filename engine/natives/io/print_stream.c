/* java.io.PrintStream, for System.out and System.err as created at boot: text goes to the host
 * without locks, buffers or encoders, so printing is not part of a state. Every other PrintStream
 * runs its Java code.
 *
 * A stream created at boot has a FileOutputStream below it and no writers. Each call is written at
 * once, so the output is complete however the process ends. */
#include "engine/natives/io/console.h"
#include "engine/base/check.h"
#include "engine/natives/lang/locale.h"
#include "engine/natives/util.h"
#include "engine/vm/uncounted.h"
#include "engine/vm/sched/printed.h"

#include <errno.h>
#include <unistd.h>

void console_write(struct vm *vm, int fd, const char *s, size_t n) {
  int host = fd == 1 ? vm->opt.out_fd : vm->opt.err_fd;
  if (vm->listen.print) vm->listen.print(vm->listen.print_self, fd, s, n);
  if (vm->opt.outcomes && fd == 1) printed_add(vm, s, n);
  while (host >= 0 && n) {
    ssize_t w = write(host, s, n);
    if (w < 0 && errno == EINTR) continue;
    if (w <= 0) return;
    s += w;
    n -= (size_t)w;
  }
}

/* With --outcomes, the order in which threads print matters. */
#define PRINT_POINT(c, fd) \
  if ((fd) == 1 && (c)->vm->opt.outcomes) VISIBLE(c, OPK_PRINT, (c)->args[0], 0)

static int descriptor(struct vm *vm, ref self) {
  ref out, fd;
  if (field_get_ref(vm, self, "textOut")) return -1;
  out = field_get_ref(vm, self, "out");
  if (!out) return -1;
  if (strcmp(vm_klass(vm, out)->name->s, "java/io/FileOutputStream") != 0) return -1;
  if (*MEM8(vm, self + klass_field_offset(vm_klass(vm, self), "closing"))) return 0;
  fd = field_get_ref(vm, out, "fd");
  return fd ? field_get_int(vm, fd, "fd") : -1;
}

/* Returns the descriptor of a stream created at boot: 1 or 2; 0 if closed; -1 for any other
 * stream. */
static int console(struct native_call *c) {
  int fd;
  /* Printed text is part of the state only with --outcomes, and there OPK_PRINT depends on
   * everything. */
  READS_ASIDE();
  fd = descriptor(c->vm, c->args[0]);
  READS_COUNT();
  return fd;
}

static void put_utf8(struct text *t, uint32_t cp) {
  char b[4];
  size_t n = 0;
  if (cp < 0x80) {
    b[n++] = (char)cp;
  } else if (cp < 0x800) {
    b[n++] = (char)(0xc0 | cp >> 6);
    b[n++] = (char)(0x80 | (cp & 63));
  } else if (cp < 0x10000) {
    b[n++] = (char)(0xe0 | cp >> 12);
    b[n++] = (char)(0x80 | (cp >> 6 & 63));
    b[n++] = (char)(0x80 | (cp & 63));
  } else {
    b[n++] = (char)(0xf0 | cp >> 18);
    b[n++] = (char)(0x80 | (cp >> 12 & 63));
    b[n++] = (char)(0x80 | (cp >> 6 & 63));
    b[n++] = (char)(0x80 | (cp & 63));
  }
  text_add(t, b, n);
}

/* Converts UTF-16 to UTF-8. An unpaired surrogate becomes '?', as in Java's encoder. */
static void put_utf16(struct text *t, const uint16_t *s, size_t n) {
  for (size_t i = 0; i < n; i++) {
    uint32_t ch = s[i];
    if (ch >= 0xd800 && ch < 0xdc00 && i + 1 < n && s[i + 1] >= 0xdc00 && s[i + 1] < 0xe000) {
      put_utf8(t, 0x10000 + ((ch - 0xd800) << 10) + (s[++i] - 0xdc00u));
    } else {
      put_utf8(t, ch >= 0xd800 && ch < 0xe000 ? '?' : ch);
    }
  }
}

static void put_string(struct vm *vm, struct text *t, ref s) {
  ref value = *MEM32(vm, s + vm->wk.string_value);
  uint32_t n = array_length(vm, value);
  INVARIANT(vm_klass(vm, s) == vm->wk.string, "what is printed as a text is a String: 0x%x", s);
  if (*MEM8(vm, s + vm->wk.string_coder)) {
    put_utf16(t, MEM16(vm, value + ARRAY_BASE), n / 2);
    return;
  }
  for (uint32_t i = 0; i < n; i++) put_utf8(t, array_data(vm, value)[i]);
}

/* Writes to descriptor 1 or 2; 0: to a closed stream, which checkError() then reports. */
static void print_bytes(struct native_call *c, int fd, const char *s, size_t n) {
  if (fd > 0) {
    if (n) console_write(c->vm, fd, s, n);
    return;
  }
  READS_ASIDE(); /* as in console() */
  field_set_bool(c->vm, c->args[0], "trouble", true);
  READS_COUNT();
}

static int emit(struct native_call *c, int fd, struct text *t) {
  print_bytes(c, fd, t->s, t->len);
  text_release(t);
  return NATIVE_OK;
}

static int write_string(struct native_call *c, bool newline) {
  struct text t = {0};
  int fd = console(c);
  if (fd < 0) return nat_body(c);
  PRINT_POINT(c, fd);
  if (!c->args[1]) return nat_npe(c);
  put_string(c->vm, &t, c->args[1]);
  if (newline) text_puts(&t, "\n");
  return emit(c, fd, &t);
}
static int print_string(struct native_call *c) { return write_string(c, false); }
static int println_string(struct native_call *c) { return write_string(c, true); }

static int write_chars(struct native_call *c, bool newline) {
  struct text t = {0};
  int fd = console(c), rc;
  if (fd < 0) return nat_body(c);
  PRINT_POINT(c, fd);
  if (!c->args[1]) return nat_npe(c);
  rc = nat_read_elements(c, c->args[1], 0, array_length(c->vm, c->args[1]));
  if (rc != NATIVE_OK) return rc;
  put_utf16(&t, MEM16(c->vm, c->args[1] + ARRAY_BASE), array_length(c->vm, c->args[1]));
  if (newline) text_puts(&t, "\n");
  return emit(c, fd, &t);
}
static int print_chars(struct native_call *c) { return write_chars(c, false); }
static int println_chars(struct native_call *c) { return write_chars(c, true); }

static int new_line(struct native_call *c) {
  int fd = console(c);
  if (fd < 0) return nat_body(c);
  PRINT_POINT(c, fd);
  print_bytes(c, fd, "\n", 1);
  return NATIVE_OK;
}

static int write_byte(struct native_call *c) {
  int fd = console(c);
  char b = (char)c->args[1];
  if (fd < 0) return nat_body(c);
  PRINT_POINT(c, fd);
  print_bytes(c, fd, &b, 1);
  return NATIVE_OK;
}

static int write_bytes(struct native_call *c) {
  int fd = console(c), rc;
  if (fd < 0) return nat_body(c);
  PRINT_POINT(c, fd);
  rc = nat_check_range(c, c->args[1], (int32_t)c->args[2], (int32_t)c->args[3]);
  if (rc == NATIVE_OK) rc = nat_read_elements(c, c->args[1], c->args[2], c->args[3]);
  if (rc != NATIVE_OK) return rc;
  print_bytes(c, fd, (const char *)array_data(c->vm, c->args[1]) + c->args[2], c->args[3]);
  return NATIVE_OK;
}

static int ensure_open(struct native_call *c) { return console(c) > 0 ? NATIVE_OK : nat_body(c); }
static int flush(struct native_call *c) { return console(c) >= 0 ? NATIVE_OK : nat_body(c); }

static int close_stream(struct native_call *c) {
  int fd = console(c);
  if (fd < 0) return nat_body(c);
  PRINT_POINT(c, fd); /* what other threads print after it is lost */
  READS_ASIDE();      /* as in console() */
  field_set_bool(c->vm, c->args[0], "closing", true);
  READS_COUNT();
  return NATIVE_OK;
}

/* ---- format under scheduling: without the stream's lock and its cached Formatter ----
 *
 * The first execution runs a Formatter over a StringBuilder, which replaces the format among the
 * arguments. When the native is executed again, it finds the builder there and prints its text at
 * once. */

static ref new_builder(struct native_call *c) {
  ref value = vm_new_prim_array(c->vm, c->t, 'B', 16),
      b = value ? nat_new(c, "java/lang/StringBuilder") : 0;
  if (b) field_set_ref(c->vm, b, "value", value);
  return b;
}

static void put_builder(struct vm *vm, struct text *t, ref b) {
  ref value = field_get_ref(vm, b, "value");
  uint32_t n = (uint32_t)field_get_int(vm, b, "count");
  if (*MEM8(vm, b + klass_field_offset(vm_klass(vm, b), "coder"))) {
    put_utf16(t, MEM16(vm, value + ARRAY_BASE), n);
    return;
  }
  for (uint32_t i = 0; i < n; i++) put_utf8(t, array_data(vm, value)[i]);
}

/* Pushes the frame of the Formatter. at: the slot of the format; the array of arguments follows. */
static int run_formatter(struct native_call *c, ref locale, int at) {
  struct vm *vm = c->vm;
  struct klass *k = vm_class_throw(vm, c->t, "java/util/Formatter", false);
  struct method *m =
      k ? klass_declared_method(k, "format",
                                "(Ljava/util/Locale;Ljava/lang/String;[Ljava/lang/Object;)"
                                "Ljava/util/Formatter;")
        : NULL;
  struct field *zero;
  ref formatter, builder;
  int rc = m ? vm_init_class(vm, c->t, k) : nat_body(c);
  if (rc != NATIVE_OK) return rc;
  formatter = vm_new_object(vm, c->t, k);
  builder = formatter ? new_builder(c) : 0;
  if (!builder) return NATIVE_THROW;
  field_set_ref(vm, formatter, "a", builder);
  field_set_ref(vm, formatter, "l", locale);
  zero = klass_field(k, "zero", "C");
  if (zero) /* not yet computed; in earlier JDK releases */
    arena_put_u16(&vm->arena, formatter + zero->offset, 0xfffe);
  rc = vm_push_frame(vm, c->t, m, (uint32_t[]){formatter, locale, c->args[at], c->args[at + 1]},
                     FRAME_DISCARD, 0);
  if (rc != NATIVE_TAIL) return rc;
  c->args[at] = builder;
  return NATIVE_RETRY;
}

static int format(struct native_call *c, ref locale, int at) {
  struct vm *vm = c->vm;
  struct text t = {0};
  int fd = console(c);
  if (fd < 0 || !vm->sched.scheduling || !c->args[at] || !locale) return nat_body(c);
  if (vm_klass(vm, c->args[at]) == vm->wk.string) return run_formatter(c, locale, at);
  PRINT_POINT(c, fd);
  put_builder(vm, &t, c->args[at]);
  c->ret.r = c->args[0];
  return emit(c, fd, &t);
}

static int format_default(struct native_call *c) { return format(c, locale_for_formats(c->vm), 1); }
static int format_locale(struct native_call *c) { return format(c, c->args[1], 2); }

/* charset() of JDK 18 and later: the console's field is empty. */
static int charset(struct native_call *c) {
  struct klass *k = console(c) > 0 ? vm_class_throw(c->vm, c->t, "sun/nio/cs/UTF_8", false) : NULL;
  int rc;
  if (!k) return c->t->exception ? NATIVE_THROW : nat_body(c);
  rc = vm_init_class(c->vm, c->t, k);
  return rc == NATIVE_OK ? ret_ref(c, field_static_ref(c->vm, k, "INSTANCE")) : rc;
}

#define PS "java/io/PrintStream"
const struct native_row natives_print_stream[] = {
    {PS, "write", "(Ljava/lang/String;)V", print_string},
    {PS, "writeln", "(Ljava/lang/String;)V", println_string},
    {PS, "write", "([C)V", print_chars},
    {PS, "writeln", "([C)V", println_chars},
    {PS, "newLine", "()V", new_line},
    {PS, "write", "(I)V", write_byte},
    {PS, "write", "([BII)V", write_bytes},
    {PS, "ensureOpen", "()V", ensure_open},
    {PS, "flush", "()V", flush},
    {PS, "close", "()V", close_stream},
    {PS, "charset", "()Ljava/nio/charset/Charset;", charset},
    {PS, "format", "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/io/PrintStream;", format_default},
    {PS, "format", "(Ljava/util/Locale;Ljava/lang/String;[Ljava/lang/Object;)Ljava/io/PrintStream;",
     format_locale},
    {0},
};
