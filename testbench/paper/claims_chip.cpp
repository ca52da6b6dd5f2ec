// Figure 13, Eq. 5 and single numbers of the chip.
#include <fmt/format.h>

#include <algorithm>

#include "collisionchip/testbench/paper/claims.h"
#include "collisionchip/testbench/paper/ratios.h"
#include "collisionchip/testbench/paper/speed_up.h"

namespace collisionchip {

namespace {

class ChipClaims {
 public:
  ChipClaims(const PaperResults& results, const std::string& cpu) : results_(results), cpu_(cpu) {}

  std::vector<Claim> all() const {
    return {faster_than_software(), worst_case_gains_more(), eq5(), real_time(), cache()};
  }

 private:
  // ---- Figure 13: times of this host

  Claim faster_than_software() const {
    const Ratios ours = speed_ups("paper41", "list", &SpeedUp::traversal_mean);
    const auto mean = [this](const char* chip, const char* software, double SpeedUp::*which) {
      return speed_ups(chip, software, which).geometric_mean();
    };
    const double average = ours.geometric_mean();
    Claim claim;
    claim.id = "speed_up";
    claim.place = "§5.2, §6, Figure 13";
    claim.claim = "The chip at 266 MHz is around 30 times as fast as software on a Pentium 4 of 1.8 GHz";
    claim.paper_value = "30";
    claim.our_value = fmt::format(
        "paper41 {:.2f} x ({}), with set-up and PCI {:.2f} x; paper52 {:.2f} x; paper41 against the "
        "traditional "
        "traversal {:.2f} x",
        average, ours.range(), mean("paper41", "list", &SpeedUp::query_mean),
        mean("paper52", "list", &SpeedUp::traversal_mean),
        mean("paper41", "simultaneous", &SpeedUp::traversal_mean));
    claim.agrees = graded(average >= 15 && average <= 60, average >= 7.5);
    claim.why = fmt::format(
        "Yes within a factor of 2, partly within 4. Not the paper's host and not its program: one core of "
        "\"{}\" "
        "and our fastest software. For a factor of 30 the software of 2003 on its Pentium 4 would have to be "
        "{:.0f} times slower than ours is here; only such a machine could show whether it was",
        cpu_, 30 / average);
    claim.of_this_host = true;
    return claim;
  }

  Claim worst_case_gains_more() const {
    Ratios change;
    for (const std::string& chip : results_.plan().presets) {
      for_each_speed_up(chip, "list",
                        [&](const SpeedUp& s) { change.add(s.traversal_worst, s.traversal_mean); });
    }
    Claim claim;
    claim.id = "worst_case_gains_more";
    claim.place = "§6, Figure 13";
    claim.claim = "The speed-up is generally higher in the worst case";
    claim.paper_value = "higher";
    claim.our_value = fmt::format("higher at {:.0f} % of the points, {:.2f} times the average speed-up",
                                  100 * change.share_above(1), change.geometric_mean());
    claim.agrees = graded(change.share_above(1) >= 0.75, change.share_above(1) >= 0.5);
    claim.why =
        "Yes from 75 % of the points, partly from 50 %. Worst case: the slowest orientation of the software "
        "by "
        "the slowest of the chip. One disturbed measurement of the software raises it";
    claim.of_this_host = true;
    return claim;
  }

  Ratios speed_ups(const std::string& chip, const std::string& software, double SpeedUp::*which) const {
    Ratios ratios;
    for_each_speed_up(chip, software, [&](const SpeedUp& s) { ratios.add(s.*which, 1); });
    return ratios;
  }

  template <typename Function>
  void for_each_speed_up(const std::string& chip, const std::string& software, Function&& function) const {
    results_.for_each_contact([&](const PaperObject& object, std::size_t d) {
      for (const WitnessMode mode : witness_modes()) {
        function(speed_up(results_.chip(object, chip, mode, d), results_.host(object, mode, d), software));
      }
    });
  }

  // ---- Eq. 5 and single numbers

  Claim eq5() const {
    Ratios exact;
    for (const PaperObject& object : results_.objects()) {
      const Turn& turn = results_.chip(object, kEq5Preset, WitnessMode::all, results_.peak(object));
      exact.add(turn.sum("cycles"), turn.sum("eq5_cycles"));
    }
    const Ratios paper52 = by_eq5("paper52"), paper41 = by_eq5("paper41");
    Claim claim;
    claim.id = "eq5";
    claim.place = "§5.2, Eq. 5";
    claim.claim = "T = (100 + (alpha - 2) * 10) * tau chip cycles";
    claim.our_value =
        fmt::format("model by Eq. 5: paper52-eq5 {:.4f}, paper52 {:.2f} ({}), paper41 {:.2f} ({})",
                    exact.geometric_mean(), paper52.geometric_mean(), paper52.range(),
                    paper41.geometric_mean(), paper41.range());
    claim.agrees = graded(exact.mean_within(1.02), paper52.mean_within(1.25));
    claim.why =
        "Yes within 2 % on the machine that has no more than Eq. 5 speaks of, all pairs. paper52 adds what "
        "the "
        "formula leaves out (triangles, flags that come late, real SDRAM); paper41 hides the transform";
    return claim;
  }

  Ratios by_eq5(const std::string& chip) const {
    Ratios ratios;
    results_.for_each_contact([&](const PaperObject& object, std::size_t d) {
      const Turn& turn = results_.chip(object, chip, WitnessMode::all, d);
      ratios.add(turn.sum("cycles"), turn.sum("eq5_cycles"));
    });
    return ratios;
  }

  Claim real_time() const {
    const double first = worst_milliseconds(WitnessMode::first), all = worst_milliseconds(WitnessMode::all);
    Claim claim;
    claim.id = "real_time";
    claim.place = "Abstract, §1";
    claim.claim = "Rates that force feedback needs (1000 Hz) are reached even in the worst case";
    claim.paper_value = "1 ms";
    claim.our_value =
        fmt::format("slowest query of paper41: first witness {:.3f} ms, all pairs {:.2f} ms", first, all);
    claim.agrees = graded(first <= 1 && all <= 1, first <= 1);
    claim.why =
        "Yes if no query takes longer than 1 ms, partly if no first witness does. Copies deep inside each "
        "other "
        "meet in tens of thousands of pairs, and the memory bus moves no more than 8.5 MB in 1 ms";
    return claim;
  }

  double worst_milliseconds(WitnessMode mode) const {
    double worst = 0;
    for (const PaperObject& object : results_.objects()) {
      for (std::size_t d = 0; d < results_.distances().size(); ++d) {
        worst = std::max(worst, results_.chip(object, "paper41", mode, d).max("cycles"));
      }
    }
    return 1e-3 * chip_microseconds(worst);
  }

  Claim cache() const {
    Ratios hits;
    results_.for_each_contact([&](const PaperObject& object, std::size_t d) {
      const Turn& turn = results_.chip(object, "paper41", WitnessMode::all, d);
      hits.add(turn.sum("cache_hits"), turn.sum("cache_tests"));
    });
    const double share = hits.share_above(0.75);
    Claim claim;
    claim.id = "triangle_cache";
    claim.place = "§4.3";
    claim.claim = "In most practical cases the triangle cache of 128 lines hits more often than in 75 %";
    claim.paper_value = "> 75 %";
    claim.our_value = fmt::format("{:.0f} % to {:.0f} %, above 75 % at {:.0f} % of the distances",
                                  100 * hits.least(), 100 * hits.largest(), 100 * share);
    claim.agrees = graded(share > 0.5, hits.largest() > 0.75);
    claim.why =
        "Yes if above 75 % at more than half of the distances, partly at any, all pairs, paper41. Leaf DOPs "
        "are "
        "tested first here (§4.2); §3.3 sends every pair of leaves to the triangles, and then it hits more "
        "often";
    return claim;
  }

  const PaperResults& results_;
  const std::string cpu_;
};

}  // namespace

std::vector<Claim> chip_claims(const PaperResults& results, const std::string& cpu) {
  return ChipClaims(results, cpu).all();
}

}  // namespace collisionchip
