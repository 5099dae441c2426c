/** clone of a shared object reads its fields one after another. */
public class SoundCloneTorn implements Cloneable {
  int a, b;

  public static void main(String[] args) throws Exception {
    SoundCloneTorn x = new SoundCloneTorn();
    new Thread(() -> {
      x.a = 1;
      x.b = 1;
    }).start();
    SoundCloneTorn y = (SoundCloneTorn) x.clone();
    if (y.a == 0 && y.b == 1) throw new IllegalStateException("torn");
  }
}
