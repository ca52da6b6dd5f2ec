// Small Triangle Unit: computes signs of determinants of 16-bit numbers, each certain or not. An undecided pair goes to the
// Contact Unit, to a slow pipeline with the paper's arithmetic, or to the host. The arithmetic is
// reference/groups/small_triangle_test.h, bit by bit.
//
// Timing contract (docs/group_machine.md):
// - Up to `lanes` pairs of triangles are taken in a cycle, the next ones `interval` cycles later. A verdict is there
//   `depth` cycles after its pair. At most kRoom pairs are in the pipelines; results that wait for room count too.
// - An undecided pair goes to the host as uncertain, or through the slow pipeline: one in slow_interval cycles, its
//   verdict slow_depth cycles later. Without determinants every pair goes there at once, when a record maker is free.
// - With a Contact Unit an undecided pair goes there in the cycle of its verdict, or when there is room: one in a cycle, in
//   order. With contact_unit.overflow = host the pair is uncertain if there is no room in that cycle. Later verdicts wait
//   for the Contact Unit's verdict and leave in the cycle in which that is seen. After a witness no undecided pair is sent.
// - The slow pipeline needs both records. The tumbled triangle's record is kept until another one comes. A missing record
//   is made in record_cycles by the maker that is free first, and is there record_depth cycles after its begin.
// - A hit or an uncertain pair leaves in the cycle of its verdict, or when there is room; one in a cycle, the oldest verdict
//   first. Up to `lanes` verdicts go in a cycle, earlier misses among them.
// - With pointer_fifo.entry = leaf_pair the hits and the uncertain pairs of two leaves are gathered. They leave with the
//   verdict of the leaves' last test, or with the first hit of a first witness, in that cycle or when there is room. The
//   hits are one entry, the uncertain pairs another one in the next cycle. No verdict goes while an entry waits. The slow
//   pipeline may change the order: then a verdict of other leaves, or the end of the query, first sends what is gathered.
// - Tests of a query wait until its begin has come. The begin waits behind unfinished work of other queries.
// - Unfinished work goes out in the order in which it comes. The end of a query says how many of its pairs were sent, and
//   waits until all of them are out. With a command queue the end is an entry that counts and checks the query's others.
// - First witness: when the first hit of a query is out, the Group Engine is told to stop the query. No more pairs of the
//   query are reported.
// Stalls: pointer_fifo, contact_unit (the oldest pair waits for its verdict). Reset forgets pairs; the registers stay.
#pragma once

#include <array>
#include <deque>
#include <optional>
#include <vector>

#include "collisionchip/reference/groups/small_triangle_test.h"
#include "collisionchip/tlm/kernel/channel.h"
#include "collisionchip/tlm/kernel/cycle_account.h"
#include "collisionchip/tlm/kernel/statistic.h"
#include "collisionchip/tlm/kernel/unit.h"
#include "collisionchip/tlm/kinds/closing_sum.h"
#include "collisionchip/tlm/kinds/unit_cost.h"
#include "collisionchip/tlm/machine/entry_check.h"
#include "collisionchip/tlm/machine/group_messages.h"
#include "collisionchip/tlm/machine/group_words.h"
#include "collisionchip/tlm/units/small_triangle_unit/small_triangle_unit_params.h"

namespace collisionchip {

class UnitPorts;

class SmallTriangleUnit : public Unit {
 public:
  using Params = SmallTriangleUnitParams;

  struct Ports {
    Channel<TriangleTest>& tests;     // from the Leaf Unit
    Channel<QueryOrder>& orders;      // from the Group Engine
    Channel<MatrixWrite>& registers;  // from the Leaf Unit
    Channel<Finding>& findings;       // to the Pointer FIFO
    Channel<QueryStop>& stop;         // to the Group Engine
    // To and from the Contact Unit, if there is one.
    Channel<MatrixWrite>* contact_registers = nullptr;
    Channel<ContactTest>* contacts = nullptr;
    Channel<ContactVerdict>* contact_verdicts = nullptr;

    static Ports of(const UnitPorts& ports);
  };

  struct Statistics {
    std::uint64_t tests = 0, hits = 0, misses = 0, uncertain = 0;
    std::uint64_t entries = 0, pairs_named = 0;  // of hits and uncertain pairs; pairs that these name
    std::uint64_t undecided = 0;                 // by the determinants
    std::uint64_t contacts = 0,
                  contact_overflows = 0;  // of these, sent to the Contact Unit; for which it had no room
    std::uint64_t slow_tests = 0;
    std::uint64_t records = 0;  // made for them
  };

  SmallTriangleUnit(const sc_core::sc_module_name& name, const SmallTriangleUnitParams& params,
                    const Ports& ports);

  // What it counts, and what its accounts mean.
  static std::vector<DeclaredStatistic<Unit>> statistic_rows();
  static ClosingSums closing_sums();
  static constexpr CostKinds kCosts = {true, false, true, true};
  // The cost of one instance. `counted` is that instance after a query, or nullptr before any.
  static UnitCost cost(const Params& params, const Derived& machine, const SmallTriangleUnit* counted);
  static const std::vector<AccountMeaning>& account_meanings();

  void begin_query(Cycle origin) override;
  const Statistics& statistics() const { return statistics_; }
  // The counts of one query, by its place in the command queue.
  std::uint64_t tests_of(std::size_t query) const { return queries_[query].tested; }
  std::uint64_t overflows_of(std::size_t query) const { return queries_[query].overflows; }

 private:
  // An undecided pair is still to be sent to the Contact Unit, or waits for its verdict.
  enum class Contact : std::uint8_t { none, to_send, asked };
  struct Result {
    Cycle out = 0;
    std::uint32_t query = 0;
    Verdict verdict = Verdict::miss;
    std::uint32_t tumbled = 0, aligned = 0;
    LeafPair leaves;
    std::uint32_t in_leaves = 0;
    bool last = false;
    Contact contact = Contact::none;
  };
  // Verdicts of a pair of leaves that have gone, and no entry names them yet.
  struct Gathered {
    std::uint32_t query = 0;
    LeafPair leaves;
    std::uint32_t hits = 0, uncertain = 0;  // pairs of triangles, a bit each
    bool complete = false;                  // to be sent
    bool is_empty() const { return (hits | uncertain) == 0; }
  };
  static constexpr std::size_t kRoom = 128;
  static_assert(kRoom == std::size_t{1} << kResultPlaceBits);
  static constexpr int kPointerFifo = CycleAccount::kFirstCause, kContactUnit = kPointerFifo + 1;

  Cycle step(Cycle now) override;
  void reset_state() override;
  void take_registers(Cycle now);
  bool take_tests(Cycle now);
  void test(Cycle now, const TriangleTest& pair);
  Cycle make_records(Cycle from, std::uint32_t tumbled);
  Cycle next_maker() const;
  void decode_registers(std::uint32_t query);
  void pass_on_pose(Cycle now, const MatrixWrite& write);
  void ask_contact(Result& result, const TriangleTest& pair);
  Result& at_place(std::uint32_t place);
  bool take_contact_verdict(Cycle now);
  bool send_contact(Cycle now);
  void count(Verdict verdict);
  Verdict small_verdict(const TriangleTest& pair) const;
  Verdict slow_verdict(const TriangleTest& pair) const;
  void keep_result(const Result& result);
  bool let_out(Cycle now);
  bool report_pair(Cycle now, const Result& result);
  bool gather(const Result& result);
  bool send_gathered(Cycle now);
  void tell_witness(std::uint32_t query);
  bool take_order(Cycle now);
  void report(Cycle now, std::uint32_t query, const Finding& finding);
  Finding closing(std::uint32_t query, const ReadError& error) const;
  bool is_out(const QueryOrder& end) const;
  bool tell_to_stop(Cycle now);

  const SmallTriangleUnitParams params_;
  Ports ports_;
  struct QueryRegisters {
    std::array<std::uint32_t, group_words::kTestWords> words{};  // as written
    std::int64_t corner_error = 0;
    bool a_tumbled = false;  // with a Contact Unit
    FrameMatrices frames{};
  };
  // In flight, or ended.
  struct Query {
    bool begun = false, first_witness = false, found = false, stop_to_tell = false;
    std::uint64_t taken = 0, tested = 0;  // pairs; the others came after a witness
    std::uint64_t in_pipelines = 0;
    std::uint64_t overflows = 0;  // of undecided pairs, to the host
    EntryCheck reported;
  };
  std::vector<QueryRegisters> registers_;  // by entry of the command queue
  std::vector<Query> queries_;             // by entry of the command queue
  std::deque<Result> results_;             // by `out`
  std::uint32_t first_place_ = 0;          // of the oldest result; a place stands for a result, modulo kRoom
  std::deque<ContactTest> to_send_;        // to the Contact Unit
  Gathered gathered_;
  Cycle free_ = 0, slow_free_ = 0;
  std::vector<Cycle> makers_;          // when each is free
  std::optional<std::uint32_t> kept_;  // tumbled triangle whose record was made last
  Cycle kept_at_ = 0;                  // and is there
  Statistics statistics_;
  CycleAccount account_;
  int state_ = CycleAccount::kIdle;
};

}  // namespace collisionchip
