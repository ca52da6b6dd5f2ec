#include "collisionchip/testbench/estimator/host_backlog.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "collisionchip/testbench/estimator/host_recurrence.h"

namespace collisionchip {

namespace {

// The time of a list as a straight line over its length.
struct ListTimes {
  double per_list = 0, per_entry = 0;
};

ListTimes fit(const ListSample& sample, const std::vector<double>& list_cycles) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (std::size_t i = 0; i < sample.lists.size(); ++i) {
    const double weight = sample.lists[i].weight, length = static_cast<double>(sample.lists[i].entries);
    n += weight;
    x += weight * length;
    y += weight * list_cycles[i];
    xx += weight * length * length;
    xy += weight * length * list_cycles[i];
  }
  const double spread = n * xx - x * x;
  if (spread <= 0) return {y / n, 0};
  const double slope = (n * xy - x * y) / spread;
  return {(y - slope * x) / n, slope};
}

// Pointer FIFO and host with a level instead of entries; otherwise as HostRecurrence.
class Backlog {
 public:
  Backlog(const ChipConfig& config, const ListSample& sample)
      : host_(config, sample.first_witness),
        depth_(config.pointer_fifo.depth),
        room_(depth_ + static_cast<double>(HostRecurrence::under_way(config)) +
              config.triangle_unit.queue_depth * sample.findings_per_message),
        threshold_(host_.threshold) {}

  // Lists that take so many cycles and find so much, evenly.
  void work(double cycles, double findings) {
    const double rate = findings / cycles;
    while (cycles > 0) {
      const double until_full = rate > 0 ? (room_ - level_) / rate : kForever;
      double step = std::min({cycles, until_full, event_ - now_});
      if (idle_ && rate > 0) step = std::min(step, std::max(0.0, (threshold_ - level_) / rate));
      now_ += step;
      cycles -= step;
      level_ += rate * step;
      if (idle_ && level_ >= threshold_) interrupt();
      if (step == until_full && cycles > 0 && event_ > now_) {
        waited_ += event_ - now_;
        now_ = event_;
      }
      if (event_ <= now_) host_goes_on();
    }
  }
  // The query ends when the last finding is in the FIFO.
  double waited() {
    while (level_ > depth_) {
      if (idle_) interrupt();
      waited_ += event_ - now_;
      now_ = event_;
      host_goes_on();
    }
    return waited_;
  }

 private:
  static constexpr double kForever = std::numeric_limits<double>::infinity();

  void interrupt() {
    idle_ = false;
    event_ = now_ + static_cast<double>(host_.before_look);
    seen_ = kNotSeen;
  }
  // The level is read, or a transfer is over.
  void host_goes_on() {
    level_ -= in_transfer_;
    if (seen_ == kNotSeen) {
      seen_ = std::min(level_, depth_);
      event_ += static_cast<double>(host_.look);
      in_transfer_ = 0;
      return;
    }
    in_transfer_ = std::min(seen_, static_cast<double>(HostTimes::kEntriesPerRead));
    seen_ -= in_transfer_;
    if (in_transfer_ > 0) {
      event_ += static_cast<double>(host_.transfer(static_cast<std::uint64_t>(std::llround(in_transfer_))));
      return;
    }
    idle_ = true;
    event_ = kForever;
    if (level_ >= threshold_) interrupt();
  }

  static constexpr double kNotSeen = -1;

  const HostTimes host_;
  const double depth_, room_, threshold_;
  double level_ = 0, now_ = 0, waited_ = 0;
  bool idle_ = true;
  double event_ = kForever;  // what the host does next
  double seen_ = kNotSeen, in_transfer_ = 0;
};

}  // namespace

double host_backlog(const ChipConfig& config, const ListSample& sample,
                    const std::vector<double>& list_cycles) {
  const ListTimes times = fit(sample, list_cycles);
  Backlog backlog(config, sample);
  for (const ListSample::Block& block : sample.blocks) {
    const double cycles = times.per_list * static_cast<double>(block.lists) +
                          times.per_entry * static_cast<double>(block.entries);
    backlog.work(std::max(1.0, cycles), static_cast<double>(block.findings));
  }
  return backlog.waited();
}

}  // namespace collisionchip
