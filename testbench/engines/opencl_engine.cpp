#include "collisionchip/testbench/engines/opencl_engine.h"

#include "collisionchip/reference/all_pairs/all_pairs.h"
#include "collisionchip/testbench/opencl/opencl_pairs.h"

namespace collisionchip {

namespace {

// Processes that ask in parallel are forked before the device is opened.
class OpenclEngine : public Engine {
 public:
  explicit OpenclEngine(const EngineSetup& setup) : config_(setup.config) {}

  void prepare(const Objects& objects) override {
    tester_ = make_opencl_pairs("any", {});
    side_ = tumbled_side(config_.query.tumbled_side, objects.a, objects.b);
    a_ = AllPairsObject::of(objects.a.triangles);
    b_ = AllPairsObject::of(objects.b.triangles);
    tester_->prepare(a_, b_);
  }

  Answer query(const Pose& pose, bool first_witness) override {
    PairsAnswer found = tester_->ask(pose, PairsMode::filtered, side_);
    Answer answer;
    settle(found, a_, b_, pose, side_, answer.counters);
    answer.pairs = std::move(found.pairs);
    if (first_witness && answer.pairs.size() > 1) answer.pairs.resize(1);
    return answer;
  }

 private:
  const ChipConfig config_;
  TumbledSide side_ = TumbledSide::b;
  std::unique_ptr<PairTester> tester_;
  AllPairsObject a_, b_;
};

}  // namespace

std::unique_ptr<Engine> make_opencl_engine(const EngineSetup& setup) {
  return std::make_unique<OpenclEngine>(setup);
}

}  // namespace collisionchip
