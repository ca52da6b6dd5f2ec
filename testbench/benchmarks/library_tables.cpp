#include "collisionchip/testbench/benchmarks/library_tables.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ostream.h>

namespace collisionchip {
namespace {

constexpr double kFactor = 1.5, kAllowed = 0.3, kAllowedApart = 0.5;

const char* name_of(Question question) {
  return question == Question::all ? "all" : "first";
}

double us_of(const std::vector<ContenderKind>& kinds, const PoseTimes& times, const std::string& name) {
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    if (kinds[k].name == name) return times.answers[k].us;
  }
  return NAN;
}

// The better of the libraries that are not ours.
double rival_of(const std::vector<ContenderKind>& kinds, const PoseTimes& times) {
  double best = HUGE_VAL;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    if (!kinds[k].version.empty()) best = std::min(best, times.answers[k].us);
  }
  return best;
}

bool behind(const std::vector<ContenderKind>& kinds, const PoseTimes& times) {
  const double us = us_of(kinds, times, "answer");
  return us > kFactor * rival_of(kinds, times) + kAllowed || (times.apart && us > kAllowedApart);
}

double median_of(std::vector<double> us) {
  std::sort(us.begin(), us.end());
  return us[us.size() / 2];
}

struct Summary {
  double median, worst;
  std::size_t missed = 0, extra = 0;
};

Summary summary_of(const std::vector<PoseTimes>& some, std::size_t kind) {
  std::vector<double> us;
  Summary summary{};
  for (const PoseTimes& times : some) {
    us.push_back(times.answers[kind].us);
    summary.missed += times.answers[kind].missed;
    summary.extra += times.answers[kind].extra;
  }
  summary.median = median_of(us);
  summary.worst = *std::max_element(us.begin(), us.end());
  return summary;
}

void print_rows(const std::vector<ContenderKind>& kinds, const std::string& set,
                const std::vector<PoseTimes>& some) {
  if (some.empty()) return;
  const auto slow =
      std::count_if(some.begin(), some.end(), [&](const PoseTimes& times) { return behind(kinds, times); });
  const Summary ours = summary_of(some, 0);
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    const Summary theirs = summary_of(some, k);
    fmt::print("| {} | {} | {} | {:.2f} | {:.2f} | {:.2f} | {:.2f} | {} | {} | {} |\n", set, some.size(),
               kinds[k].name, theirs.median, theirs.median / ours.median, theirs.worst,
               theirs.worst / ours.worst, theirs.missed, theirs.extra,
               kinds[k].name == "answer" ? std::to_string(slow) : "");
  }
}

}  // namespace

std::string pose_head() {
  return "| set | poses | library | median, us | ratio | worst, us | ratio | missed | extra | behind |\n"
         "|---|---|---|---|---|---|---|---|---|---|\n";
}
std::string fresh_head() {
  return "| set | pose | library | us |\n|---|---|---|---|\n";
}
std::string tree_head() {
  return "| object | triangles | library | built in, us | bytes a triangle |\n|---|---|---|---|---|\n";
}

void print_tables(const std::vector<ContenderKind>& kinds, const std::string& set, Question question,
                  std::vector<PoseTimes> all, std::size_t worst) {
  const std::string name = fmt::format("{}, {}", set, name_of(question));
  std::vector<PoseTimes> colliding, close, apart;
  for (const PoseTimes& times : all)
    (times.pairs > 0 ? colliding : times.apart ? apart : close).push_back(times);
  print_rows(kinds, name + ", colliding", colliding);
  print_rows(kinds, name + ", close", close);
  print_rows(kinds, name + ", apart", apart);
  const auto ratio = [&](const PoseTimes& times) {
    return us_of(kinds, times, "answer") / rival_of(kinds, times);
  };
  std::sort(all.begin(), all.end(),
            [&](const PoseTimes& p, const PoseTimes& q) { return ratio(p) > ratio(q); });
  for (std::size_t i = 0; i < std::min(worst, all.size()); ++i) {
    fmt::print("  pose {}, {} pairs:", all[i].pose, all[i].pairs);
    for (std::size_t k = 0; k < kinds.size(); ++k)
      fmt::print(" {} {:.2f}", kinds[k].name, all[i].answers[k].us);
    fmt::print("{}\n", behind(kinds, all[i]) ? " behind" : "");
  }
}

void print_tree(std::ostream& csv, const Mesh& mesh, const std::string& kind, double us,
                std::uint64_t bytes) {
  const std::size_t triangles = mesh.triangles.size();
  const std::string name = mesh.name.substr(mesh.name.rfind('/') + 1);
  fmt::print("| {} | {} | {} | {:.0f} | {:.1f} |\n", name, triangles, kind, us,
             static_cast<double>(bytes) / static_cast<double>(triangles));
  fmt::print(csv, "{},{},{},{:.1f},{}\n", name, triangles, kind, us, bytes);
}

void write_rows(std::ostream& csv, const std::vector<ContenderKind>& kinds, const std::string& set,
                Question question, const PoseTimes& times) {
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    const ContenderAnswer& answer = times.answers[k];
    fmt::print(csv, "{},{},{},{},{:.3f},{},{},{},{}", set, times.pose, name_of(question), kinds[k].name,
               answer.us, answer.pairs, answer.missed, answer.extra, times.apart ? 1 : 0);
    if (answer.counters) {
      fmt::print(csv, ",{},{},{}", answer.counters->lists, answer.counters->triangle_tests,
                 answer.counters->uncertain);
    } else {
      fmt::print(csv, ",,,");
    }
    fmt::print(csv, ",{}\n", kinds[k].name != "answer" ? "" : behind(kinds, times) ? "1" : "0");
  }
}

void write_fresh_row(std::ostream& csv, const std::string& set, std::size_t pose, Question question,
                     const std::string& kind, double us) {
  fmt::print(csv, "{},{},{}-fresh,{},{:.3f},,,,,,,,\n", set, pose, name_of(question), kind, us);
}

}  // namespace collisionchip
