// Compares our engines with FCL and Coal, pose by pose and in turns (docs/today.md):
//
//   library_benchmark [SCENE]... [--files A B POSES] [--first] [--every N] [--worst N] [--with NAME,...] [--csv FILE]
//   library_benchmark ... --fresh N     the first question of a process, of N poses
//   library_benchmark ... --trees       building, and memory
//   library_benchmark --list            contenders with their versions, scenes with their poses
//
// A scene is one of scenes.h, without any all of them; contenders are those of contender.h. Times are the processor's for the
// thread, the best of some rounds; pin the program to one core. Every list of `answer` is held against the mirror's, and a
// difference ends the program with status 1.
#include <CLI/CLI.hpp>

#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <iostream>

#include <fmt/format.h>

#include "collisionchip/reference/mesh/mesh_file.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/benchmarks/library_tables.h"
#include "collisionchip/testbench/benchmarks/timing.h"

namespace collisionchip {
namespace {

struct Settings {
  std::vector<std::string> scenes, files, with = default_contenders();
  bool first = false, trees = false, list = false;
  std::size_t every = 1, worst = 0, fresh = 0;
  std::string csv;
};

class Benchmark {
 public:
  explicit Benchmark(const Settings& settings) : settings_(settings) {
    for (const std::string& name : settings.with) kinds_.push_back(contender_kind(name));
    if (settings.csv.empty()) return;
    csv_.open(settings.csv, std::ios::app);
    if (!csv_) throw InputError(settings.csv + ": cannot be written");
  }

  void run() {
    if (settings_.list) return list();
    fmt::print("{}", settings_.trees ? tree_head() : settings_.fresh > 0 ? fresh_head() : pose_head());
    if (!settings_.files.empty()) run(scene_of_files());
    for (const std::string& name : names()) run(make_scene(name));
  }

 private:
  std::vector<std::string> names() const {
    if (!settings_.scenes.empty() || !settings_.files.empty()) return settings_.scenes;
    std::vector<std::string> all = every_scene_name();
    for (const std::string& name : flush_scene_names()) all.push_back(name);
    return all;
  }
  Scene scene_of_files() const {
    const std::string &a = settings_.files[0], &b = settings_.files[1], &poses = settings_.files[2];
    Scene scene{poses.substr(poses.rfind('/') + 1), read_mesh(a), read_poses(poses), {}};
    if (b != a) scene.other = read_mesh(b);
    return scene;
  }

  void list() {
    for (const ContenderKind& kind : kinds_) fmt::print("contender,{},{}\n", kind.name, kind.version);
    for (const std::string& name : names()) fmt::print("scene,{},{}\n", name, make_scene(name).poses.size());
  }
  void run(const Scene& scene) {
    if (settings_.trees) {
      build(scene.mesh);
      if (scene.other) build(*scene.other);
    } else if (settings_.fresh > 0) {
      ask_fresh(scene);
    } else {
      compare(scene);
    }
    std::fflush(stdout);
    csv_.flush();
  }

  void compare(const Scene& scene) {
    PoseTimer timer(kinds_, scene);
    std::vector<PoseTimes> all;
    for (std::size_t i = 0; i < scene.poses.size(); i += settings_.every) {
      show(scene, i);
      all.push_back(timer.measure(i, question()));
      for (std::size_t k = 0; k < kinds_.size(); ++k) {
        if (kinds_[k].name == "answer" && all.back().answers[k].wrong() > 0)
          throw std::runtime_error(fmt::format("{}, pose {}: answer and mirror differ", scene.name, i));
      }
      write_rows(csv_, kinds_, scene.name, question(), all.back());
    }
    hide();
    print_tables(kinds_, scene.name, question(), all, settings_.worst);
  }

  // Poses spread evenly. The mirror is a matter of the chip.
  void ask_fresh(const Scene& scene) {
    const std::size_t count = std::min(settings_.fresh, scene.poses.size());
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t pose = (2 * i + 1) * scene.poses.size() / (2 * count);
      show(scene, pose);
      for (const ContenderKind& kind : kinds_) {
        if (kind.name == "mirror") continue;
        const double us = fresh_microseconds(kind, scene, pose, question());
        hide();
        fmt::print("| {} | {} | {} | {:.1f} |\n", scene.name, pose, kind.name, us);
        write_fresh_row(csv_, scene.name, pose, question(), kind.name, us);
      }
    }
  }

  void build(const Mesh& mesh) {
    std::vector<double> best(kinds_.size(), HUGE_VAL);
    std::vector<std::uint64_t> bytes(kinds_.size());
    for (int round = 0; round < 5; ++round) {
      for (std::size_t k = 0; k < kinds_.size(); ++k) {
        std::unique_ptr<Contender> contender;
        best[k] = std::min(best[k], process_microseconds([&] { contender = kinds_[k].make(mesh, nullptr); }));
        bytes[k] = contender->bytes();
      }
    }
    for (std::size_t k = 0; k < kinds_.size(); ++k) print_tree(csv_, mesh, kinds_[k].name, best[k], bytes[k]);
  }

  Question question() const { return settings_.first ? Question::first : Question::all; }
  // On a terminal, one line that is rewritten.
  void show(const Scene& scene, std::size_t pose) const {
    if (terminal_) fmt::print(stderr, "\r{}: pose {} of {}\x1b[K", scene.name, pose, scene.poses.size());
  }
  void hide() const {
    if (terminal_) fmt::print(stderr, "\r\x1b[K");
  }

  const Settings& settings_;
  const bool terminal_ = isatty(STDERR_FILENO) != 0;
  std::vector<ContenderKind> kinds_;
  std::ofstream csv_;
};

void add_options(CLI::App& app, Settings& settings) {
  app.add_option("scenes", settings.scenes, "objects with their poses, flush scenes");
  app.add_option("--files", settings.files, "meshes A and B, and the poses of B")->expected(3);
  app.add_option("--with", settings.with, "contenders")->delimiter(',');
  app.add_flag("--first", settings.first, "one pair of each pose");
  app.add_option("--every", settings.every, "every so many poses")->check(CLI::PositiveNumber);
  app.add_option("--worst", settings.worst, "so many poses one by one, those first in which we are slowest");
  app.add_option("--csv", settings.csv, "rows are appended to it");
  app.add_option("--fresh", settings.fresh, "first questions of processes, of so many poses");
  app.add_flag("--trees", settings.trees, "building and memory instead of questions");
  app.add_flag("--list", settings.list, "names alone, as CSV");
}

}  // namespace
}  // namespace collisionchip

int main(int argc, char** argv) {
  using namespace collisionchip;
  CLI::App app("Our engines compared with FCL and Coal, pose by pose");
  Settings settings;
  add_options(app, settings);
  try {
    app.parse(argc, argv);
    Benchmark(settings).run();
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  } catch (const InputError& error) {
    std::cerr << error.what() << '\n';
    return 3;
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
