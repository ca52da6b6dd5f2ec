// A DOP Unit between a Memory Controller and a Stack Engine that send lists at random: pairs fetched ahead
// and in vain, commands early and late, flags taken late. They keep what the real ones keep: one beat per
// cycle on the bus, two input registers, and lists in order.
#pragma once

#include <deque>
#include <vector>

#include "collisionchip/testbench/tests/rtl/unit_parity.h"
#include "collisionchip/testbench/tests/tlm/chip_words.h"
#include "collisionchip/testbench/tests/tlm/dop_bench.h"
#include "collisionchip/tlm/units/dop_unit/dop_unit.h"

namespace collisionchip::testing_support {

struct DopTraffic {
  int lists = 12;
  int most_pairs = 12;     // of a list
  int longest_gap = 40;    // cycles between pairs, beyond the eight on the bus
  int often_gaps = 4;      // in 8
  int command_delay = 60;  // most cycles between a list's first tumbled pair and its command
  int flag_stalls = 3;     // in 8
  int longest_stall = 40;
  std::size_t flag_slots = 5;
  bool hostile_rows = false;  // any operands in any order, any bits; otherwise those of a pose
};

// Memory Controller and Stack Engine in one: both must know what the other has sent.
class DopFeeder : public Unit {
 public:
  DopFeeder(const char* name, const ChipConfig& config, Channel<NodePairData>& tumbled,
            Channel<NodePairData>& aligned, Channel<ListCommand>& commands,
            Channel<RegisterRelease>& releases, std::uint64_t seed, const DopTraffic& traffic)
      : Unit(name, Clock(config.chip.clock_period_ps)),
        tumbled_(tumbled),
        aligned_(aligned),
        commands_(commands),
        releases_(releases),
        random_(seed),
        traffic_(traffic),
        free_(config.memory_controller.input_registers, 0) {
    tumbled_.bind_writer(*this);
    aligned_.bind_writer(*this);
    commands_.bind_writer(*this);
    releases_.bind_reader(*this);
    listen(releases_);
  }

  // `first`: pairs are sent from this cycle on.
  void begin(Cycle first, std::vector<DopNode> dops) {
    dops_ = std::move(dops);
    last_beat_ = first;
    for (int list = 0; list < traffic_.lists; ++list) plan_list();
    wake_at(first);
  }

 private:
  struct Send {
    bool tumbled;
    int command;  // this list's command, and those before it, may go when this is sent; -1: none
  };
  struct Command {
    Cycle due;
    ListCommand item;
  };

  // At most two tumbled pairs go ahead of the list before, or no register would be left for that one's pairs.
  void plan_list() {
    const bool keep = !items_.empty() && random_.below(4) == 0;
    const int discard = random_.below(6) == 0 ? 1 + random_.below(2) : 0;
    const int length = 1 + random_.below(random_.below(3) == 0 ? 1 : traffic_.most_pairs);
    const int number = static_cast<int>(items_.size());
    items_.push_back({static_cast<std::uint32_t>(discard), static_cast<std::uint32_t>(length), keep});
    const bool late = keep && random_.below(3) == 0;
    if (keep && (discard == 0 || late)) {
      // The next list's own pair may still come ahead of the list before this one, unless what this one drops
      // comes after its aligned pairs, then even after the next list's command.
      for (int i = 0; i < length; ++i) sends_.push_back({false, i == 0 ? number : -1});
      for (int i = 0; i < discard; ++i) sends_.push_back({true, number + 1});
      if (discard > 0) before_ = sends_.size();
      return;
    }
    std::size_t end = sends_.size();
    const std::size_t ahead =
        static_cast<std::size_t>(random_.below(1 + static_cast<int>(sends_.size() - before_)));
    for (int i = 0; i < discard + (keep ? 0 : 1); ++i) {
      const bool early = i < 2 && random_.below(2) == 0 && end > before_;
      const std::size_t at = early && i == 0 ? end - std::min(ahead, end - before_) : sends_.size();
      sends_.insert(sends_.begin() + static_cast<std::ptrdiff_t>(at), Send{true, i == 0 ? number : -1});
    }
    before_ = sends_.size();
    for (int i = 0; i < length; ++i) sends_.push_back({false, -1});
    // With a register to spare, a list's first aligned pair may come before its tumbled one.
    if (free_.size() > 1 && before_ > 0 && random_.below(8) == 0) {
      std::swap(sends_[before_ - 1], sends_[before_]);
      ++before_;
    }
  }

  NodePairData random_pair() {
    const auto any = [&] {
      return dops_[static_cast<std::size_t>(random_.below(static_cast<int>(dops_.size())))];
    };
    NodePairData pair = pair_of(any(), any());
    if (traffic_.hostile_rows && random_.below(4) == 0) {
      for (std::uint32_t& word : pair.words) {
        if (random_.below(3) == 0) word = hostile_bits(random_);
      }
    }
    return pair;
  }

 public:
  static std::uint32_t hostile_bits(Random& random) {
    static const std::uint32_t corners[] = {0,          0x80000000, 1,          0x80000001, 0x007fffff,
                                            0x00800000, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000,
                                            0x7fc00000, 0xffc00000, 0x7f800001, 0x3f800000, 0xbf800000};
    if (random.below(2) == 0) return corners[random.below(15)];
    return static_cast<std::uint32_t>(random.below(1 << 16)) << 16 |
           static_cast<std::uint32_t>(random.below(1 << 16));
  }

 private:
  Cycle step(Cycle now) override {
    while (const RegisterRelease* release = releases_.front(now)) {
      *std::find(free_.begin(), free_.end(), kNever) = release->from;
      releases_.pop(now);
    }
    Cycle next = kNever;
    while (!due_.empty()) {
      if (due_.front().due > now) {
        next = due_.front().due;
        break;
      }
      if (!commands_.ready(now)) break;
      commands_.put(now, due_.front().item);
      due_.pop_front();
    }
    return std::min(next, send(now));
  }

  Cycle send(Cycle now) {
    while (sent_ < sends_.size()) {
      const auto slot = std::min_element(free_.begin(), free_.end());
      if (*slot == kNever) return kNever;
      if (!gap_known_) {
        gap_ = random_.below(8) < traffic_.often_gaps
                   ? static_cast<Cycle>(random_.below(1 + traffic_.longest_gap))
                   : 0;
        gap_known_ = true;
      }
      const Cycle visible = std::max({*slot, last_beat_ + 8 + gap_, now + 1});
      // A register that becomes free sooner may be told of until then.
      if (visible > now + 8) return visible - 8;
      Channel<NodePairData>& channel = sends_[sent_].tumbled ? tumbled_ : aligned_;
      channel.put(now, random_pair(), visible - now - 1);
      *slot = kNever;
      last_beat_ = visible;
      gap_known_ = false;
      if (sends_[sent_].command >= 0) {
        const Cycle due =
            std::max(last_due_, now + static_cast<Cycle>(random_.below(1 + traffic_.command_delay)));
        last_due_ = due;
        const int last = std::min(sends_[sent_].command, static_cast<int>(items_.size()) - 1);
        for (; commanded_ <= last; ++commanded_)
          due_.push_back({due, items_[static_cast<std::size_t>(commanded_)]});
        wake_at(std::max(due, now + 1));
      }
      ++sent_;
    }
    return kNever;
  }
  void reset_state() override {
    due_.clear();
    sends_.clear();
    items_.clear();
    before_ = sent_ = 0;
    commanded_ = 0;
    std::fill(free_.begin(), free_.end(), 0);
  }

  Channel<NodePairData>&tumbled_, &aligned_;
  Channel<ListCommand>& commands_;
  Channel<RegisterRelease>& releases_;
  Random random_;
  DopTraffic traffic_;
  std::vector<DopNode> dops_;
  std::vector<Send> sends_;
  std::size_t before_ = 0;  // sends of the lists before the one planned last
  std::vector<ListCommand> items_;
  std::deque<Command> due_;
  std::size_t sent_ = 0;
  int commanded_ = 0;        // items whose command is due
  std::vector<Cycle> free_;  // of each input register; kNever: held
  Cycle last_beat_ = 0, last_due_ = 0, gap_ = 0;
  bool gap_known_ = false;
};

// The rows of a pose, or rows at random whose destinations are all different.
inline DopTransform random_rows(Random& random, bool hostile) {
  const DopNode root = DopTree::build(random_soup(random, 40, 1, 0.4), {24}).root();
  DopTransform transform =
      make_dop_transform(24, RigidMap::of(random_pose(random, 0.5), TumbledSide::b), root);
  if (!hostile) return transform;
  for (int i = 23; i > 0; --i) {
    std::swap(transform.rows[static_cast<std::size_t>(i)],
              transform.rows[static_cast<std::size_t>(random.below(i + 1))]);
  }
  for (int i = 0; i < 24; ++i) {
    DopTransformRow& row = transform.rows[static_cast<std::size_t>(i)];
    for (std::size_t m = 0; m < 3; ++m) {
      row.j[m] = static_cast<std::uint8_t>(random.below(256));  // 24 to 31 are 0 to 7
      if (random.below(3) == 0) row.c[m] = float_of(DopFeeder::hostile_bits(random));
    }
  }
  return transform;
}

inline UnitRun run_dop_unit(const ChipConfig& config, const UnitKinds& units, std::uint64_t seed,
                            const DopTraffic& traffic) {
  SimulationScope scope;
  Channel<NodePairData> tumbled("memory_controller.tumbled_data", 18),
      aligned("memory_controller.aligned_data", 18);
  Channel<ListCommand> commands("stack_engine.list_commands", 2);
  Channel<MatrixWrite> matrix("pci_interface.mmm_writes", 16);
  Channel<RegisterRelease> releases("dop_unit.releases", 18);
  Channel<OverlapFlags> flags("dop_unit.flags", traffic.flag_slots);
  const auto unit = made<DopUnit>(units, "dop_unit", config,
                                  {{"tumbled", &tumbled},
                                   {"aligned", &aligned},
                                   {"list", &commands},
                                   {"mmm", &matrix},
                                   {"release", &releases},
                                   {"flags", &flags}});
  Source<MatrixWrite> host("host", config, matrix);
  DopFeeder feeder("feeder", config, tumbled, aligned, commands, releases, seed, traffic);
  StallingSink<OverlapFlags> sink("sink", config, flags, seed + 1, traffic.flag_stalls,
                                  traffic.longest_stall);
  Listener<TransformSchedule> transforms;
  Listener<OverlapSchedule> overlaps;
  unit->transforms.bind(transforms);
  unit->overlaps.bind(overlaps);
  EventLog log;
  log.watch(tumbled, "dop_unit");
  log.watch(aligned, "dop_unit");
  log.watch(commands, "dop_unit");
  log.watch(releases, "memory_controller");
  log.watch(flags, "stack_engine");

  Random random(seed);
  unit->begin_query(0);
  for (const MatrixWrite& burst : bursts_of(mmm_words(random_rows(random, traffic.hostile_rows))))
    host.add(0, burst);
  std::vector<DopNode> dops;
  for (int i = 0; i < 8; ++i) dops.push_back(random_dop(random, 24));
  feeder.begin(200, dops);
  UnitRun run;
  // The statistics are those of the cycle in the midst of the traffic too.
  const Cycle end = 200 + 400 * static_cast<Cycle>(traffic.lists * traffic.most_pairs);
  std::string discarded = "discarded so far:";
  Cycle now = 200;
  sc_core::sc_start(cycles(now));
  for (int looks = 0; looks < 100; ++looks) {
    const Cycle step = 1 + static_cast<Cycle>(random.below(60));
    sc_core::sc_start(cycles(step));
    now += step;
    discarded += fmt::format(" {}", unit->statistics().discarded_pairs);
  }
  sc_core::sc_start(cycles(end - std::min(end, now)));

  run.events = log.take(0);
  run.cycles = last_cycle(run.events) + 1;
  run.accounts = {in_words(unit->cycles(run.cycles, DopUnit::kTransform)),
                  in_words(unit->cycles(run.cycles, DopUnit::kOverlap))};
  const DopUnit::Statistics& s = unit->statistics();
  run.accounts.push_back(fmt::format("tumbled {} discarded {} aligned {} interlock {}", s.tumbled_pairs,
                                     s.discarded_pairs, s.aligned_pairs, s.interlock_cycles));
  run.accounts.push_back(discarded);
  run.transactions = s.aligned_pairs;
  for (const TransformSchedule& t : transforms.items) {
    run.accounts.push_back(fmt::format("transform: loads {} {} issue {} {} released {} ready {} interlock {}",
                                       t.siblings[0].first_load, t.siblings[1].first_load,
                                       t.siblings[0].first_issue, t.siblings[1].issue_end, t.input_released,
                                       t.ready, t.interlock));
  }
  for (const OverlapSchedule& o : overlaps.items) {
    run.accounts.push_back(fmt::format("overlap: {} {} {} {} released {}", o.data_ready, o.start[0],
                                       o.start[1], o.end[1], o.input_released));
  }
  // Nothing may be left over: a feeder that waits for ever would compare nothing.
  EXPECT_EQ(run.events[4].puts.size(), run.events[1].puts.size())
      << "seed " << seed << ": not all pairs compared";
  EXPECT_TRUE(aligned.empty() && commands.empty()) << "seed " << seed;
  return run;
}

}  // namespace collisionchip::testing_support
