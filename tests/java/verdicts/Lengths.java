import gov.nasa.jpf.vm.Verify;

/**
 * The search chooses an array's length, and thus which elements exist
 * (tests/unit/test_soundness_states.c).
 */
public class Lengths {
  static volatile boolean done;
  static int[] shared;
  static Object[] names; // takes the same space with either length

  public static void main(String[] args) throws InterruptedException {
    Thread other = new Thread(() -> done = true);
    other.start();
    shared = new int[Verify.getBoolean() ? 200 : 8];
    names = new Object[Verify.getBoolean() ? 3 : 1];
    names[names.length - 1] = new int[1];
    for (int round = 1; round <= 5; round++)
      for (int i = 7; i < shared.length; i += 64) shared[i] = round;
    other.join();
  }
}
