// A thread that writes a trace file while the model runs on. It does what it is given in the order it was
// given: the bytes of the file do not depend on how the threads run.
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "collisionchip/traces/file/trace_file.h"

namespace collisionchip::trace_detail {

class TraceWriter {
 public:
  // InputError, here and below, when the file cannot be written.
  TraceWriter(const std::string& path, const TraceContents& contents);
  // Without finish() before it, the file stays without its completeness mark.
  ~TraceWriter();
  TraceWriter(const TraceWriter&) = delete;
  TraceWriter& operator=(const TraceWriter&) = delete;

  struct BeginQuery {
    TraceQuery query;
  };
  struct EndQuery {
    TraceQuery query;
  };
  using Order = std::variant<Chunk, BeginQuery, EndQuery>;

  // Waits while too much is under way. When something could not be written, all that comes later is dropped: this is called
  // by SystemC's processes, which let no exception pass.
  void put(Order order);
  // InputError if something could not be written.
  void expect_written();
  // Cells of a chunk that was written, to be used again; empty if there are none.
  std::vector<std::int64_t> used_cells();
  // Waits until all is written and marks the file as complete.
  void finish();

 private:
  void run();
  void carry_out(Order& order);
  void stop();
  void throw_failure();

  std::string path_;
  TraceFile file_;
  std::mutex mutex_;
  std::condition_variable given_, taken_;
  std::deque<Order> orders_;
  std::vector<std::vector<std::int64_t>> used_;
  bool over_ = false;
  std::exception_ptr failure_;
  std::thread thread_;  // last: it uses all of the above
};

}  // namespace collisionchip::trace_detail
