#include "collisionchip/testbench/estimator/list_sample.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include <Eigen/Dense>

#include "collisionchip/testbench/estimator/triangle_recurrence.h"
#include "collisionchip/testbench/estimator/tumbled_sequence.h"
#include "collisionchip/testbench/host/board_image.h"
#include "collisionchip/tlm/machines/unit_params.h"

namespace collisionchip {

namespace {

constexpr std::size_t kRun = 8;          // lists that count, one after the other
constexpr std::size_t kLeadIn = 1;       // lists before them, so that their beginning finds the chip at work
constexpr std::size_t kBlock = 8;        // lists of a block
constexpr std::size_t kCandidates = 64;  // places for a run, of which the best is taken

// What the time of a list depends on, whatever the configuration. A good sample has them in the proportions
// of the query.
enum Trait {
  kLists,
  kEntries,
  kShortest,    // lists of one entry
  kTransforms,  // as far as the aligned pairs met meanwhile do not hide them
  kInVain,      // lists before which another pair was
  kTests,
  kFindings,
  kReadsSmall,  // of triangles, with a small cache,
  kReadsUsual,  // that of the paper,
  kReadsLarge,  // a larger one
  kReadsOnce,   // and one that keeps everything
  kOtherRows,   // reads of pairs that find another row open than theirs
  kTraits
};
using Traits = Eigen::Matrix<double, kTraits, 1>;

// The rows of the usual memory: four banks, pages of 4 KB.
class OpenRows {
 public:
  explicit OpenRows(const QueryProfile& profile) {
    const auto base_b = static_cast<std::uint32_t>(second_base(usual_, profile.triangles_a));
    (profile.options.tumbled_side == TumbledSide::b ? tumbled_base_ : aligned_base_) = base_b;
  }

  // 1 if the pair's row was not open; it is afterwards.
  int opens_tumbled(std::uint32_t pair) { return opens(tumbled_base_ + format().offset_of(pair)); }
  int opens_aligned(std::uint32_t pair) { return opens(aligned_base_ + format().offset_of(pair)); }

 private:
  const NodeFormat& format() const { return nodes_of(usual_); }
  int opens(std::uint32_t address) {
    const std::uint32_t page = address / usual_.sdram.page_bytes;
    return std::exchange(rows_[page % rows_.size()], page) != page ? 1 : 0;
  }

  const ChipConfig usual_;
  std::uint32_t tumbled_base_ = 0, aligned_base_ = 0;
  std::vector<std::uint32_t> rows_ = std::vector<std::uint32_t>(usual_.sdram.banks, kNoPair);  // open pages
};

class QueryTraits {
 public:
  explicit QueryTraits(const QueryProfile& profile)
      : profile_(profile),
        tumbled_(params_of<StackEngineParams>(ChipConfig{}), profile),
        rows_(profile),
        reads_{triangle_misses(profile.tape, 16, 1), triangle_misses(profile.tape, 128, 1),
               triangle_misses(profile.tape, 512, 1), triangle_misses(profile.tape, 65536, 1)} {
    sums_.reserve(profile.lists_needed + 1);
    sums_.push_back(Traits::Zero());
    for (std::size_t list = 0; list < profile.lists_needed; ++list)
      sums_.push_back(sums_.back() + traits_of(list));
  }

  std::size_t lists() const { return sums_.size() - 1; }
  // The sum over the lists [begin, end).
  Traits sum(std::size_t begin, std::size_t end) const { return sums_[end] - sums_[begin]; }

 private:
  Traits traits_of(std::size_t list) {
    const ListTape& tape = profile_.tape;
    const std::size_t first = tape.lists[list].first_entry, end = tape.entries_end(list);
    const std::size_t first_test = tape.entries[first].first_test, tests_end = tape.tests_end(end - 1);
    const TumbledStep tumbled = tumbled_.next(list);
    Traits traits = Traits::Zero();
    traits[kLists] = 1;
    traits[kEntries] = static_cast<double>(end - first);
    traits[kShortest] = end - first == 1 ? 1 : 0;
    traits[kTransforms] = shown_of_transform(tumbled);
    traits[kInVain] = tumbled.dropped ? 1 : 0;
    traits[kTests] = static_cast<double>(tests_end - first_test);
    for (std::size_t test = first_test; test < tests_end; ++test) {
      for (int cache = 0; cache < 4; ++cache)
        traits[kReadsSmall + cache] += (reads_[cache][test] & 1) + (reads_[cache][test] >> 1);
      traits[kFindings] += tape.tests[test].verdict != Verdict::miss ? 1 : 0;
    }
    if (!tumbled.kept && !tumbled.prefetched)
      traits[kOtherRows] += rows_.opens_tumbled(tape.lists[list].tumbled.pair);
    if (tumbled.ahead != kNoPair) traits[kOtherRows] += rows_.opens_tumbled(tumbled.ahead);
    if (tumbled.ahead != kNoPair) hidden_by_ = 0;
    hidden_by_ += end - first;
    for (std::size_t entry = first; entry < end; ++entry)
      traits[kOtherRows] += rows_.opens_aligned(tape.entries[entry].pair);
    return traits;
  }

  // The part of a transform's time that is not hidden. On the usual machine a transform takes as long as kPairs aligned pairs. If the pair
  // was fetched ahead, hidden_by_ of these are hidden.
  double shown_of_transform(const TumbledStep& tumbled) const {
    constexpr std::size_t kPairs = 8;
    if (tumbled.kept) return 0;
    return static_cast<double>(kPairs - (tumbled.prefetched ? std::min(hidden_by_, kPairs) : 0)) / kPairs;
  }

  const QueryProfile& profile_;
  TumbledSequence tumbled_;
  std::size_t hidden_by_ = 0;  // aligned pairs met since a tumbled pair was fetched ahead
  OpenRows rows_;
  const std::array<std::vector<std::uint8_t>, 4> reads_;
  std::vector<Traits> sums_;
};

// One run for each of so many equal parts of the query, placed such that what the runs before it have too
// much of is made up for.
std::vector<std::size_t> place_runs(const QueryTraits& traits, std::size_t runs) {
  const std::size_t count = traits.lists();
  const Traits scale = traits.sum(0, count).cwiseMax(1).cwiseInverse();
  std::vector<std::size_t> places;
  Traits surplus = Traits::Zero();
  for (std::size_t run = 0; run < runs; ++run) {
    const std::size_t begin = count * run / runs, end = count * (run + 1) / runs;
    const std::size_t room = end - begin - kRun - kLeadIn;
    const std::size_t candidates = std::min(kCandidates, room + 1);
    const Traits expected = traits.sum(begin, end);
    double best = std::numeric_limits<double>::infinity();
    Traits best_surplus = surplus;
    places.push_back(begin);
    for (std::size_t i = 0; i < candidates; ++i) {
      const std::size_t first = begin + (candidates == 1 ? room / 2 : room * i / (candidates - 1)) + kLeadIn;
      const double weight = static_cast<double>(end - begin) / kRun;
      const Traits after = surplus + weight * traits.sum(first, first + kRun) - expected;
      const double distance = after.cwiseProduct(scale).squaredNorm();
      if (distance >= best) continue;
      best = distance;
      best_surplus = after;
      places.back() = first;
    }
    surplus = best_surplus;
  }
  return places;
}

// Calibration: the least change of the weights that makes the traits' sums those of the query.
void calibrate(const QueryTraits& traits, std::vector<ListSample::List>& lists) {
  Traits missing = traits.sum(0, traits.lists());
  Eigen::Matrix<double, kTraits, kTraits> squares = Eigen::Matrix<double, kTraits, kTraits>::Zero();
  for (const ListSample::List& list : lists) {
    const Traits own = traits.sum(list.list, list.list + 1);
    missing -= list.weight * own;
    squares += list.weight * own * own.transpose();
  }
  const Traits factor = squares.completeOrthogonalDecomposition().solve(missing);
  for (ListSample::List& list : lists) list.weight *= 1 + factor.dot(traits.sum(list.list, list.list + 1));
}

}  // namespace

ListSample sample_lists(const QueryProfile& profile, std::size_t wanted) {
  const std::size_t count = profile.lists_needed;
  const std::size_t runs = std::max<std::size_t>(1, wanted / (kRun + kLeadIn));
  ListSample sample;
  sample.first_witness = profile.options.first_witness;
  const auto add = [&](std::size_t list, double weight) {
    sample.lists.push_back(
        {list, weight, profile.tape.entries_end(list) - profile.tape.lists[list].first_entry});
  };
  sample.whole = runs * (kRun + kLeadIn) * 5 >= count * 4;
  if (sample.whole) {
    for (std::size_t list = 0; list < profile.tape.lists.size(); ++list) add(list, 1);
    return sample;
  }
  const QueryTraits traits(profile);
  const std::vector<std::size_t> places = place_runs(traits, runs);
  for (std::size_t run = 0; run < runs; ++run) {
    const std::size_t stands_for = count * (run + 1) / runs - count * run / runs;
    for (std::size_t i = 0; i < kLeadIn; ++i) add(places[run] - kLeadIn + i, 0);
    for (std::size_t i = 0; i < kRun; ++i) add(places[run] + i, static_cast<double>(stands_for) / kRun);
  }
  calibrate(traits, sample.lists);
  for (std::size_t list = 0; list < count; list += kBlock) {
    const std::size_t end = std::min(count, list + kBlock);
    const Traits sum = traits.sum(list, end);
    sample.blocks.push_back(
        {end - list, static_cast<std::size_t>(sum[kEntries]), static_cast<std::size_t>(sum[kFindings])});
  }
  const auto messages =
      std::count_if(profile.tape.entries.begin(), profile.tape.entries.end(), [&](const ListTape::Entry& e) {
        return profile.tape.tests_end(static_cast<std::size_t>(&e - profile.tape.entries.data())) >
               e.first_test;
      });
  const double findings = traits.sum(0, count)[kFindings];
  sample.findings_per_message = messages > 0 ? findings / static_cast<double>(messages) : 0;
  return sample;
}

}  // namespace collisionchip
