// The software API of the chip, and the host of the model: it uploads objects, sets up poses, starts queries and reads pairs.
//
// The driver uses only the PCI target socket of the chip (tlm/machine/register_map.h), so it works with any board that has this socket. In
// an SC_THREAD it waits. Outside of SystemC's processes it calls sc_start, which the interrupt pauses.
#pragma once

#include <deque>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <vector>

#include <tlm_utils/simple_initiator_socket.h>
#include <systemc>
#include <tlm>

#include "collisionchip/reference/groups/object_record.h"
#include "collisionchip/reference/image/memory_image.h"
#include "collisionchip/reference/traverse/query.h"
#include "collisionchip/testbench/host/board_image.h"
#include "collisionchip/testbench/host/chip_answer.h"
#include "collisionchip/testbench/host/host_time.h"
#include "collisionchip/testbench/host/result_rings.h"
#include "collisionchip/tlm/config/chip_config.h"
#include "collisionchip/tlm/kernel/clock.h"
#include "collisionchip/tlm/machine/entry_check.h"
#include "collisionchip/tlm/machine/host_link.h"

namespace collisionchip {

// How fast the host empties the Pointer FIFO.
struct DrainPolicy {
  Cycle interval = 0;         // chip cycles between two reads of the FIFO; 0: at each interrupt
  std::uint32_t entries = 0;  // entries taken at each read; 0: all
};

// The cycles of the driver's writes from the reset to the start of a query.
Cycle query_setup_cycles(const ChipConfig& config);

class Driver : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Driver> socket;  // to the chip's host socket
  sc_core::sc_in<bool> interrupt;
  // The rings that the chip writes into, to be bound to Chip::host_memory(). nullptr unless host.results = memory.
  ResultRings* rings() { return rings_.get(); }

  Driver(const sc_core::sc_module_name& name, const ChipConfig& config);

  // Writes both objects into the SDRAM through the PCI window. They must outlive the queries. InputError if they do not fit. Returns the
  // chip cycles of the upload.
  Cycle upload(const CollisionObject& a, const CollisionObject& b);
  // Writes B's new shape into the SDRAM; A is unchanged. With a Refit Unit only B's triangle records are written, and the next query first
  // makes its boxes. Called between two queries. Both objects must outlive the next queries. InputError if B's tree has more levels than
  // the Refit Unit has room for.
  Upload update(const CollisionObject& a, const CollisionObject& b);
  // Sets the objects of the next queries: two objects of the image by their numbers, which may be the same. The image must be in the memory
  // already and outlive the queries. InputError if it does not fit.
  void use(const BoardImage& image, std::size_t a = 0, std::size_t b = 1);

  // Asks the poses together on a reset chip. std::invalid_argument for more poses than the command queue has entries. Throws as query().
  HostBatch query_batch(const std::vector<Pose>& poses, bool first_witness = false);
  // The same for any objects of an image. The image must be in the memory already and outlive the call.
  HostBatch query_batch(const BoardImage& image, const std::vector<ImageQuery>& queries,
                        bool first_witness = false);
  // Asks one pose on a reset chip. ChipError if the chip reports an error, stops without an answer, does not end, or refuses a transfer.
  HostAnswer query(const Pose& pose, bool first_witness = false);

  // The cycles of Eq. 5 for a query asked last, on the lists that the machine of Figure 4 would walk. The reference computes them; no
  // simulated time passes.
  Cycle eq5_cycles(std::size_t query = 0) const;

  // Bytes written and read over PCI so far, including uploads by this driver.
  std::uint64_t pci_bytes() const { return pci_bytes_; }

  // Called outside of SystemC's processes: before each sc_start with its end, and after it with zero (see Chip::set_horizon).
  std::function<void(const sc_core::sc_time&)> on_horizon = [](const sc_core::sc_time&) {};

  // Called with each pair that the chip leaves to the host, before the host decides it.
  std::function<void(const Pose&, const TrianglePair&)> on_uncertain = [](const Pose&, const TrianglePair&) {
  };

  // Called when a query or sub-query has ended and its results are read; the chip is not yet reset. For queries that are asked together:
  // called once, when all have ended.
  std::list<std::function<void()>> on_query_end;
  // Called when a query's closing entry comes, with its entry of the command queue and its pose. Other queries may still run.
  std::function<void(std::size_t entry, std::size_t pose)> on_closed = [](std::size_t, std::size_t) {};
  // The queries that were started together.
  struct Run {
    static constexpr std::size_t kNone = ~std::size_t{0};
    std::vector<std::size_t> poses;         // by entry: the pose whose query runs there, or kNone
    std::vector<std::size_t> begun, ended;  // poses in the order in which their queries began and ended
  };
  const Run& run() const { return run_; }

  void set_drain_policy(const DrainPolicy& policy) { drain_ = policy; }

  // The most chip cycles of a query, including its sub-queries and transfers. At this limit the watchdog ends the query with a ChipError.
  // 0: most_cycles() of the objects (cycle_bound.h), which a query of correct records cannot reach.
  void set_cycle_limit(Cycle limit) { cycle_limit_ = limit; }

  // Single accesses, for bring-up and for code with a protocol of its own (golden_player.h). `delay` grows by the transfer's time; elapse()
  // lets that time pass.
  tlm::tlm_response_status write(std::uint64_t address, const void* data, std::size_t bytes,
                                 sc_core::sc_time& delay);
  tlm::tlm_response_status read(std::uint64_t address, void* data, std::size_t bytes,
                                sc_core::sc_time& delay);
  // Accesses of words. ChipError if the chip refuses the transfer.
  void write_word(std::uint64_t address, std::uint32_t value, sc_core::sc_time& delay);
  void write_words(std::uint64_t address, const std::vector<std::uint32_t>& words, sc_core::sc_time& delay);
  std::uint32_t read_word(std::uint64_t address, sc_core::sc_time& delay);
  void elapse(sc_core::sc_time& delay);
  static bool in_process();  // whether the caller is a SystemC process, which can wait
  // Reads up to `limit` entries of the Pointer FIFO, while time passes. Returns the number of entries read.
  std::uint32_t drain(std::uint32_t limit, const std::function<void(const EntryWords&)>& take);

 private:
  struct Roots {
    std::uint32_t tumbled, aligned;  // register values
  };
  struct Refit {
    std::uint32_t root, pairs;  // register values
  };
  Refit refit_of(const PlacedObject& placed) const;

  void send(const BoardImage& image, std::uint64_t address, std::size_t bytes, sc_core::sc_time& delay);
  void on_interrupt();
  void pass(const sc_core::sc_time& time);
  void start(const sc_core::sc_time& time, sc_core::sc_starvation_policy policy);
  // A query of the batch, or the unfinished part of a query after an overflow.
  struct Work {
    std::size_t pose = 0;
    Roots roots{};
  };
  struct Asked {
    PlacedObject a, b;
    Pose pose;
    HostAnswer answer;
    // The host found a witness among the uncertain pairs; the chip does not know it.
    bool settled_witness = false;
    HostTime::Done posted{};     // the host's work until it wrote the doorbell
    HostTime::Done last_pair{};  // the host's work until the last pair was settled
    Cycle begin = 0;             // when its doorbell was written, or its batch was handed over
  };

  void check_image(const BoardImage& image, std::size_t object) const;
  void prepare(const std::vector<PlacedObject>& objects);
  HostBatch run_asked(bool first_witness);
  TumbledSide side_of(const Asked& asked) const;
  Roots roots_of(const Asked& asked) const;
  void write_matrices(const Asked& asked, sc_core::sc_time& delay);
  std::vector<Work> next_work();
  void load(std::size_t entry, const Work& work, sc_core::sc_time& delay, HostBatch& batch);
  void run_work(const std::vector<Work>& work, sc_core::sc_time& delay, HostBatch& batch);
  void wait_for_end(HostBatch& batch);
  void wait_for_interrupt();
  // The same with results in rings.
  void wait_for_bursts(HostBatch& batch);
  void wait_for_burst();
  bool take_bursts(HostBatch& batch);
  void take_burst(std::size_t ring, const ResultBurst& burst, HostBatch& batch);
  void look_for_bursts(HostBatch& batch);
  // Functions for a chip with a Pose Unit.
  void fill_table(const std::vector<PlacedObject>& objects);
  std::size_t slot_of(const PlacedObject& object) const;
  void stream(const std::vector<Work>& work, sc_core::sc_time& delay, HostBatch& batch);
  void post(std::size_t entry, const Work& work, bool last, sc_core::sc_time& delay);
  void place_rings();
  void check_progress(bool silent);
  void stop_at_witness();
  void read_error(std::uint32_t status);
  [[noreturn]] void report_error(std::uint32_t status, std::uint32_t address);
  void take_entry(const EntryWords& entry);
  void take_finding(std::size_t entry, const Finding& finding);
  void close(Asked& asked) const;
  void take_pair(Asked& asked, bool a_tumbled, const Finding& finding);
  bool checks_entries() const { return config_.pointer_fifo.entry_check || has_queue_ || rings_; }
  Cycle since_call() const { return clock_.now() - begin_; }
  void check_entries(std::size_t entry) const;

  const ChipConfig config_;
  const bool has_queue_;                   // the chip works on several queries at the same time
  const bool by_pose_;                     // a Pose Unit makes the registers
  static constexpr Cycle kTakenAfter = 4;  // cycles from a record's arrival until it is in the table
  std::vector<PlacedObject> placed_;       // objects in the memory, by slot of the table
  std::vector<ObjectRecord> table_;
  const HostLink link_;
  std::unique_ptr<ResultRings> rings_;
  bool rings_placed_ = false;
  std::size_t open_ = 0;  // running queries whose closing burst has not come
  Clock clock_;
  HostTime host_;
  DrainPolicy drain_;
  PlacedObject a_, b_;
  std::optional<Refit> refit_;  // sent to the chip with the next query
  std::uint64_t pci_bytes_ = 0;
  std::vector<Asked> asked_;                    // the queries that run, or ran last
  bool first_witness_ = false;                  // of the asked queries
  Cycle cycle_limit_ = 0;                       // 0: the objects' bound
  Cycle begin_ = 0, limit_ = 0, deadline_ = 0;  // of the query that runs
  std::deque<Work> unfinished_;
  std::vector<std::size_t> loaded_;  // by entry of the command queue: the pose whose matrices it has
  Run run_;
  bool waits_outside_ = false;      // the driver waits for the interrupt outside of SystemC's processes
  std::vector<EntryAudit> audits_;  // by running query: an audit of its entries in the Pointer FIFO
};

}  // namespace collisionchip
