import java.io.*;
import java.util.function.*;
public class SerializedLambdas {
  interface SF extends Function<Integer,Integer>, Serializable {}
  record R(int a, String b) implements Serializable {}
  public static void main(String[] args) throws Exception {
    int k = 7; long z = 9; SF f = x -> x + k + (int) z;
    ByteArrayOutputStream bo = new ByteArrayOutputStream();
    ObjectOutputStream oo = new ObjectOutputStream(bo);
    oo.writeObject(f);
    oo.writeObject(new R(4, "q"));
    oo.close();
    ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bo.toByteArray()));
    SF g = (SF) in.readObject();
    System.out.println(g.apply(1));
    System.out.println(in.readObject());
  }
}
