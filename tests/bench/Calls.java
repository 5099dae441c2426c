/** Fields, arrays, virtual and interface calls. */
public class Calls {
  interface Shape {
    int area();
  }

  static final class Square implements Shape {
    int side;

    @Override
    public int area() {
      return side * side;
    }
  }

  static class Box implements Shape {
    int w = 2;
    int h = 3;

    @Override
    public int area() {
      return w * height();
    }

    int height() {
      return h;
    }
  }

  public static void main(String[] args) {
    Shape[] shapes = {new Square(), new Box(), new Square(), new Box()};
    int[] table = new int[1024];
    long total = 0;
    for (int i = 0; i < 8_000_000; i++) {
      Shape s = shapes[i & 3];
      if (s instanceof Square) {
        ((Square) s).side = i & 15;
      }
      table[i & 1023] += s.area();
      total += table[(i * 7) & 1023];
    }
    System.out.println(total);
  }
}
