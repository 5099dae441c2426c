package make;

import static make.ClassMaker.code;
import static make.ClassMaker.u2;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes the class files that programs of this folder load but javac cannot make: {@code
 * MakeClasses FOLDER}.
 */
public class MakeClasses {
  private static final String LOOKUP = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;";
  private static final String CONSTANTS = "java/lang/invoke/ConstantBootstraps";

  /**
   * Dynamic constants. DynamicConstants has the bootstrap methods that java.lang.invoke does not
   * have.
   */
  private static byte[] constants() {
    ClassMaker c = new ClassMaker("MadeConstants", 55);
    String mine = "DynamicConstants";
    int text = c.bootstrap(mine, "text", LOOKUP + "Ljava/lang/Class;)Ljava/lang/Object;");
    int join = c.bootstrap(mine, "join",
        LOOKUP + "Ljava/lang/Class;[Ljava/lang/Object;)Ljava/lang/String;", c.integer(7),
        c.string("str"), c.number(1L << 40), c.number(0.5), c.type("[I"), c.methodType("(I)V"),
        c.handle(6, c.method("java/lang/Math", "abs", "(I)I")),
        c.dynamic(text, "inner", "Ljava/lang/String;"));
    int[][] load = {
        code(0x12, c.dynamic(text, "once", "Ljava/lang/String;"), 0xb0),
        code(0x12,
            c.dynamic(c.bootstrap(mine, "number", LOOKUP + "Ljava/lang/Class;I)I", c.integer(40)),
                "fortyTwo", "I"),
            0xac),
        code(0x14,
            u2(c.dynamic(c.bootstrap(mine, "wide", LOOKUP + "Ljava/lang/Class;J)J", c.number(5L)),
                "wide", "J")),
            0xad),
        code(0x14,
            u2(c.dynamic(c.bootstrap(mine, "number", LOOKUP + "Ljava/lang/Class;I)I", c.integer(3)),
                "widened", "D")),
            0xaf),
        code(0x12, c.dynamic(join, "all", "Ljava/lang/String;"), 0xb0),
        code(0x12,
            c.dynamic(c.bootstrap(mine, "fail", LOOKUP + "Ljava/lang/Class;)Ljava/lang/Object;"),
                "bad", "Ljava/lang/Object;"),
            0xb0),
        code(0x12,
            c.dynamic(c.bootstrap(mine, "text", LOOKUP + "Ljava/lang/Class;)Ljava/lang/Object;"),
                "miscast", "Ljava/lang/Integer;"),
            0xb0),
        code(0x12,
            c.dynamic(c.bootstrap(CONSTANTS, "nullConstant",
                          LOOKUP + "Ljava/lang/Class;)Ljava/lang/Object;"),
                "none", "Ljava/lang/String;"),
            0xb0),
        code(0x12,
            c.dynamic(c.bootstrap(CONSTANTS, "primitiveClass",
                          LOOKUP + "Ljava/lang/Class;)Ljava/lang/Class;"),
                "J", "Ljava/lang/Class;"),
            0xb0),
        code(0x12,
            c.dynamic(c.bootstrap(
                          CONSTANTS, "enumConstant", LOOKUP + "Ljava/lang/Class;)Ljava/lang/Enum;"),
                "SECONDS", "Ljava/util/concurrent/TimeUnit;"),
            0xb0),
        code(0x12,
            c.dynamic(c.bootstrap(CONSTANTS, "getStaticFinal",
                          LOOKUP + "Ljava/lang/Class;Ljava/lang/Class;)Ljava/lang/Object;",
                          c.type("java/lang/Integer")),
                "MAX_VALUE", "I"),
            0xac),
        code(0x12,
            c.dynamic(
                c.bootstrap(CONSTANTS, "invoke",
                    LOOKUP
                        + "Ljava/lang/Class;Ljava/lang/invoke/MethodHandle;[Ljava/lang/Object;)Ljava/lang/Object;",
                    c.handle(
                        6, c.method("java/lang/Integer", "parseInt", "(Ljava/lang/String;I)I")),
                    c.string("ff"), c.integer(16)),
                "parsed", "I"),
            0xac),
        code(0x12,
            c.dynamic(
                c.bootstrap(CONSTANTS, "arrayVarHandle",
                    LOOKUP + "Ljava/lang/Class;Ljava/lang/Class;)Ljava/lang/invoke/VarHandle;",
                    c.type("[I")),
                "elements", "Ljava/lang/invoke/VarHandle;"),
            0xb0),
        code(0x12,
            c.dynamic(
                c.bootstrap(CONSTANTS, "fieldVarHandle",
                    LOOKUP
                        + "Ljava/lang/Class;Ljava/lang/Class;Ljava/lang/Class;)Ljava/lang/invoke/VarHandle;",
                    c.type(mine), c.type("java/lang/String")),
                "field", "Ljava/lang/invoke/VarHandle;"),
            0xb0),
    };
    String[] types = {"Ljava/lang/String;", "I", "J", "D", "Ljava/lang/String;",
        "Ljava/lang/Object;", "Ljava/lang/Integer;", "Ljava/lang/String;", "Ljava/lang/Class;",
        "Ljava/util/concurrent/TimeUnit;", "I", "I", "Ljava/lang/invoke/VarHandle;",
        "Ljava/lang/invoke/VarHandle;"};
    for (int i = 0; i < load.length; i++) c.addMethod("get" + i, "()" + types[i], 2, 0, load[i]);
    return c.toBytes();
  }

  /** Call sites with bootstrap methods from DynamicSites. */
  private static byte[] sites() {
    ClassMaker c = new ClassMaker("MadeSites", 52);
    String mine = "DynamicSites", site = "Ljava/lang/invoke/MethodType;",
           result = ")Ljava/lang/invoke/CallSite;";
    int add =
        c.invokeDynamic(c.bootstrap(mine, "constant", LOOKUP + site + result), "add", "(II)I");
    int counter =
        c.invokeDynamic(c.bootstrap(mine, "mutable", LOOKUP + site + "[Ljava/lang/Object;" + result,
                            c.string("first"), c.string("second"), c.integer(3)),
            "next", "()Ljava/lang/String;");
    int wide = c.invokeDynamic(c.bootstrap(mine, "constant", LOOKUP + site + result), "mix",
        "(JDLjava/lang/String;)Ljava/lang/String;");
    int fail = c.invokeDynamic(c.bootstrap(mine, "failing", LOOKUP + site + result), "fail", "()V");
    int error = c.invokeDynamic(c.bootstrap(mine, "error", LOOKUP + site + result), "error", "()V");
    int wrong =
        c.invokeDynamic(c.bootstrap(mine, "wrongType", LOOKUP + site + result), "wrong", "()V");
    int none = c.invokeDynamic(c.bootstrap(mine, "none", LOOKUP + site + result), "none", "()V");
    int many = c.invokeDynamic(
        c.bootstrap(mine, "many",
            LOOKUP + site
                + "IJDLjava/lang/String;Ljava/lang/Class;Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;I"
                + result,
            c.integer(1), c.number(2L), c.number(3.0), c.string("four"), c.type("java/lang/String"),
            c.handle(6, c.method("java/lang/Math", "negateExact", "(I)I")), c.methodType("()V"),
            c.integer(8)),
        "many", "(I)I");
    c.addMethod("add", "(II)I", 2, 2, code(0x1a, 0x1b, 0xba, u2(add), 0, 0, 0xac));
    c.addMethod("next", "()Ljava/lang/String;", 1, 0, code(0xba, u2(counter), 0, 0, 0xb0));
    c.addMethod("mix", "(JDLjava/lang/String;)Ljava/lang/String;", 5, 5,
        code(0x1e, 0x28, 0x19, 4, 0xba, u2(wide), 0, 0, 0xb0));
    c.addMethod("many", "(I)I", 1, 1, code(0x1a, 0xba, u2(many), 0, 0, 0xac));
    int[] faults = {fail, error, wrong, none};
    for (int i = 0; i < faults.length; i++)
      c.addMethod("fault" + i, "()V", 0, 0, code(0xba, u2(faults[i]), 0, 0, 0xb1));
    return c.toBytes();
  }

  /** Old class files: subroutines, wide forms, unusual stack instructions. */
  private static byte[] oldCode() {
    ClassMaker c = new ClassMaker("MadeOldCode", 46);
    int say = c.method("OldCode", "say", "(I)V");
    // A finally block as a subroutine; both the normal end and the rethrowing handler call it.
    c.addMethod("finallyBlock", "(I)I", 2, 4, code(
        0x10, 100, 0x1a, 0x6c, 0x3c, // 0: b = 100 / a
        0xa8, u2(12), // 5: jsr 17
        0x1b, 0xac, // 8: return b
        0x4d, // 10: c = the exception
        0xa8, u2(6), // 11: jsr 17
        0x2c, 0xbf, 0, // 14: throw c
        0x4e, 0x1a, 0xb8, u2(say), 0xa9, 3), // 17: d = return address; say(a); ret d
        0, 5, 10, 0);
    // jsr_w, a nested subroutine, wide ret.
    c.addMethod("nested", "()I", 3, 3, code(
        0x03, 0x3b, // 0: a = 0
        0xc9, 0, 0, 0, 10, // 2: jsr_w 12
        0xa8, u2(5), // 7: jsr 12
        0x1a, 0xac, // 10: return a
        0x4c, // 12: b = address
        0xa8, u2(9), // 13: jsr 22
        0xa8, u2(6), // 16: jsr 22
        0xa9, 1, 0, // 19: ret b
        0x4d, 0xc4, 0x84, u2(0), u2(1000), 0xc4, 0xa9, u2(2))); // 22: c = address; a += 1000; ret c
    c.addMethod("wide", "(J)J", 4, 400, code(
        0x1e, 0xc4, 0x37, u2(300), // lstore 300
        0xc4, 0x16, u2(300), 0x0a, 0x61, 0xc4, 0x37, u2(302), // + 1, lstore 302
        0x04, 0xc4, 0x36, u2(310), 0xc4, 0x84, u2(310), u2(-5 & 0xffff), // istore 310; iinc -5
        0xc4, 0x16, u2(302), 0xc4, 0x15, u2(310), 0x85, 0x69, 0xad));
    c.addMethod("shuffle", "()I", 8, 0, code(
        0x04, 0x05, 0x06, // 1 2 3
        0x5b, // dup_x2: 3 1 2 3
        0x5f, // swap: 3 1 3 2
        0x5d, // dup2_x1: 3 3 2 1 3 2
        0x64, // isub: 3 3 2 1 1
        0x5a, // dup_x1: 3 3 2 1 1 1
        0x5c, // dup2: 3 3 2 1 1 1 1 1
        0x58, // pop2: 3 3 2 1 1 1
        0x60, 0x68, 0x10, 10, 0x68, 0x60, 0x60, 0x60, 0xac));
    c.addMethod("shuffleWide", "(JJ)J", 10, 4, code(
        0x1e, 0x20, // a b
        0x5e, // dup2_x2: b a b
        0x65, // lsub: b a-b
        0x08, 0x5b, 0x57, // iconst_5, dup_x2 over a long, pop: b 5 a-b
        0x5d, 0x58, 0x57, // dup2_x1, pop2, pop: b a-b
        0x65, 0xad));
    c.addMethod("far", "(I)I", 2, 1, code(
        0x1a, 0x9e, u2(9), // 0: ifle 10
        0xc8, 0, 0, 0, 9, // 4: goto_w 13
        0x00, 0x03, 0xac, 0x00, // 9: nop; 10: return 0
        0x13, u2(c.integer(123456)), 0xac)); // 13: ldc_w
    return c.toBytes();
  }

  private static void text(Path folder, String name, String text) throws IOException {
    Path p = folder.resolve(name);
    Files.createDirectories(p.getParent());
    Files.writeString(p, text);
  }

  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    Files.write(folder.resolve("MadeConstants.class"), constants());
    Files.write(folder.resolve("MadeSites.class"), sites());
    Files.write(folder.resolve("MadeOldCode.class"), oldCode());
    text(folder, "META-INF/services/ServiceUse$Greeter",
        "ServiceUse$Polite # a comment\n\n  ServiceUse$Short\nServiceUse$Missing\n");
    text(folder, "made/text.txt", "first line\nsecond \u00e9\n");
    text(folder, "made/words.properties", "hello=hello\nbye=bye\n");
    text(folder, "made/words_fr.properties", "hello=bonjour\n");
  }
}
