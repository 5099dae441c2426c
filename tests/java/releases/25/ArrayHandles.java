import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** An array's clone() by a method handle: the receiver is any such array. */
public class ArrayHandles {
  public static void main(String[] args) throws Throwable {
    MethodHandle clone = MethodHandles.lookup().findVirtual(
        int[].class, "clone", MethodType.methodType(Object.class));
    int[] from = {7}, to = (int[]) clone.invoke(from);
    System.out.println(clone.type() + " " + to[0] + (to != from));
  }
}
