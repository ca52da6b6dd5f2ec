#include "collisionchip/testbench/scenes/scene_totals.h"

#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/version.h"
#include "collisionchip/tlm/machine/config_file.h"

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

double milliseconds(const Json& totals, Cycle cycles) {
  return static_cast<double>(cycles) * totals.at("clock_period_ps").get<double>() * 1e-9;
}

}  // namespace

SceneTotals::SceneTotals(const Scene& scene, bool checked)
    : scene_(scene),
      checked_(checked),
      deadline_(deadline_cycles(scene.config(), scene.plan().deadline_us)) {}

void SceneTotals::add(const FrameAnswer& answer) {
  const Cycle cycles = answer.counts.total_cycles();
  if (frames_ == 0 || cycles > slowest_cycles_) {
    slowest_ = answer.frame;
    slowest_cycles_ = cycles;
  }
  ++frames_;
  missed_ += cycles > deadline_ ? 1 : 0;
  counts_.add(answer.counts);
  verdict_.add(answer.verdict);
}

Json SceneTotals::to_json() const {
  const ScenePlan& plan = scene_.plan();
  const ChipConfig& config = scene_.config();
  std::uint64_t upload_bytes = 0;
  for (const PlacedObject& placed : scene_.image().objects) upload_bytes += placed.end - placed.begin;
  const std::uint64_t objects = plan.objects.size();
  return {{"version", kVersion},
          {"scene", name_alone(plan.file)},
          {"scene_digest", scene_.digest()},
          {"chip", is_chip_file(plan.chip.given) ? name_alone(plan.chip.given) : plan.chip.given},
          {"configuration_hash", config_hash(config)},
          {"clock_period_ps", config.chip.clock_period_ps},
          {"frames", frames_},
          {"objects", objects_json(scene_)},
          {"shapes", scene_.image().objects.size()},
          {"upload", {{"bytes", upload_bytes}, {"cycles", upload_cycles(config, scene_.image())}}},
          {"all_pairs", frames_ * objects * (objects - 1) / 2},
          {"pairs_tested", counts_.pairs_tested},
          {"pairs_colliding", counts_.pairs_colliding},
          {"triangle_pairs", counts_.triangle_pairs},
          {"cycles", counts_.cycles},
          {"pci_cycles", counts_.pci_cycles},
          {"pci_bytes", counts_.pci_bytes},
          {"total_cycles", counts_.total_cycles()},
          {"deadline",
           {{"us", plan.deadline_us},
            {"cycles", deadline_},
            {"met", frames_ - missed_},
            {"missed", missed_},
            {"slowest_frame", slowest_},
            {"slowest_cycles", slowest_cycles_}}},
          {"checked", checked_},
          {"verdict",
           {{"queries", verdict_.queries},
            {"pairs", verdict_.pairs},
            {"differences", verdict_.differences},
            {"first_difference", verdict_.first_difference}}}};
}

Json read_scene_totals(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  try {
    return Json::parse(file);
  } catch (const nlohmann::json::exception&) {
    throw InputError(path +
                     ": expected the totals of a scene, got a file that is cut short or damaged; without it "
                     "the scene is asked again");
  }
}

std::string scene_text(const Json& totals) {
  const auto count = [&](const char* name) { return totals.at(name).get<std::uint64_t>(); };
  const Json &deadline = totals.at("deadline"), &upload = totals.at("upload"),
             &verdict = totals.at("verdict");
  std::string text = fmt::format(
      "  frames     {}, {} objects of {} shapes\n"
      "  upload     {} bytes once, {} cycles over PCI\n"
      "  objects    {} pairs, {} left by the broad phase and asked, {} colliding\n"
      "  pairs      {} of triangles\n"
      "  chip       {} cycles, {:.3f} ms a frame\n"
      "  host       {} cycles over PCI, {} bytes\n",
      count("frames"), totals.at("objects").size(), count("shapes"), upload.at("bytes").get<std::uint64_t>(),
      upload.at("cycles").get<std::uint64_t>(), count("all_pairs"), count("pairs_tested"),
      count("pairs_colliding"), count("triangle_pairs"), count("cycles"),
      milliseconds(totals, count("cycles")) / static_cast<double>(count("frames")), count("pci_cycles"),
      count("pci_bytes"));
  text += fmt::format("  deadline   {} frames met {:.3f} ms, {} missed it; slowest {:.3f} ms (frame {})\n",
                      deadline.at("met").get<std::uint64_t>(), deadline.at("us").get<double>() * 1e-3,
                      deadline.at("missed").get<std::uint64_t>(),
                      milliseconds(totals, deadline.at("slowest_cycles").get<std::uint64_t>()),
                      deadline.at("slowest_frame").get<std::uint64_t>());
  if (!totals.at("checked").get<bool>()) return text + "PARITY: not checked (--no-check)\n";
  const AnswerVerdict found{verdict.at("queries"), verdict.at("pairs"), verdict.at("differences"), "", false};
  return text + found.line("tlm", "reference") + "\n";
}

}  // namespace collisionchip
