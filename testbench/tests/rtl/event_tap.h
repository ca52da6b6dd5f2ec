// What passes through a unit's channels, one line per event, so that two sides can be compared line by line.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <systemc>

#include "collisionchip/tlm/kernel/channel.h"
#include "collisionchip/tlm/machine/messages.h"

namespace collisionchip::testing_support {

// Items count when they become visible, pops when they happen.
struct Event {
  Cycle cycle;
  std::string text;

  bool operator<(const Event& other) const {
    return cycle != other.cycle ? cycle < other.cycle : text < other.text;
  }
};

inline std::uint64_t digest(const std::uint32_t* words, std::size_t count) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (std::size_t i = 0; i < count; ++i) hash = (hash ^ words[i]) * 0x100000001b3u;
  return hash;
}

inline std::string join(std::initializer_list<std::uint64_t> values) {
  std::string line;
  for (const std::uint64_t value : values) line += (line.empty() ? "" : " ") + std::to_string(value);
  return line;
}
inline std::string text_of(const ReadError& error) {
  return error ? " error " + join({static_cast<std::uint64_t>(error.kind), error.address}) : "";
}
inline std::string text_of(const ReadRequest& r) {
  return join({static_cast<std::uint64_t>(r.kind), r.address});
}
inline std::string text_of(const RegisterRelease& release) {
  return std::to_string(release.from);
}
inline std::string text_of(const NodePairData& data) {
  return join({digest(data.records[0].data(), kRecordWords), digest(data.records[1].data(), kRecordWords)});
}
inline std::string text_of(const TriangleData& data) {
  return join({data.address, digest(data.record.data(), kRecordWords)}) + text_of(data.error);
}
inline std::string text_of(const PairAuxiliary& w) {
  return join({w.child[0], w.child[1], w.triangle[0], w.triangle[1], w.leaf[0], w.leaf[1]}) +
         text_of(w.error);
}
inline std::string text_of(const StartCommand& start) {
  return join({start.tumbled.word(), start.aligned.word(), start.first_witness});
}
inline std::string text_of(const StopRequest&) {
  return "stop";
}
inline std::string text_of(const MatrixWrite& write) {
  return join({write.first_word, write.count, digest(write.words.data(), write.count)});
}
inline std::string text_of(const Finding& f) {
  return join({static_cast<std::uint64_t>(f.kind), f.tumbled, f.aligned}) + text_of(f.error);
}
inline std::string text_of(const QueryDone& done) {
  return join({done.unfinished}) + text_of(done.error);
}

template <typename T>
class EventTap : public ChannelTap<T> {
 public:
  // `pops`: whether it matters when items are taken.
  EventTap(Channel<T>& channel, std::vector<Event>& events, bool pops)
      : name_(channel.name()), events_(events), pops_(pops) {
    channel.add_tap(*this);
  }
  void on_put(Cycle, Cycle visible, const T& item) override {
    events_.push_back({visible, name_ + " " + text_of(item)});
  }
  void on_pop(Cycle now, Cycle) override {
    if (pops_) events_.push_back({now, name_ + " taken"});
  }
  // What nobody saw any more did not happen: a model may have told it ahead.
  void on_reset() override {
    const Cycle now = sc_core::sc_time_stamp().value() / 3750;
    const auto unseen = [&](const Event& event) {
      return event.cycle > now && event.text.compare(0, name_.size() + 1, name_ + " ") == 0;
    };
    events_.erase(std::remove_if(events_.begin(), events_.end(), unseen), events_.end());
  }

 private:
  std::string name_;
  std::vector<Event>& events_;
  bool pops_;
};

inline std::string shown(const Event& event) {
  return "cycle " + std::to_string(event.cycle) + " " + event.text;
}
inline std::string shown(const std::string& line) {
  return line;
}

// Both sides of the first line that differs; empty if none does.
template <typename T>
std::string first_difference(const std::vector<T>& tlm, const std::vector<T>& rtl) {
  for (std::size_t i = 0; i < std::max(tlm.size(), rtl.size()); ++i) {
    const std::string left = i < tlm.size() ? shown(tlm[i]) : "nothing";
    const std::string right = i < rtl.size() ? shown(rtl[i]) : "nothing";
    if (left == right) continue;
    std::string before;
    for (std::size_t k = i < 6 ? 0 : i - 6; k < i; ++k) before += "\n  both: " + shown(tlm[k]);
    return before + "\n  tlm: " + left + "\n  rtl: " + right;
  }
  return "";
}

}  // namespace collisionchip::testing_support
