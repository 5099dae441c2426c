/** A register of the largest value written: the check and the store are two steps. */
public class MaxRegister {
  private volatile int max;

  public void writeMax(int value) {
    if (value > max) max = value;
  }

  public int readMax() {
    return max;
  }
}
