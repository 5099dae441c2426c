import java.lang.invoke.VarHandle;

/**
 * A release write publishes what came before it. The object changes again later, and then its reads
 * race.
 */
public class PublishMutable extends Litmus {
  private static final VarHandle SHARED = field(PublishMutable.class, "shared", int[].class);

  int[] shared;

  @Override
  void actor1() {
    int[] a = new int[1];
    a[0] = 1;
    SHARED.setRelease(this, a);
    a[0] = 2;
  }

  @Override
  void actor2() {
    int[] a = (int[]) SHARED.getAcquire(this);
    if (a == null) {
      r1 = -1;
    } else {
      r1 = a[0];
      r2 = a[0];
    }
  }

  public static void main(String[] args) throws InterruptedException {
    main(args, 2, PublishMutable::new);
  }
}
