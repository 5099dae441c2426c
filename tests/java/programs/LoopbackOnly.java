import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.net.UnknownHostException;
import java.util.Collections;

/** The network of every machine: the loopback interface, its address and its name. */
public class LoopbackOnly {
  static void show(String what, NetworkInterface n) throws Exception {
    if (n == null) {
      System.out.println(what + ": none");
      return;
    }
    System.out.println(what + ": " + n + " " + n.getDisplayName() + " " + n.isUp() + n.isLoopback() + n.isPointToPoint()
        + n.supportsMulticast() + n.isVirtual() + " " + n.getMTU() + " " + n.getHardwareAddress() + " " + n.getParent()
        + " " + n.getSubInterfaces().hasMoreElements());
    for (InetAddress a : Collections.list(n.getInetAddresses()))
      if (a.getAddress().length == 4) System.out.println("  " + a);
    for (InterfaceAddress a : n.getInterfaceAddresses())
      if (a.getAddress().getAddress().length == 4) System.out.println("  " + a);
  }

  public static void main(String[] args) throws Exception {
    show("by name", NetworkInterface.getByName("lo"));
    show("no name", NetworkInterface.getByName("no such"));
    show("by index", NetworkInterface.getByIndex(1));
    show("by address", NetworkInterface.getByInetAddress(InetAddress.getLoopbackAddress()));
    show("by another", NetworkInterface.getByInetAddress(InetAddress.getByName("192.0.2.1")));
    System.out.println(Collections.list(NetworkInterface.getNetworkInterfaces())
        .contains(NetworkInterface.getByName("lo")));
    InetAddress named = InetAddress.getByName("localhost");
    System.out.println(named + " " + named.isLoopbackAddress() + " " + named.equals(InetAddress.getLoopbackAddress()));
    System.out.println(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}).getHostName());
    System.out.println(named.isReachable(1000) + " " + new java.net.DatagramPacket(new byte[3], 2).getLength());
    try {
      InetAddress.getByName("no.such.host.invalid");
    } catch (UnknownHostException e) {
      System.out.println("unknown");
    }
  }
}
