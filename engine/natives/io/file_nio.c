/* java.nio.file.Files.newInputStream for an existing readable file: returns a FileInputStream,
 * which executes less code than a stream over a channel. A method of a synthetic class creates it,
 * because its constructor is Java code. */
#include "engine/natives/io/file_tree.h"
#include "engine/natives/util.h"
#include "engine/vm/loader/synthetic.h"

#include <stdlib.h>

#define FILES "java/nio/file/Files"
#define INPUT "java/io/FileInputStream"

static struct klass *opener(struct native_call *c, struct error *err) {
  static const char name[] = FILES "$$Open";
  struct klass *k = synth_find(c->vm, name);
  struct synth *s;
  struct synth_method *m;
  int start, end, missing;
  if (k) return k;
  s = synth_new(name, "java/lang/Object", ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC);
  m = synth_method(s, ACC_STATIC, "open", c->m->desc->s);
  start = asm_label(m), end = asm_label(m), missing = asm_label(m);
  asm_bind(m, start);
  asm_type(m, OP_NEW, INPUT);
  asm_op(m, OP_DUP);
  asm_load(m, 'L', 0);
  asm_invoke(m, OP_INVOKEINTERFACE, "java/nio/file/Path", "toFile", "()Ljava/io/File;", true);
  asm_invoke(m, OP_INVOKESPECIAL, INPUT, "<init>", "(Ljava/io/File;)V", false);
  asm_bind(m, end);
  asm_op(m, OP_ARETURN);
  asm_handler(m, start, end, missing, "java/io/FileNotFoundException");
  asm_bind(m, missing);
  asm_op(m, OP_POP);
  asm_type(m, OP_NEW, "java/nio/file/NoSuchFileException");
  asm_op(m, OP_DUP);
  asm_load(m, 'L', 0);
  asm_invoke(m, OP_INVOKEVIRTUAL, "java/lang/Object", "toString", "()Ljava/lang/String;", false);
  asm_invoke(m, OP_INVOKESPECIAL, "java/nio/file/NoSuchFileException", "<init>",
             "(Ljava/lang/String;)V", false);
  asm_op(m, OP_ATHROW);
  return synth_define(c->vm, s, c->m->owner, err);
}

/* Is the file on the default file system, and opened only for reading? Even if the file changes
 * before it is opened, both kinds of stream report the same. */
static bool is_plain(struct native_call *c) {
  struct vm *vm = c->vm;
  ref options = c->args[1], bytes;
  struct file_node n;
  char *path;
  bool plain;
  if (!options || array_length(vm, options) ||
      strcmp(vm_klass(vm, c->args[0])->name->s, "sun/nio/fs/UnixPath") != 0)
    return false;
  bytes = field_get_ref(vm, c->args[0], "path");
  path = mem_printf("%.*s", (int)array_length(vm, bytes), (const char *)array_data(vm, bytes));
  plain = !file_tree_find(vm, path, &n) && !n.directory && file_node_meta(vm, &n).mode & 0400;
  vm->run.unreported = true;
  free(path);
  return plain;
}

/* newInputStream(Path, OpenOption...) */
static int new_input_stream(struct native_call *c) {
  struct error err = {0};
  struct klass *k;
  if (!c->args[0]) return nat_npe(c);
  if (!is_plain(c)) return nat_body(c);
  k = opener(c, &err);
  if (!k) return synth_failed(c->vm, c->t, &err);
  return vm_push_frame(c->vm, c->t, klass_declared_method(k, "open", NULL), c->args, 0, 0);
}

const struct native_row natives_file_nio[] = {
    {FILES, "newInputStream", NULL, new_input_stream},
    {0},
};
