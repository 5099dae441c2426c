@PACKAGE@import heddle.ForcedRun;
import @JUNIT@.Test;

/**
 * Makes the threads of {@code @PROGRAM@} take turns as in the run in which heddle found
 *
 * <pre>@HEADLINE@</pre>
 *
 * <p>The test fails as long as that run shows the error. Once it passes, this schedule is harmless.
 * It does not show that all schedules are.
 */
@PUBLIC@class @NAME@ {
  @Test
  @PUBLIC@void theScheduleShowsNoError() throws Exception {
    new ForcedRun(@NAME@.class, @WORDS@)@SETTINGS@
        .assertNoError();
  }
}
