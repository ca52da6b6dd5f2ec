// The estimator's decisions about tumbled pairs against what the simulated Stack Engine counts.
#include "collisionchip/testbench/estimator/tumbled_sequence.h"

#include "collisionchip/testbench/tests/estimator/estimator_support.h"
#include "collisionchip/tlm/machines/unit_params.h"

namespace collisionchip {
namespace {

using namespace testing_support;

struct Counts {
  std::uint64_t kept = 0, prefetches = 0, used = 0;
  bool operator==(const Counts& o) const {
    return kept == o.kept && prefetches == o.prefetches && used == o.used;
  }
};
std::ostream& operator<<(std::ostream& out, const Counts& c) {
  return out << c.kept << " kept, " << c.prefetches << " prefetches, " << c.used << " used";
}

TEST(TumbledSequence, DecidesAsTheStackEngineDoes) {
  const ObjectPair objects = gear_and_casting(400);
  for (int keys = 0; keys < 8; ++keys) {
    ChipConfig config;
    config.stack_engine.prefetch = (keys & 1) != 0;
    config.stack_engine.prefetch_known = (keys & 2) != 0;
    config.stack_engine.keep_pair = (keys & 4) != 0;
    const QueryProfile profile(objects.a, objects.b, contact(), query_options(config, objects.a, objects.b));
    TumbledSequence sequence(params_of<StackEngineParams>(config), profile);
    Counts decided;
    for (std::size_t list = 0; list < profile.tape.lists.size(); ++list) {
      const TumbledStep step = sequence.next(list);
      decided.kept += step.kept ? 1 : 0;
      decided.used += step.prefetched ? 1 : 0;
      decided.prefetches += step.ahead != kNoPair ? 1 : 0;
    }
    const ChipAnswer model = simulated(objects, contact(), config);
    const Counts counted = {counter(model, "stack_engine.lists_kept"),
                            counter(model, "stack_engine.prefetches"),
                            counter(model, "stack_engine.prefetches_used")};
    EXPECT_EQ(decided, counted) << keys;
    EXPECT_EQ(counted.kept > 0, (keys & 4) != 0);
  }
}

// Beginning anywhere, it decides as if it had gone through all lists.
TEST(TumbledSequence, FindsItsPlaceAfterAGap) {
  const ObjectPair objects = gear_and_casting(400);
  const ChipConfig config;
  const QueryProfile profile(objects.a, objects.b, contact(), query_options(config, objects.a, objects.b));
  const StackEngineParams params = params_of<StackEngineParams>(config);
  TumbledSequence through(params, profile);
  for (std::size_t list = 0; list < profile.tape.lists.size(); ++list) {
    const TumbledStep expected = through.next(list);
    TumbledSequence from_here(params, profile);
    const TumbledStep step = from_here.next(list);
    EXPECT_EQ(step.kept, expected.kept) << list;
    EXPECT_EQ(step.prefetched, expected.prefetched) << list;
    EXPECT_EQ(step.ahead, expected.ahead) << list;
  }
}

}  // namespace
}  // namespace collisionchip
