#include "collisionchip/testbench/scenes/frame_answer.h"

#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "collisionchip/reference/files/output_file.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/account/query_times.h"
#include "collisionchip/tlm/machine/json_text.h"

namespace collisionchip {

const char* const kFrameColumns =
    "frame,pairs_tested,pairs_colliding,triangle_pairs,cycles,pci_cycles,pci_bytes,total_cycles,total_ns,"
    "chip_ns,link_ns,deadline,host_ns,overlap_ns\n";
const char* const kPairColumns = "frame,object_a,object_b,triangle_a,triangle_b\n";

void FrameCounts::add(const FrameCounts& other) {
  pairs_tested += other.pairs_tested;
  pairs_colliding += other.pairs_colliding;
  triangle_pairs += other.triangle_pairs;
  cycles += other.cycles;
  pci_cycles += other.pci_cycles;
  pci_bytes += other.pci_bytes;
  settled_cycles += other.settled_cycles;
  host.add(other.host);
}

// The first line says how long the text behind it is.
void FrameAnswer::save(const std::string& path, const std::string& question) const {
  const nlohmann::json head = {
      {"question", question},
      {"frame", frame},
      {"counts",
       {counts.pairs_tested, counts.pairs_colliding, counts.triangle_pairs, counts.cycles, counts.pci_cycles,
        counts.pci_bytes, counts.settled_cycles, counts.host.ns, counts.host.overlap_ps,
        counts.host.total_ps}},
      {"verdict", {verdict.queries, verdict.pairs, verdict.differences, verdict.first_difference}},
      {"pair_bytes", pair_lines.size()}};
  OutputFile file(path);
  file.stream() << json_text(head) << "\n" << pair_lines;
  file.close();
}

FrameAnswer FrameAnswer::load(const std::string& path, std::uint64_t frame, const std::string& question) {
  std::ifstream file(path, std::ios::binary);
  std::string head;
  std::getline(file, head);
  try {
    const nlohmann::json json = nlohmann::json::parse(head);
    if (json.at("question") != question) throw InputError("it answers another question");
    const nlohmann::json &counts = json.at("counts"), &verdict = json.at("verdict");
    FrameAnswer answer;
    answer.frame = json.at("frame");
    answer.counts = {counts.at(0), counts.at(1), counts.at(2), counts.at(3),
                     counts.at(4), counts.at(5), counts.at(6), {counts.at(7), counts.at(8), counts.at(9)}};
    answer.verdict = {verdict.at(0), verdict.at(1), verdict.at(2), verdict.at(3), false};
    answer.pair_lines.resize(json.at("pair_bytes").get<std::size_t>());
    file.read(answer.pair_lines.data(), static_cast<std::streamsize>(answer.pair_lines.size()));
    if (!file || file.peek() != std::ifstream::traits_type::eof())
      throw InputError("its length is another one");
    if (answer.frame != frame) throw InputError(fmt::format("it belongs to frame {}", answer.frame));
    return answer;
  } catch (const nlohmann::json::exception&) {
    throw InputError(Place::in(path), fmt::format("the answers to frame {}", frame),
                     ", got a file that is cut short or damaged");
  } catch (const std::exception& error) {
    throw InputError(Place::in(path), fmt::format("the answers to frame {}: {}", frame, error.what()));
  }
}

std::string frame_line(const FrameAnswer& answer, const ChipConfig& config, std::uint64_t deadline_us) {
  const FrameCounts& counts = answer.counts;
  const QueryTimes times = query_times(counts.cycles, counts.settled_cycles, counts.host, config);
  return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", answer.frame, counts.pairs_tested,
                     counts.pairs_colliding, counts.triangle_pairs, counts.cycles, counts.pci_cycles,
                     counts.pci_bytes, counts.total_cycles(), times.total_ns, times.chip_ns, times.link_ns,
                     is_late(counts, deadline_us) ? "missed" : "met", times.host_ns, times.overlap_ns);
}

}  // namespace collisionchip
