// A timeline's row: phases join whatever was recorded, nothing is lost in the packing, bins add up.
#include "collisionchip/testbench/report/trace_track.h"

#include <gtest/gtest.h>

#include "collisionchip/testbench/tests/report/timeline_reader.h"

namespace collisionchip {
namespace {

using testing_support::PageReader;
using testing_support::Phase;
using testing_support::unpacked;
using Json = nlohmann::ordered_json;

class TraceTrackTest : public ::testing::Test {
 protected:
  std::vector<Phase> phases_of(TraceTrack& track, TraceCycle from = 0) {
    json_ = track.json(page_);
    reader_ = PageReader(page_);
    return unpacked(json_, reader_, from);
  }
  ReportPage page_;
  PageReader reader_;
  Json json_;
};

TEST_F(TraceTrackTest, PhasesJoinOverGapsAndOverlaps) {
  TraceTrack track("g", "n", {"none", "x", "y"}, "number", 100, {0, 100});
  track.add(10, 20, 1, 5);
  track.add(20, 25, 2, -7);       // joins
  track.add(30, 60, 1, 1000000);  // after a gap
  track.add(50, 70, 2, 3);        // ends the one before sooner
  track.add(40, 45, 1, 9);        // lies wholly in the past: dropped
  track.add(90, 200, 1, 4);       // beyond the end
  const std::vector<Phase> expected = {{0, 10, 0, 0},  {10, 20, 1, 5},       {20, 25, 2, -7},
                                       {25, 30, 0, 0}, {30, 50, 1, 1000000}, {50, 70, 2, 3},
                                       {70, 90, 0, 0}, {90, 100, 1, 4}};
  EXPECT_EQ(phases_of(track), expected);
}

TEST_F(TraceTrackTest, NoPhaseAtAll) {
  TraceTrack track("g", "n", {"none", "x"}, "", 50, {0, 50});
  track.add(7, 7, 1);
  EXPECT_EQ(phases_of(track), (std::vector<Phase>{{0, 50, 0, 0}}));
  EXPECT_FALSE(json_.contains("values"));
}

TEST_F(TraceTrackTest, DetailIsAWindow) {
  TraceTrack track("g", "n", {"none", "x", "y"}, "", 1000, {100, 200});
  track.add(0, 150, 1);
  track.add(150, 160, 2);
  track.add(400, 900, 1);
  EXPECT_EQ(phases_of(track, 100),
            (std::vector<Phase>{{100, 150, 1, 0}, {150, 160, 2, 0}, {160, 200, 0, 0}}));
}

TEST_F(TraceTrackTest, BinsHoldTheSharesOfTheWholeQuery) {
  // Shorter and longer than there are bins; phases that begin and end within a bin.
  for (const TraceCycle cycles : {1, 7, 1000, 1024, 5000, 1000003}) {
    TraceTrack track("g", "n", {"none", "x", "y"}, "", cycles, {0, cycles});
    track.add(0, cycles / 4, 1);
    track.add(cycles / 2, cycles, 2);
    phases_of(track);
    const std::string bins = reader_.block(json_["bins"]);
    ASSERT_EQ(bins.size(), 3 * TraceTrack::kBins);
    double sums[3] = {};
    for (std::size_t i = 0; i < bins.size(); i += 3) {
      double all = 0;
      for (std::size_t state = 0; state < 3; ++state) {
        sums[state] += static_cast<unsigned char>(bins[i + state]) / 255.0;
        all += static_cast<unsigned char>(bins[i + state]);
      }
      ASSERT_NEAR(all, 255, 1.01) << "bin " << i / 3 << " of " << cycles;
    }
    const double scale = static_cast<double>(cycles) / static_cast<double>(TraceTrack::kBins);
    const auto length = [](TraceCycle n) { return static_cast<double>(n); };
    EXPECT_NEAR(sums[1] * scale, length(cycles / 4), scale) << cycles;
    EXPECT_NEAR(sums[2] * scale, length(cycles - cycles / 2), scale) << cycles;
  }
}

TEST_F(TraceTrackTest, LongPhasesAndManyStates) {
  std::vector<std::string> states(12, "s");
  TraceTrack track("g", "n", states, "number", 3'000'000'000, {0, 3'000'000'000});
  track.add(0, 2'999'999'999, 11, -4'000'000'000);
  EXPECT_EQ(phases_of(track), (std::vector<Phase>{{0, 2'999'999'999, 11, -4'000'000'000},
                                                  {2'999'999'999, 3'000'000'000, 0, 0}}));
}

}  // namespace
}  // namespace collisionchip
