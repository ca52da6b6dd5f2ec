// What the tests' own main() promises.
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>
#include <systemc>

TEST(SystemCWarning, FailsTheTestInWhichItIsGiven) {
  EXPECT_NONFATAL_FAILURE(SC_REPORT_WARNING("kernel", "an object has a name twice"),
                          "SystemC warns: kernel: an object");
}
