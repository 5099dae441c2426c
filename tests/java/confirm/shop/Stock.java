package shop;

import java.util.Scanner;

/**
 * Two buyers see the last items and both take them. The number of items is on standard input, the
 * buyers' order is the argument, and the property must be set.
 */
public class Stock {
  private static int items;

  private static void take(int order) {
    if (items >= order) {
      items -= order;
      if (items < 0) {
        throw new IllegalStateException(System.getProperty("shop") + " sold \"" + items + "\"");
      }
    }
  }

  public static void main(String[] args) {
    int order = Integer.parseInt(args[0]);
    if (System.getProperty("shop") == null || System.getenv("PATH") != null) {
      return;
    }
    try (Scanner in = new Scanner(System.in)) {
      items = in.nextInt();
    }
    new Thread(() -> take(order)).start();
    new Thread(() -> take(order)).start();
  }
}
