// The one loop of all verbs. It asks an engine pose after pose, and judges check every answer before it counts.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <string>
#include <vector>

#include "collisionchip/testbench/engines/engine.h"

namespace collisionchip {

// Compares answers with those of another engine.
class Judge {
 public:
  Judge() = default;
  virtual ~Judge() = default;
  Judge(const Judge&) = delete;
  Judge& operator=(const Judge&) = delete;

  // Called before the engine is asked.
  virtual void expect(std::uint64_t /*number*/, const Pose& /*pose*/) {}
  // False: the answer is wrong.
  virtual bool check(std::uint64_t number, const Pose& pose, const Answer& answer) = 0;
  // B has changed its shape. The objects must outlive the next answer.
  virtual void deform(const Objects& /*objects*/) {}
  // The engine gave this error and no answer. Returns what this judge knows about the cause; empty if it knows none.
  virtual std::string failure(const std::exception& /*error*/) { return ""; }
};

class QueryLoop {
 public:
  // An answer that all judges agree with.
  struct Judged {
    std::uint64_t number;
    const Pose& pose;
    const Answer& answer;
    double seconds;  // of this host's processor, inside the engine
  };

  // The engine must be prepared. Engine and judges must outlive the loop.
  QueryLoop(Engine& engine, bool first_witness, std::vector<Judge*> judges)
      : engine_(engine), first_witness_(first_witness), judges_(std::move(judges)) {}

  // Asks one pose. False if a judge objects: then all judges have seen the answer, and take() is not called. Throws what
  // the engine throws; std::runtime_error if a judge knows more about the cause.
  bool ask(std::uint64_t number, const Pose& pose, const std::function<void(const Judged&)>& take);
  // Asks poses `first` up to `end`, excluded, together; take() gets no answer after a wrong one. `whole` gets what the
  // queries share. Only for a chip.
  bool ask_batch(const std::vector<Pose>& poses, std::uint64_t first, std::uint64_t end,
                 const std::function<void(const Judged&)>& take,
                 const std::function<void(const ChipAnswer&)>& whole);
  // Asks poses `first` up to `end`, excluded, until a judge objects.
  bool ask(const std::vector<Pose>& poses, std::uint64_t first, std::uint64_t end,
           const std::function<void(const Judged&)>& take);
  bool ask(const std::vector<Pose>& poses, const std::function<void(const Judged&)>& take) {
    return ask(poses, 0, poses.size(), take);
  }

 private:
  bool judge(const Judged& judged, const std::function<void(const Judged&)>& take);
  // The result of `ask`, or its exception. `seconds` gets the processor time.
  template <typename Ask>
  auto timed(double& seconds, const Ask& ask);

  Engine& engine_;
  const bool first_witness_;
  const std::vector<Judge*> judges_;
};

}  // namespace collisionchip
