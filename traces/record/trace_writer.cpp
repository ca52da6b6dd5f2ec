#include "collisionchip/traces/record/trace_writer.h"

#include "collisionchip/reference/text/input_error.h"

namespace collisionchip::trace_detail {

namespace {

// Enough to smooth the writer's pace; few enough that the chunks stay in the processor's cache.
constexpr std::size_t kMostOrders = 32;

[[noreturn]] void throw_unwritable(const std::string& path, const SqliteError& error) {
  throw InputError(Place::in(path), "a file that can be written", std::string(": ") + error.what());
}

TraceFile create(const std::string& path, const TraceContents& contents) {
  try {
    return {path, contents};
  } catch (const SqliteError& error) {
    throw_unwritable(path, error);
  }
}

}  // namespace

TraceWriter::TraceWriter(const std::string& path, const TraceContents& contents)
    : path_(path), file_(create(path, contents)), thread_([this] { run(); }) {}

TraceWriter::~TraceWriter() {
  stop();
  if (failure_ != nullptr) file_.discard();
}

void TraceWriter::put(Order order) {
  std::unique_lock lock(mutex_);
  taken_.wait(lock, [this] { return orders_.size() < kMostOrders || failure_ != nullptr; });
  if (failure_ != nullptr) return;
  orders_.push_back(std::move(order));
  given_.notify_one();
}

std::vector<std::int64_t> TraceWriter::used_cells() {
  const std::lock_guard lock(mutex_);
  if (used_.empty()) return {};
  std::vector<std::int64_t> cells = std::move(used_.back());
  used_.pop_back();
  return cells;
}

void TraceWriter::expect_written() {
  const std::lock_guard lock(mutex_);
  throw_failure();
}

void TraceWriter::finish() {
  stop();
  throw_failure();
  try {
    file_.complete();
  } catch (const SqliteError&) {
    failure_ = std::current_exception();
    throw_failure();
  }
}

void TraceWriter::stop() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
    given_.notify_one();
  }
  thread_.join();
}

void TraceWriter::throw_failure() {
  if (failure_ == nullptr) return;
  try {
    std::rethrow_exception(failure_);
  } catch (const SqliteError& error) {
    throw_unwritable(path_, error);
  }
}

void TraceWriter::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    given_.wait(lock, [this] { return over_ || !orders_.empty(); });
    if (orders_.empty()) return;
    Order order = std::move(orders_.front());
    orders_.pop_front();
    lock.unlock();
    std::exception_ptr failure;
    try {
      carry_out(order);
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    if (Chunk* chunk = std::get_if<Chunk>(&order)) used_.push_back(std::move(chunk->cells));
    taken_.notify_one();
    if (failure == nullptr) continue;
    failure_ = failure;
    return;
  }
}

void TraceWriter::carry_out(Order& order) {
  if (const Chunk* chunk = std::get_if<Chunk>(&order)) {
    file_.add(*chunk);
  } else if (const BeginQuery* begin = std::get_if<BeginQuery>(&order)) {
    file_.begin_query(begin->query);
  } else {
    file_.end_query(std::get<EndQuery>(order).query);
  }
}

}  // namespace collisionchip::trace_detail
