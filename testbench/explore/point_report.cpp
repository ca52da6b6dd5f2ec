#include "collisionchip/testbench/explore/point_report.h"

#include <fmt/format.h>

#include "collisionchip/testbench/account/text_account.h"
#include "collisionchip/testbench/explore/object_store.h"
#include "collisionchip/testbench/explore/origin.h"
#include "collisionchip/testbench/host/simulation.h"
#include "collisionchip/testbench/judge/scoreboard.h"
#include "collisionchip/tlm/machine/config_conflicts.h"
#include "collisionchip/tlm/machine/config_file.h"

namespace collisionchip {

bool report_point(const Plan& plan, const PointSpace& points, std::uint64_t point,
                  const std::vector<Workload>& workloads) {
  const ChipConfig config = points.configuration(point);
  validate(config);
  fmt::print("point {}: configuration {}\n  {}\n", point, config_hash(config), chip_arguments(plan, config));
  ObjectStore objects(workloads);
  Scoreboard scoreboard;
  bool clean = true;
  for (std::size_t i = 0; i < workloads.size(); ++i) {
    const Workload& work = workloads[i];
    const BoardImage& image = objects.image(i, config);
    const QueryOptions options = query_options(config, work.first_witness);
    Simulation simulation(config);
    simulation.attach(image);
    AnswerSum sum;
    for (std::size_t pose = 0; pose < work.poses.size(); ++pose) {
      const ChipAnswer answer = simulation.query(work.poses[pose], work.first_witness);
      scoreboard.check_chip(pose, answer, list_traversal(*image.a, *image.b, work.poses[pose], options),
                            options);
      sum.add(answer);
    }
    fmt::print("\n{}: {} ({} triangles) against {} ({} triangles), {}\n{}\n", work.name, work.object_a,
               work.a->triangle_count(), work.object_b, work.b->triangle_count(),
               work.first_witness ? "first witness" : "all pairs", to_text(sum, config));
    for (const std::string& violation : simulation.board().violations()) {
      fmt::print("checker: {}\n", violation);
      clean = false;
    }
  }
  fmt::print("{}\n", scoreboard.verdict().line("tlm", "reference"));
  if (scoreboard.differences() > 0)
    fmt::print(stderr, "collisionchip: models disagree: {}\n", scoreboard.first_difference());
  return clean && scoreboard.differences() == 0;
}

}  // namespace collisionchip
