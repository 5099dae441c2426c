import java.util.concurrent.locks.LockSupport;

// An interrupt sets the status and then the permit. A parked thread may go on between the two.
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
