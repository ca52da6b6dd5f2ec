// The entry point of every GoogleTest binary that links SystemC, whose library owns main(). Link
// GTest::gtest, not gtest_main.
#include <cstdlib>

#include <gtest/gtest.h>
#include <systemc>

namespace {

// The library prints its banner before it calls sc_main, so it must be told while the program loads.
[[maybe_unused]] const int kBannerOff = setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);

}  // namespace

int sc_main(int argc, char** argv) {
  sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
