import org.sosy_lab.sv_benchmarks.Verifier;

/** Inputs from SV-COMP's Verifier. */
public class DataVerifier {
  public static void main(String[] args) {
    switch (args[0]) {
      case "bytes": {
        byte a = Verifier.nondetByte();
        assert a * 3 != 51 : "seventeen";
        break;
      }
      case "bytesFine": {
        byte a = Verifier.nondetByte();
        assert a >= -128 && a <= 127;
        break;
      }
      case "assume": {
        byte a = Verifier.nondetByte();
        Verifier.assume(a > 0 && a < 20);
        assert 100 / a > 4;
        break;
      }
      case "int": {
        int a = Verifier.nondetInt();
        if (a == 31337) throw new IllegalStateException("met");
        break;
      }
      case "intSwitch": {
        switch (Verifier.nondetInt()) {
          case 1000: System.out.println("thousand"); break;
          case -70000: throw new IllegalStateException("met");
          default: break;
        }
        break;
      }
      case "intFine": {
        long a = Verifier.nondetInt();
        assert a + 1 > a;
        break;
      }
      case "overflow": {
        int a = Verifier.nondetInt();
        assert a + 1 > a : "overflow";
        break;
      }
      case "long": {
        long a = Verifier.nondetLong();
        assert a != 9_000_000_000L;
        break;
      }
      case "double": {
        double d = Verifier.nondetDouble();
        assert d == d : "not a number";
        break;
      }
      case "char": {
        assert Verifier.nondetChar() != '\u2603';
        break;
      }
      case "string": {
        assert !Verifier.nondetString().equals("secret");
        break;
      }
      case "booleans": {
        int n = 0;
        for (int i = 0; i < 6; i++) n = n * 2 + (Verifier.nondetBoolean() ? 1 : 0);
        assert n != 0b101101 : "pattern";
        break;
      }
      default: throw new IllegalArgumentException(args[0]);
    }
  }
}
