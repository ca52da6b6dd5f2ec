#include "collisionchip/testbench/explore/point_report.h"

#include <fmt/format.h>

#include "collisionchip/testbench/account/deadline.h"
#include "collisionchip/testbench/account/text_account.h"
#include "collisionchip/testbench/engines/chip_engine.h"
#include "collisionchip/testbench/explore/object_store.h"
#include "collisionchip/testbench/explore/origin.h"
#include "collisionchip/testbench/run/judges.h"
#include "collisionchip/testbench/scenes/scene_asker.h"
#include "collisionchip/testbench/scenes/scene_totals.h"
#include "collisionchip/testbench/terminal/standard_streams.h"
#include "collisionchip/tlm/config/config_file.h"
#include "collisionchip/tlm/machines/config_conflicts.h"

namespace collisionchip {

namespace {

// What `collisionchip scene` prints, with the point's chip.
AnswerVerdict report_scene(const Workload& work, const ChipConfig& config) {
  const Scene scene(work.scene, config);
  SceneAsker asker(scene, true);
  SceneTotals totals(scene, true);
  AnswerVerdict verdict;
  for (std::uint64_t frame = 0; frame < scene.plan().frames && !verdict.is_wrong(); ++frame) {
    const FrameAnswer answer = asker.ask(frame);
    totals.add(answer);
    verdict.add(answer.verdict);
  }
  fmt::print("\n{}: {} ({} triangles)\n{}", work.name, work.object_a, work.triangles_a(),
             scene_text(totals.to_json()));
  return verdict;
}

}  // namespace

bool report_point(const Plan& plan, const PointSpace& points, std::uint64_t point,
                  const std::vector<Workload>& workloads) {
  const ChipConfig config = points.configuration(point);
  validate(config);
  fmt::print("point {}: configuration {}\n  {}\n", point, config_hash(config), chip_arguments(plan, config));
  ObjectStore objects(workloads);
  const EngineKind& kind = *find_engine("tlm");
  AnswerVerdict verdict;
  bool clean = true;
  for (std::size_t i = 0; i < workloads.size(); ++i) {
    const Workload& work = workloads[i];
    if (work.scene) {
      verdict.add(report_scene(work, config));
      continue;
    }
    const BoardImage& image = objects.image(i, config);
    const Objects both{image.object(0), image.object(1), &image};
    ChipEngine chip({config});
    chip.prepare(both);
    EngineJudge judge(kind, judge_of(kind), config, both, work.first_witness);
    AnswerSum sum;
    DeadlineCount deadline;
    double seconds = 0;
    QueryLoop(chip, work.first_witness, {&judge}).ask(work.poses, [&](const auto& judged) {
      sum.add(*judged.answer.chip);
      deadline.add(seconds_of(*judged.answer.chip));
      seconds += judged.seconds;
    });
    verdict.add(judge.verdict());
    fmt::print("\n{}: {} ({} triangles) against {} ({} triangles), {}\n{}\n", work.name, work.object_a,
               work.a->triangle_count(), work.object_b, work.b->triangle_count(),
               work.first_witness ? "first witness" : "all pairs", to_text(sum, config));
    if (work.contact) fmt::print("{}", to_text(*work.contact, sum.queries(), sum.sum().cycles, seconds));
    if (work.haptic) fmt::print("{}", deadline.text("transfers over PCI included"));
    for (const std::string& violation : chip.simulation().board().violations()) {
      fmt::print("checker: {}\n", violation);
      clean = false;
    }
  }
  fmt::print("{}\n", verdict.line(kind.title, judge_of(kind).title));
  if (verdict.is_wrong()) print_error("collisionchip: models disagree: " + verdict.first_difference + "\n");
  return clean && !verdict.is_wrong();
}

}  // namespace collisionchip
