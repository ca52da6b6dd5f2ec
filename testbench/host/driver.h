// The software API of the chip: uploads objects, sets up poses, starts queries, reads pairs. The host of the
// model.
//
// Everything goes over the PCI target socket (tlm/machine/register_map.h): the driver has no other way to the
// chip, and any board will do that has one behind its sockets. Called in an SC_THREAD it waits; called outside
// of SystemC's processes it lets time pass by sc_start, which the interrupt pauses.
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
  Cycle interval = 0;         // chip cycles between two looks at it; 0: whenever the interrupt says so
  std::uint32_t entries = 0;  // entries taken at each look; 0: all
};

// What the driver's writes take from the reset to the start of a query.
Cycle query_setup_cycles(const ChipConfig& config);

class Driver : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Driver> socket;  // to the chip's host socket
  sc_core::sc_in<bool> interrupt;
  // With host.results = memory, otherwise nullptr: what the chip writes into, to be bound to Chip::host_memory().
  ResultRings* rings() { return rings_.get(); }

  Driver(const sc_core::sc_module_name& name, const ChipConfig& config);

  // Puts both objects into the SDRAM through the PCI window; they must outlive the queries. InputError if
  // they do not fit. Returns the chip cycles it took.
  Cycle upload(const CollisionObject& a, const CollisionObject& b);
  // B has changed its shape, A has not: B alone goes into the SDRAM; with a Refit Unit its triangle records do, and the next query
  // makes its boxes first. Between two queries; both must outlive those to come. InputError if its tree has more levels than the
  // Refit Unit has room for.
  Upload update(const CollisionObject& a, const CollisionObject& b);
  // The objects of the queries to come: two of the image's by their numbers, which may be the same. Somebody has put the
  // image into the memory already; it must outlive them. InputError if it does not fit.
  void use(const BoardImage& image, std::size_t a = 0, std::size_t b = 1);

  // The poses together on a reset chip, as many as its command queue has entries at most: std::invalid_argument for more. What
  // query() throws.
  HostBatch query_batch(const std::vector<Pose>& poses, bool first_witness = false);
  // Likewise, of any objects of an image that somebody has put into the memory; it must outlive the call.
  HostBatch query_batch(const BoardImage& image, const std::vector<ImageQuery>& queries,
                        bool first_witness = false);
  // One pose on a reset chip. ChipError if the chip reports an error, stops
  // without an answer or does not end, or refuses a transfer.
  HostAnswer query(const Pose& pose, bool first_witness = false);

  // Eq. 5 of a query asked last, on the lists that the machine of Figure 4 would walk; by the reference, no time passes.
  Cycle eq5_cycles(std::size_t query = 0) const;

  // Written and read over PCI so far, uploads by this driver included.
  std::uint64_t pci_bytes() const { return pci_bytes_; }

  // Called before time passes outside of SystemC's processes, with the end of the sc_start to come, and with
  // zero when it has passed: see Chip::set_horizon.
  std::function<void(const sc_core::sc_time&)> on_horizon = [](const sc_core::sc_time&) {};

  // Called with each pair that the chip leaves to the host, before the host decides it.
  std::function<void(const Pose&, const TrianglePair&)> on_uncertain = [](const Pose&, const TrianglePair&) {
  };

  // Called when a query has ended and its results are read, for sub-queries too; the chip is not yet reset. Of queries
  // that are asked together: when all of them have ended.
  std::list<std::function<void()>> on_query_end;
  // Called with the closing entry of a query: the entry of the command queue and its pose. Other queries may run.
  std::function<void(std::size_t entry, std::size_t pose)> on_closed = [](std::size_t, std::size_t) {};
  // What was started together then.
  struct Run {
    static constexpr std::size_t kNone = ~std::size_t{0};
    std::vector<std::size_t> poses;         // by entry: kNone, or the pose whose query runs there
    std::vector<std::size_t> begun, ended;  // poses in the order in which their queries did
  };
  const Run& run() const { return run_; }

  void set_drain_policy(const DrainPolicy& policy) { drain_ = policy; }

  // The most chip cycles of a query, its sub-queries and transfers included, before the watchdog ends it by a
  // ChipError; 0: most_cycles() of the objects (cycle_bound.h), which no query of sound records can reach.
  void set_cycle_limit(Cycle limit) { cycle_limit_ = limit; }

  // Single accesses, for bring-up and whoever plays a protocol of his own (host/golden_player.h). `delay` grows
  // by the transfer's time; elapse() lets it pass.
  tlm::tlm_response_status write(std::uint64_t address, const void* data, std::size_t bytes,
                                 sc_core::sc_time& delay);
  tlm::tlm_response_status read(std::uint64_t address, void* data, std::size_t bytes,
                                sc_core::sc_time& delay);
  // ChipError if the chip refuses it.
  void write_word(std::uint64_t address, std::uint32_t value, sc_core::sc_time& delay);
  void write_words(std::uint64_t address, const std::vector<std::uint32_t>& words, sc_core::sc_time& delay);
  std::uint32_t read_word(std::uint64_t address, sc_core::sc_time& delay);
  void elapse(sc_core::sc_time& delay);
  static bool in_process();  // called by a process, which can wait
  // Reads up to `limit` entries of the Pointer FIFO, while time passes; returns how many there were.
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
  // One query of the batch, or a part of it that found no room before.
  struct Work {
    std::size_t pose = 0;
    Roots roots{};
  };
  struct Asked {
    PlacedObject a, b;
    Pose pose;
    HostAnswer answer;
    bool settled_witness = false;  // found among the uncertain pairs: the chip does not know
    HostTime::Done posted{};       // what the host had done when it wrote the doorbell
    HostTime::Done last_pair{};    // that was settled
    Cycle begin = 0;               // its doorbell was written, or its batch handed over
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
  // The same three of rings.
  void wait_for_bursts(HostBatch& batch);
  void wait_for_burst();
  bool take_bursts(HostBatch& batch);
  void take_burst(std::size_t ring, const ResultBurst& burst, HostBatch& batch);
  void look_for_bursts(HostBatch& batch);
  // Of a Pose Unit.
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
  const bool has_queue_;                   // the chip works at several queries at once
  const bool by_pose_;                     // a Pose Unit makes the registers
  static constexpr Cycle kTakenAfter = 4;  // cycles behind its coming a record is in the table
  std::vector<PlacedObject> placed_;       // what is in the memory, by slot of the table
  std::vector<ObjectRecord> table_;
  const HostLink link_;
  std::unique_ptr<ResultRings> rings_;
  bool rings_placed_ = false;
  std::size_t open_ = 0;  // queries that run and whose closing burst has not come
  Clock clock_;
  HostTime host_;
  DrainPolicy drain_;
  PlacedObject a_, b_;
  std::optional<Refit> refit_;  // to be told with the next query
  std::uint64_t pci_bytes_ = 0;
  std::vector<Asked> asked_;                    // the queries that run, or ran last
  bool first_witness_ = false;                  // of them
  Cycle cycle_limit_ = 0;                       // 0: the objects' bound
  Cycle begin_ = 0, limit_ = 0, deadline_ = 0;  // of the query that runs
  std::deque<Work> unfinished_;
  std::vector<std::size_t> loaded_;  // by entry of the command queue: the pose whose matrices it has
  Run run_;
  bool waits_outside_ = false;      // of processes, for the interrupt
  std::vector<EntryAudit> audits_;  // of what each query that runs has put into the Pointer FIFO
};

}  // namespace collisionchip
