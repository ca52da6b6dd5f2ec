// What the tests of traces share: a folder that goes away, recorded runs, all events of a query in memory.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <vector>

#include "collisionchip/testbench/judge/closing_judge.h"
#include "collisionchip/testbench/tests/system/system_support.h"
#include "collisionchip/tlm/machines/presets.h"
#include "collisionchip/traces/read/trace_reader.h"
#include "collisionchip/traces/record/recorder.h"

namespace collisionchip::testing_support {

class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "collisionchip_trace_XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary directory");
    path_ = name;
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

inline std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct RecordedRun {
  ChipConfig config = preset("paper41");
  std::vector<Pose> poses;
  bool first_witness = false;
  unsigned construction_order = 0;
  bool checkers = false;
  RecorderWindow window;
};

inline std::vector<Pose> some_poses(std::size_t count, std::uint64_t seed = 1) {
  Random random(seed);
  std::vector<Pose> poses;
  for (std::size_t i = 0; i < count; ++i)
    poses.push_back(random_pose(random, 0.15 * static_cast<double>(i + 1)));
  return poses;
}

// The answers of a recorded run; without a path, of the same run unrecorded.
inline std::vector<ChipAnswer> record(const RecordedRun& run, const ObjectPair& objects,
                                      const std::optional<std::string>& path) {
  BoardOptions options;
  options.checkers = run.checkers;
  options.construction_order = run.construction_order;
  options.memory_monitor = path.has_value();
  JudgedSimulation simulation(run.config, options);
  simulation.driver().upload(objects.a, objects.b);
  std::unique_ptr<Recorder> recorder;
  if (path) {
    RecorderOptions recording;
    recording.path = *path;
    recording.run.model = "tlm";
    recording.window = run.window;
    recorder = std::make_unique<Recorder>(simulation.board(), run.config, recording);
    simulation.driver().on_query_end.push_back([&] { recorder->end_query(); });
  }
  std::vector<ChipAnswer> answers;
  for (std::size_t pose = 0; pose < run.poses.size(); ++pose) {
    if (recorder) recorder->begin_pose(pose);
    answers.push_back(simulation.query(run.poses[pose], run.first_witness));
  }
  if (recorder) recorder->finish();
  expect_clean(simulation);
  return answers;
}

template <typename Event>
std::vector<Event> all_of(TraceStream<Event> stream) {
  std::vector<Event> events;
  while (const Event* event = stream.next()) events.push_back(*event);
  return events;
}

inline std::vector<TraceTransfer> transfers_of(const TraceReader& trace, std::uint32_t query,
                                               const std::string& channel, TraceWindow window = {}) {
  return all_of(trace.transfers(query, trace.channel(channel)->id, window));
}

}  // namespace collisionchip::testing_support
