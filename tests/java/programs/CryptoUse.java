import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import java.security.Signature;
import java.util.UUID;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.IllegalBlockSizeException;
import javax.crypto.KeyGenerator;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Digests, message authentication, ciphers, key derivation, signatures, UUIDs, all from the JDK's
 * providers in Java.
 */
public class CryptoUse {
  static final byte[] MESSAGE = "attack at dawn".getBytes(StandardCharsets.UTF_8);

  static String hex(byte[] bytes) {
    StringBuilder s = new StringBuilder();
    for (byte b : bytes) s.append(String.format("%02x", b));
    return s.toString();
  }

  static void digests() throws GeneralSecurityException {
    for (String name : new String[] {"MD5", "SHA-1", "SHA-256", "SHA-512", "SHA3-256"})
      System.out.println(name + " " + hex(MessageDigest.getInstance(name).digest(MESSAGE)));
    try {
      MessageDigest.getInstance("NONE");
    } catch (NoSuchAlgorithmException e) {
      System.out.println(e.getMessage());
    }
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(MESSAGE, "HmacSHA256"));
    System.out.println(hex(mac.doFinal(MESSAGE)) + " " + mac.getProvider().getName());
  }

  static void ciphers() throws GeneralSecurityException {
    SecretKeySpec key =
        new SecretKeySpec("0123456789abcdef".getBytes(StandardCharsets.UTF_8), "AES");
    Cipher cbc = Cipher.getInstance("AES/CBC/PKCS5Padding");
    cbc.init(Cipher.ENCRYPT_MODE, key, new IvParameterSpec(new byte[16]));
    byte[] secret = cbc.doFinal(MESSAGE);
    cbc.init(Cipher.DECRYPT_MODE, key, new IvParameterSpec(new byte[16]));
    System.out.println(hex(secret) + " " + new String(cbc.doFinal(secret), StandardCharsets.UTF_8));
    try {
      cbc.doFinal(new byte[5]);
    } catch (IllegalBlockSizeException e) {
      System.out.println(e.getMessage());
    }
    Cipher gcm = Cipher.getInstance("AES/GCM/NoPadding");
    gcm.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(128, new byte[12]));
    gcm.updateAAD(new byte[] {1, 2, 3});
    byte[] sealed = gcm.doFinal(MESSAGE);
    System.out.println(hex(sealed));
    sealed[0] ^= 1;
    gcm.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(128, new byte[12]));
    try {
      gcm.doFinal(sealed);
    } catch (AEADBadTagException e) {
      System.out.println(e.getMessage());
    }
    KeyGenerator keys = KeyGenerator.getInstance("AES");
    keys.init(256);
    System.out.println(keys.generateKey().getEncoded().length);
    SecretKeyFactory derive = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256");
    System.out.println(
        hex(derive.generateSecret(new PBEKeySpec("password".toCharArray(), MESSAGE, 20, 128))
                .getEncoded()));
  }

  static void signatures() throws GeneralSecurityException {
    KeyPairGenerator pairs = KeyPairGenerator.getInstance("RSA");
    pairs.initialize(512);
    KeyPair pair = pairs.generateKeyPair();
    Signature s = Signature.getInstance("SHA256withRSA");
    s.initSign(pair.getPrivate());
    s.update(MESSAGE);
    byte[] signed = s.sign();
    s.initVerify(pair.getPublic());
    s.update(MESSAGE);
    System.out.println(signed.length + " " + s.verify(signed));
  }

  public static void main(String[] args) throws GeneralSecurityException {
    digests();
    ciphers();
    signatures();
    System.out.println(UUID.nameUUIDFromBytes(MESSAGE) + " " + UUID.randomUUID().version() + " "
        + new UUID(1, 2).compareTo(new UUID(1, 3)));
    System.out.println(new SecureRandom().nextInt(10) < 10);
    for (Provider p : Security.getProviders()) System.out.println(p.getName());
  }
}
