import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Externalizable;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Serialization: graphs, transient fields, own methods, records, enums, Externalizable, errors. */
public class SerializedObjects {
  enum Kind { A, B }
  record Point(int x, String y) implements Serializable {
    Point { if (x < 0) throw new IllegalArgumentException("negative"); }
  }

  static class Plain { int base = 7; }

  static class Node extends Plain implements Serializable {
    private static final long serialVersionUID = 1;
    String name;
    Node next;
    transient int gone = 5;
    final int[] data = {1, 2};
    Kind kind = Kind.B;
    Object any;
    long wide = -1;
    double d = 0.5;
    boolean z = true;
    char c = 'c';
    Node(String name) { this.name = name; base = 99; }
    private void writeObject(ObjectOutputStream out) throws IOException {
      out.defaultWriteObject();
      out.writeInt(gone * 2);
    }
    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
      gone = in.readInt();
    }
  }

  static class Single implements Serializable {
    static final Single IT = new Single();
    private Object readResolve() { return IT; }
  }

  public static class Ext implements Externalizable {
    String s = "default";
    public Ext() { }
    public void writeExternal(ObjectOutput out) throws IOException { out.writeUTF(s + "!"); }
    public void readExternal(ObjectInput in) throws IOException { s = in.readUTF(); }
  }

  @SuppressWarnings("unchecked")
  static <T> T copy(T t) throws Exception {
    ByteArrayOutputStream b = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(b)) {
      out.writeObject(t);
    }
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(b.toByteArray()))) {
      return (T) in.readObject();
    }
  }

  public static void main(String[] args) throws Exception {
    Node n = new Node("first");
    n.next = new Node("second");
    n.next.next = n;
    n.any = List.of(1, "two", new Point(3, "p"));
    Node m = copy(n);
    System.out.println(m.name + m.next.name + (m.next.next == m) + m.gone + m.base
        + Arrays.toString(m.data) + m.kind + m.any + m.wide + m.d + m.z + m.c);
    System.out.println(copy(new Point(1, null)) + " " + (copy(Single.IT) == Single.IT)
        + (copy(Kind.A) == Kind.A) + copy(new Ext()).s + copy(new ArrayList<>(List.of(1, 2)))
        + copy(new TreeMap<>(Map.of("k", 1))) + copy(new int[][] {{1}, {2}})[1][0]
        + copy(String.class));
    try {
      copy(new Object[] {new Plain()});
    } catch (NotSerializableException e) {
      System.out.println(e.getMessage());
    }
  }
}
