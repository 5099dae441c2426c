import java.util.concurrent.locks.LockSupport;

// A parked thread goes on as soon as its interrupt status is set, before the permit that comes with it is there.
// outcome: true 0
// outcome: true 1
// again: --sleep-sets
public class InterruptParked {
    static int after;

    public static void main(String[] args) throws InterruptedException {
        Thread parked = new Thread(() -> {
            LockSupport.park();
            int seen = after;
            System.out.println(Thread.currentThread().isInterrupted() + " " + seen);
        });
        parked.start();
        parked.interrupt();
        after = 1;
        parked.join();
    }
}
