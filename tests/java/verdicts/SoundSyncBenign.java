/** An access that is exempt from the race check is still a scheduling point with --por sync. */
public class SoundSyncBenign {
  static int flag;

  public static void main(String[] args) {
    new Thread(() -> {
      if (flag == 1) throw new IllegalStateException("seen");
    }).start();
    flag = 1;
    flag = 0;
  }
}
