// The Memory Controller of Figure 4: reads sibling pairs of nodes for the Stack Engine and triangles for the Triangle Unit.
//
// Timing contract, in addition to that of every Memory Controller (memory_controller.h, docs/memory_controller.md):
// - Triangle reads go first (triangle_priority).
// - The input register holds `input_registers` sibling pairs. The unit that reads a pair says from when on the pair's part
//   may be written again. A triangle goes through without being held.
// - overlap_lists = false: a tumbled pair's read is initiated in the cycle in which the input register is empty, and not
//   earlier. Lists then follow one another as in the sum of Eq. 5.
// - Without leaves the address of a pair says how long the pair is (leafless_pair.h). The unit that reads it gets that
//   length.
// - The auxiliary words of a pair reach the Stack Engine when its last beat is in. If leaves hold their
//   triangles, the pair's triangles reach the Triangle Unit in the same cycle.
// - After the first error of a pair no more pairs are delivered, but triangles still are. The query ends with the error.
// - With obb_unit.branch_cache_lines a pair that was decoded before is not read. It goes to the OBB Unit as soon as the
//   reads requested before it have gone. A pair that is still on its way is read again. With keep_across_queries a reset
//   keeps these pairs. A write of the host into the SDRAM drops all of them.
// - A Refit Unit's requests go before all others. Its reads go through the input register and reach it with their last
//   beat. Its writes take no register. If one of its accesses fails, the query's first read fails too and ends the query.
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
  bool abandoned_ = false;                    // the Stack Engine is told of an error and takes no more pairs
  Cycle abandoned_at_ = kNever;               // when it is told
  std::optional<ReadError>
      refit_error_;  // the first of a Refit Unit's accesses: the query's first read has it
};

}  // namespace collisionchip
