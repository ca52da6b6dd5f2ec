#include "collisionchip/testbench/scenes/scene_totals.h"

#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "collisionchip/testbench/account/query_times.h"
#include "collisionchip/testbench/version.h"
#include "collisionchip/tlm/config/config_file.h"

namespace collisionchip {

namespace {

using Json = nlohmann::ordered_json;

Json objects_json(const Scene& scene) {
  Json objects = Json::array();
  const std::vector<SceneObject>& all = scene.plan().objects;
  for (std::size_t i = 0; i < all.size(); ++i) {
    objects.push_back({{"name", all[i].name},
                       {"mesh", all[i].source.name()},
                       {"triangles", scene.object(i).triangles.size()},
                       {"address", scene.image().objects[scene.place_of(i)].begin}});
  }
  return objects;
}

// Without its folder: the results are the same bytes wherever they were asked for.
std::string name_alone(const std::string& file) {
  return std::filesystem::path(file).filename().string();
}

}  // namespace

SceneTotals::SceneTotals(const Scene& scene, bool checked) : scene_(scene), checked_(checked) {}

void SceneTotals::add(const FrameAnswer& answer) {
  const std::uint64_t time = answer.counts.host.total_ps;
  if (frames_ == 0 || time > slowest_ps_) {
    slowest_ = answer.frame;
    slowest_ps_ = time;
  }
  ++frames_;
  missed_ += is_late(answer.counts, scene_.plan().deadline_us) ? 1 : 0;
  counts_.add(answer.counts);
  verdict_.add(answer.verdict);
}

Json SceneTotals::to_json() const {
  const ScenePlan& plan = scene_.plan();
  const ChipConfig& config = scene_.config();
  std::uint64_t upload_bytes = 0;
  for (const PlacedObject& placed : scene_.image().objects) upload_bytes += placed.end - placed.begin;
  const std::uint64_t objects = plan.objects.size();
  const QueryTimes times = query_times(counts_.cycles, counts_.settled_cycles, counts_.host, config);
  const Cycle upload = upload_cycles(config, scene_.image());
  return {{"version", kVersion},
          {"scene", name_alone(plan.file)},
          {"scene_digest", scene_.digest()},
          {"chip", is_chip_file(plan.chip.given) ? name_alone(plan.chip.given) : plan.chip.given},
          {"configuration_hash", config_hash(config)},
          {"clock_period_ps", config.chip.clock_period_ps},
          {"frames", frames_},
          {"objects", objects_json(scene_)},
          {"shapes", scene_.image().objects.size()},
          {"upload", {{"bytes", upload_bytes}, {"cycles", upload}, {"ns", nanoseconds(upload, config)}}},
          {"all_pairs", frames_ * objects * (objects - 1) / 2},
          {"pairs_tested", counts_.pairs_tested},
          {"pairs_colliding", counts_.pairs_colliding},
          {"triangle_pairs", counts_.triangle_pairs},
          {"cycles", counts_.cycles},
          {"pci_cycles", counts_.pci_cycles},
          {"pci_bytes", counts_.pci_bytes},
          {"total_cycles", counts_.total_cycles()},
          {"total_ns", times.total_ns},
          {"chip_ns", times.chip_ns},
          {"link_ns", times.link_ns},
          {"host_ns", times.host_ns},
          {"overlap_ns", times.overlap_ns},
          {"deadline",
           {{"us", plan.deadline_us},
            {"cycles", plan.deadline_us * 1'000'000 / config.chip.clock_period_ps},
            {"met", frames_ - missed_},
            {"missed", missed_},
            {"slowest_frame", slowest_},
            {"slowest_cycles", slowest_ps_ / config.chip.clock_period_ps},
            {"slowest_ns", (slowest_ps_ + 500) / 1000}}},
          {"checked", checked_},
          {"verdict",
           {{"queries", verdict_.queries},
            {"pairs", verdict_.pairs},
            {"differences", verdict_.differences},
            {"first_difference", verdict_.first_difference}}}};
}

Json read_scene_totals(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return Json::parse(file);
}

std::string scene_text(const Json& totals) {
  const auto count = [&](const char* name) { return totals.at(name).get<std::uint64_t>(); };
  const auto each = [&](const char* name) {
    return time_text(static_cast<double>(count(name)) / static_cast<double>(count("frames")));
  };
  const Json &deadline = totals.at("deadline"), &upload = totals.at("upload"),
             &verdict = totals.at("verdict");
  std::string text = fmt::format(
      "  frames     {}, {} objects of {} shapes\n"
      "  upload     {} bytes once, {} cycles\n"
      "  objects    {} pairs, {} left by the broad phase and asked, {} colliding\n"
      "  pairs      {} of triangles\n"
      "  chip       {} cycles, {} a frame\n"
      "  link       {} cycles, {} bytes; with the doorbell {} a frame\n"
      "  host       {} a frame for set-up, settling and calls, {} overlap\n"
      "  total      {} a frame\n",
      count("frames"), totals.at("objects").size(), count("shapes"), upload.at("bytes").get<std::uint64_t>(),
      upload.at("cycles").get<std::uint64_t>(), count("all_pairs"), count("pairs_tested"),
      count("pairs_colliding"), count("triangle_pairs"), count("cycles"), each("chip_ns"),
      count("pci_cycles"), count("pci_bytes"), each("link_ns"), each("host_ns"), each("overlap_ns"),
      each("total_ns"));
  text += fmt::format(
      "  deadline   {} frames met {}, {} missed it; slowest {} (frame {})\n",
      deadline.at("met").get<std::uint64_t>(), time_text(1e3 * deadline.at("us").get<double>()),
      deadline.at("missed").get<std::uint64_t>(), time_text(deadline.at("slowest_ns").get<double>()),
      deadline.at("slowest_frame").get<std::uint64_t>());
  if (!totals.at("checked").get<bool>()) return text + "PARITY: not checked (--no-check)\n";
  const AnswerVerdict found{verdict.at("queries"), verdict.at("pairs"), verdict.at("differences"), "", false};
  return text + found.line("tlm", "reference") + "\n";
}

}  // namespace collisionchip
