#include "collisionchip/testbench/engines/chip_engine.h"

#include <utility>

namespace collisionchip {

namespace {

BoardOptions board_options(const EngineSetup& setup) {
  BoardOptions options;
  options.checkers = setup.checkers;
  options.memory_monitor = setup.memory_monitor;
  return options;
}

TraversalCounters counters_of(const ChipAnswer& answer) {
  TraversalCounters counters;
  counters.triangle_tests = answer.triangle_tests;
  counters.uncertain = answer.uncertain;
  counters.uncertain_causes = answer.uncertain_causes;
  counters.lists = answer.lists;
  counters.aligned_pairs = answer.aligned_pairs;
  return counters;
}

}  // namespace

Answer answer_of(ChipAnswer chip) {
  Answer answer;
  answer.pairs = chip.pairs;
  answer.counters = counters_of(chip);
  answer.chip = std::move(chip);
  return answer;
}

ChipEngine::ChipEngine(const EngineSetup& setup) : simulation_(setup.config, board_options(setup)) {}

void ChipEngine::prepare(const Objects& objects) {
  upload_cycles_ = objects.image != nullptr ? simulation_.attach(*objects.image)
                                            : simulation_.driver().upload(objects.a, objects.b);
}

Upload ChipEngine::deform(const Objects& objects) {
  const Upload upload = simulation_.driver().update(objects.a, objects.b);
  handed_over_ = upload.cycles;
  return upload;
}

Answer ChipEngine::query(const Pose& pose, bool first_witness) {
  ChipAnswer answer = simulation_.query(pose, first_witness);
  const Cycle handed_over = std::exchange(handed_over_, 0);
  answer.settled_cycles += handed_over;
  answer.host.total_ps += handed_over * simulation_.board().config().chip.clock_period_ps;
  return answer_of(std::move(answer));
}

ChipEngine::Batch ChipEngine::query_batch(const std::vector<Pose>& poses, bool first_witness) {
  ChipBatch chip = simulation_.query_batch(poses, first_witness);
  Batch batch;
  for (ChipAnswer& answer : chip.answers) batch.answers.push_back(answer_of(std::move(answer)));
  batch.whole = std::move(chip.whole);
  return batch;
}

}  // namespace collisionchip
