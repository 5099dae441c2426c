/** Integer arithmetic in a loop. */
public class Loop {
  public static void main(String[] args) {
    int sum = 0;
    for (int i = 0; i < 40_000_000; i++) {
      sum += i ^ (sum << 1);
      sum %= 1_000_003;
    }
    System.out.println(sum);
  }
}
