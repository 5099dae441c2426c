package make;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Builds class files that javac does not write. The code of a method is given as
 * numbers.
 */
class ClassMaker {
  static final int PUBLIC_STATIC = 9;

  private final ByteArrayOutputStream poolBytes = new ByteArrayOutputStream();
  private final DataOutputStream pool = new DataOutputStream(poolBytes);
  private final Map<String, Integer> known = new HashMap<>();
  private int constants = 1;
  private final List<byte[]> methods = new ArrayList<>();
  private final List<int[]> bootstraps = new ArrayList<>();
  private final int version;
  private final int self;
  private final int parent;

  ClassMaker(String name, int version) {
    this.version = version;
    self = type(name);
    parent = type("java/lang/Object");
  }

  private interface Writer {
    void write(DataOutputStream out) throws IOException;
  }

  private static byte[] bytes(Writer w) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      w.write(new DataOutputStream(out));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  private int constant(String key, int slots, Writer w) {
    Integer index = known.get(key);
    if (index != null) return index;
    byte[] b = bytes(w);
    poolBytes.write(b, 0, b.length);
    known.put(key, constants);
    constants += slots;
    return constants - slots;
  }

  private int pair(int tag, int a, int b) {
    return constant(tag + " " + a + " " + b, 1, out -> {
      out.writeByte(tag);
      out.writeShort(a);
      out.writeShort(b);
    });
  }

  private int single(int tag, int a) {
    return constant(tag + " " + a, 1, out -> {
      out.writeByte(tag);
      out.writeShort(a);
    });
  }

  int utf8(String s) {
    return constant("utf8 " + s, 1, out -> {
      out.writeByte(1);
      out.writeUTF(s);
    });
  }

  int integer(int v) {
    return constant("int " + v, 1, out -> {
      out.writeByte(3);
      out.writeInt(v);
    });
  }

  int number(long v) {
    return constant("long " + v, 2, out -> {
      out.writeByte(5);
      out.writeLong(v);
    });
  }

  int number(double v) {
    return constant("double " + v, 2, out -> {
      out.writeByte(6);
      out.writeDouble(v);
    });
  }

  int type(String name) { return single(7, utf8(name)); }
  int string(String s) { return single(8, utf8(s)); }
  int methodType(String desc) { return single(16, utf8(desc)); }
  int nameAndType(String name, String desc) { return pair(12, utf8(name), utf8(desc)); }
  int field(String owner, String name, String desc) {
    return pair(9, type(owner), nameAndType(name, desc));
  }
  int method(String owner, String name, String desc) {
    return pair(10, type(owner), nameAndType(name, desc));
  }

  int handle(int kind, int member) {
    return constant("handle " + kind + " " + member, 1, out -> {
      out.writeByte(15);
      out.writeByte(kind);
      out.writeShort(member);
    });
  }

  /** Adds a row to the BootstrapMethods attribute: the static method and its static arguments. */
  int bootstrap(String owner, String name, String desc, int... args) {
    int[] row = new int[args.length + 1];
    row[0] = handle(6, method(owner, name, desc));
    System.arraycopy(args, 0, row, 1, args.length);
    bootstraps.add(row);
    return bootstraps.size() - 1;
  }

  int dynamic(int bootstrap, String name, String desc) {
    return pair(17, bootstrap, nameAndType(name, desc));
  }
  int invokeDynamic(int bootstrap, String name, String desc) {
    return pair(18, bootstrap, nameAndType(name, desc));
  }

  /** Bytecode: a number is one byte; {@link #u2} makes two bytes of a number. */
  static int[] u2(int v) { return new int[] {v >> 8 & 255, v & 255}; }

  static int[] code(Object... parts) {
    List<Integer> out = new ArrayList<>();
    for (Object p : parts)
      if (p instanceof int[]) for (int b : (int[]) p) out.add(b);
      else out.add((Integer) p);
    return out.stream().mapToInt(i -> i).toArray();
  }

  /** handlers: start, end, target and type of each handler. */
  void addMethod(String name, String desc, int stack, int locals, int[] code, int... handlers) {
    int nameIndex = utf8(name), descIndex = utf8(desc), codeIndex = utf8("Code");
    methods.add(bytes(out -> {
      out.writeShort(PUBLIC_STATIC);
      out.writeShort(nameIndex);
      out.writeShort(descIndex);
      out.writeShort(1);
      out.writeShort(codeIndex);
      out.writeInt(12 + code.length + 2 * handlers.length);
      out.writeShort(stack);
      out.writeShort(locals);
      out.writeInt(code.length);
      for (int b : code) out.writeByte(b);
      out.writeShort(handlers.length / 4);
      for (int h : handlers) out.writeShort(h);
      out.writeShort(0);
    }));
  }

  byte[] toBytes() {
    int attribute = bootstraps.isEmpty() ? 0 : utf8("BootstrapMethods");
    byte[] rows = bytes(out -> {
      out.writeShort(bootstraps.size());
      for (int[] row : bootstraps) {
        out.writeShort(row[0]);
        out.writeShort(row.length - 1);
        for (int i = 1; i < row.length; i++) out.writeShort(row[i]);
      }
    });
    return bytes(out -> {
      out.writeInt(0xCAFEBABE);
      out.writeInt(version);
      out.writeShort(constants);
      out.write(poolBytes.toByteArray());
      out.writeShort(0x21);
      out.writeShort(self);
      out.writeShort(parent);
      out.writeShort(0);
      out.writeShort(0);
      out.writeShort(methods.size());
      for (byte[] m : methods) out.write(m);
      out.writeShort(attribute == 0 ? 0 : 1);
      if (attribute == 0) return;
      out.writeShort(attribute);
      out.writeInt(rows.length);
      out.write(rows);
    });
  }
}
