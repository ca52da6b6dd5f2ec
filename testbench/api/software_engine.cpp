// The software that does what a machine does, as an engine of the library: threads ask it at once.
#include <atomic>
#include <chrono>

#include "collisionchip/reference/tree/threads.h"
#include "collisionchip/testbench/api/engine_data.h"
#include "collisionchip/testbench/host/chip_reference.h"

namespace collisionchip::api {

namespace {

class SoftwareEngine : public EngineData {
 public:
  using EngineData::EngineData;

  CollideResult collide(const Question& question, std::size_t number, const Pose& pose) const override {
    const auto start = Clock::now();
    Answer answer{chip_reference(config(), *question.a, *question.b, pose, question.first_witness()),
                  std::nullopt};
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    return result_of(std::move(answer), question, number, pose, seconds);
  }

  std::vector<CollideResult> collide(const Question& question, const std::vector<Pose>& poses,
                                     const BatchOptions& options) const override {
    std::vector<CollideResult> results(poses.size());
    std::atomic<std::size_t> next{0};
    const auto work = [&](bool calling) {
      for (std::size_t number; (number = next.fetch_add(1)) < poses.size();) {
        results[number] = collide(question, number, poses[number]);
        if (calling) check_stop(options);
      }
    };
    on_threads(jobs_of(options, poses.size()), work, [&] { next = poses.size(); });
    return results;
  }

 private:
  using Clock = std::chrono::steady_clock;
};

}  // namespace

std::shared_ptr<const EngineData> make_software_engine(const EngineKind& kind, const ChipConfig& config) {
  return std::make_shared<const SoftwareEngine>(kind, config);
}

}  // namespace collisionchip::api
