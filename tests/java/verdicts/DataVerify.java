import gov.nasa.jpf.vm.Verify;

/** Inputs from JPF's Verify: each value of the domain is a path of its own. */
public class DataVerify {
  static int total;
  static final Object lock = new Object();

  static void both(int mine) {
    synchronized (lock) {
      total += mine;
    }
  }

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "sum": { // only 3 + 5 fails
        int a = Verify.getInt(0, 3), b = Verify.getInt(2, 5);
        assert a + b != 8 : a + " and " + b;
        break;
      }
      case "sumFine": {
        int a = Verify.getInt(0, 3), b = Verify.getInt(2, 5);
        assert a + b <= 8 && a + b >= 2;
        break;
      }
      case "list": {
        int x = Verify.getIntFromList(4, -9, 1000, -9);
        double d = Verify.getDoubleFromList(0.5, 2.25);
        assert x * d != -20.25 : "x " + x + " d " + d;
        break;
      }
      case "threads": { // the error needs exactly one value in each thread
        Thread t = new Thread(() -> both(Verify.getInt(0, 2) * 3));
        t.start();
        both(Verify.getBoolean() ? 1 : 0);
        t.join();
        assert total != 7 : "total " + total;
        break;
      }
      case "threadsFine": {
        Thread t = new Thread(() -> both(Verify.random(2) * 3));
        t.start();
        both(Verify.getBoolean(true) ? 1 : 0);
        t.join();
        assert total < 8 && total != 2;
        break;
      }
      case "loop": { // the loop's head reads the input: the states before and after
                     // the read must stay distinct
        int n = 0;
        while (Verify.getBoolean()) {
          if (++n == 3) n = 0;
          assert n < 3;
        }
        assert n != 2 : "left with " + n;
        break;
      }
      case "marked": {
        boolean no =
            Verify.getBoolean(); // the mark's instruction asks
        assert !no : "marked";
        break;
      }
      case "ignore": {
        int x = Verify.getInt(0, 9);
        Verify.ignoreIf(x > 4);
        assert x <= 4;
        break;
      }
      case "order": { // an input together with a schedule
        Thread t = new Thread(() -> both(10));
        t.start();
        int guess = Verify.getInt(0, 1);
        int seen;
        synchronized (lock) {
          seen = total;
        }
        t.join();
        assert (seen == 10) != (guess == 1) || guess == 0 : "guessed";
        break;
      }
      case "one": {
        assert Verify.getInt(7, 7) == 7;
        break;
      }
      case "large": { // sampled: the values include constants of the code
        assert Verify.getInt(0, 5_000_000) != 4_123_457;
        break;
      }
      case "largeFine": {
        assert Verify.getInt(0, 5_000_000) >= 0;
        break;
      }
      case "many": { // 1000 values, all explored
        int x = Verify.getInt(1, 1000);
        assert x * x != 994_009 : "997";
        break;
      }
      default: throw new IllegalArgumentException(args[0]);
    }
  }
}
