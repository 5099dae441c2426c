/** One thread computes the route, the other uses it as soon as there is one. */
public class RouteTable {
  private String[] hops;

  void compute(String... names) {
    String[] route = new String[names.length];
    for (int i = 0; i < names.length; i++) {
      route[i] = names[i] + ".net";
    }
    hops = route;
  }

  int length() {
    String[] route = hops;
    int n = 0;
    if (route != null) {
      for (String hop : route) {
        n += hop.length();
      }
    }
    return n;
  }

  public static void main(String[] args) throws InterruptedException {
    RouteTable table = new RouteTable();
    Thread[] ts = {
      new Thread(() -> table.compute("a", "bb")),
      new Thread(() -> System.out.println(table.length()))
    };
    for (int i = 0; i < ts.length; i++) {
      ts[i].start();
    }
    for (int i = 0; i < ts.length; i++) {
      ts[i].join();
    }
  }
}
