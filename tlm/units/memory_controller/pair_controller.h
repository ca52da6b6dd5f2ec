// The Memory Controller of Figure 4: reads sibling pairs of nodes for the Stack Engine and triangles for the Triangle Unit.
//
// Timing contract, beside that of every Memory Controller (memory_controller.h, docs/memory_controller.md):
// - Triangle reads go first (triangle_priority).
// - The input register holds `input_registers` sibling pairs; the unit that reads a pair says from when on its part may be
//   written again. A triangle goes through.
// - overlap_lists = false: a tumbled pair's read is initiated in the cycle in which the input register is
//   empty, not before; lists then follow one another as Eq. 5 adds them up.
// - Without leaves a pair is as long as its address says (leafless_pair.h), and the unit that reads it is told that.
// - The auxiliary words of a pair reach the Stack Engine when its last beat is in. If leaves hold their
//   triangles, those of the pair reach the Triangle Unit in the same cycle.
// - After the first error of a pair no more pairs are delivered; triangles are. The query ends with it.
// - With obb_unit.branch_cache_lines a pair that was decoded before is not read: in its turn, behind the reads
//   asked for before it, it goes to the OBB Unit at once. One that is still on its way is read again. A reset
//   leaves these pairs, with keep_across_queries, and what the host writes drops them.
// - A Refit Unit's requests go before all others. What it reads goes through the input register, and reaches it with its last
//   beat; what it writes takes no register. After an access of it that fails the query's first read fails, and ends
//   the query.
#pragma once

#include <array>
#include <deque>

#include "collisionchip/tlm/kernel/channel.h"
#include "collisionchip/tlm/machine/refit_messages.h"
#include "collisionchip/tlm/units/memory_controller/branch_cache.h"
#include "collisionchip/tlm/units/memory_controller/memory_controller.h"

namespace collisionchip {

class UnitPorts;

class PairController : public MemoryController {
 public:
  using Params = PairControllerParams;

  struct Ports {
    Channel<ReadRequest>& node_requests;      // from the Stack Engine
    Channel<ReadRequest>& triangle_requests;  // from the Triangle Unit
    Channel<RegisterRelease>& releases;       // from the DOP Unit
    Channel<NodePairData>& tumbled_data;      // to the DOP Unit
    Channel<NodePairData>& aligned_data;
    Channel<TriangleData>& triangle_data;       // to the Triangle Unit
    Channel<PairAuxiliary>& tumbled_auxiliary;  // to the Stack Engine; errors come here too
    Channel<PairAuxiliary>& aligned_auxiliary;
    // To the Triangle Unit: triangles that came in leaves. The layout of leaves is a key of the memory image, with which nothing
    // else of the unit changes: nullptr where leaves hold none.
    Channel<TriangleData>* tumbled_leaves = nullptr;
    Channel<TriangleData>* aligned_leaves = nullptr;
    // From and to a Refit Unit, or nullptr.
    Channel<RefitRequest>* refit_requests = nullptr;
    Channel<RefitData>* refit_data = nullptr;

    static Ports of(const UnitPorts& ports);
  };

  PairController(const sc_core::sc_module_name& name, const PairControllerParams& params, const Ports& ports);

 protected:
  const PairControllerParams& params() const { return params_; }
  Read read_of(const ReadRequest& request) const;
  void reset_state() override;

  Ports ports_;

 private:
  // A pair of the branch cache that waits for its turn.
  struct Kept {
    ReadKind kind;
    NodePairData pair;
    Cycle ready;           // from when on its line is there
    std::uint64_t behind;  // so many reads are answered before it
  };

  bool has_request(Cycle now) override { return has_refit(now) || next_requests(now) != nullptr; }
  bool has_refit(Cycle now) const {
    return ports_.refit_requests != nullptr && ports_.refit_requests->front(now) != nullptr;
  }
  void take_refit(Cycle now);
  Cycle take_request(Cycle now) override;
  void deliver(Cycle now, const InFlight& read, Cycle in_register) override;
  void report_error(Cycle now, const Read& request, const ReadError& error, Cycle visible) override;
  void take_releases(Cycle now) override;
  void note_answered(Cycle now) override;
  void note_host_write() override { branch_cache_.clear(); }

  Channel<ReadRequest>* next_requests(Cycle now);
  Cycle earliest_issue(Cycle now, const ReadRequest& request) const;
  Read leafless_read(const ReadRequest& request) const;
  std::uint32_t lead_of(std::uint32_t address) const;
  PairAuxiliary auxiliary_of(const NodePairData& pair) const;
  void deliver_pair(Cycle now, const InFlight& read, Cycle in_register);
  void deliver_auxiliary(Cycle now, ReadKind kind, const NodePairData& pair, Cycle visible);
  void deliver_leaves(Cycle now, const NodePairData& pair, const PairAuxiliary& links,
                      Channel<TriangleData>& leaves, Cycle extra) const;
  bool take_kept(Cycle now, const Read& request);
  void deliver_kept(Cycle now);
  void keep_decoded(std::uint32_t address, const NodePairData& pair, Cycle in_register);

  const PairControllerParams params_;
  BranchCache branch_cache_;
  std::deque<Kept> kept_;
  std::uint64_t answered_ = 0;                // reads, since the reset
  std::array<Cycle, 2> auxiliary_visible_{};  // of the last tumbled and aligned pair
  bool abandoned_ = false;       // the Stack Engine is told of an error: no pair after it is wanted
  Cycle abandoned_at_ = kNever;  // when it is told
  std::optional<ReadError>
      refit_error_;  // the first of a Refit Unit's accesses: the query's first read has it
};

}  // namespace collisionchip
