package figure6;

public abstract class X {
  int val;
  int otherVal;

  public abstract void aa();

  public void test(X x) {
    int i = 0; // figure's line 6
    this.bb(); // line 7
    x.aa(); // line 8
  }

  public void bb() {
    this.val = 10;
    this.otherVal = 11;
  }
}
