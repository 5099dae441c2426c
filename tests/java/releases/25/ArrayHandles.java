import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** A method handle calls clone() of an array: any array of the type is a valid receiver. */
public class ArrayHandles {
  public static void main(String[] args) throws Throwable {
    MethodHandle clone = MethodHandles.lookup().findVirtual(
        int[].class, "clone", MethodType.methodType(Object.class));
    int[] from = {7}, to = (int[]) clone.invoke(from);
    System.out.println(clone.type() + " " + to[0] + (to != from));
  }
}
