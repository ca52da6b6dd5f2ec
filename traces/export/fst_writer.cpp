#include "collisionchip/traces/export/fst_writer.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>

#include <fcntl.h>
#include <unistd.h>

#include <fstapi.h>

#include "collisionchip/reference/files/output_file.h"
#include "collisionchip/reference/files/temporary_folder.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/text_scanner.h"
#include "collisionchip/traces/export/signal_changes.h"

namespace collisionchip {

using namespace trace_detail;

namespace fs = std::filesystem;

namespace {

struct CloseWriter {
  void operator()(void* writer) const { fstWriterClose(writer); }
};
using Writer = std::unique_ptr<void, CloseWriter>;

// The library opens files by name, unlinks what it finds there, and leaves them when the process is killed. It gets a temporary
// folder, which is gone as soon as it has opened them.
class WaveBytes {
 public:
  WaveBytes() : folder_(std::in_place) {}
  ~WaveBytes() {
    if (file_ >= 0) close(file_);
  }
  WaveBytes(const WaveBytes&) = delete;
  WaveBytes& operator=(const WaveBytes&) = delete;

  Writer begin() {
    const std::string name = folder_->path() + "/waves";
    Writer writer(fstWriterCreate(name.c_str(), 1));
    file_ = open(name.c_str(), O_RDWR | O_CLOEXEC);
    folder_.reset();
    return file_ < 0 ? nullptr : std::move(writer);
  }

  // The library says nothing when it cannot write. A file is blocks: a byte, and in eight bytes how long the rest is.
  bool are_whole() const {
    const off_t end = lseek(file_, 0, SEEK_END);
    off_t at = 0;
    for (std::array<unsigned char, 9> head{}; at < end;) {
      if (pread(file_, head.data(), head.size(), at) != static_cast<ssize_t>(head.size())) return false;
      std::uint64_t length = 0;
      for (std::size_t i = 1; i < head.size(); ++i) length = length << 8 | head[i];
      if (head[0] == FST_BL_SKIP || length < 8 || length > static_cast<std::uint64_t>(end - at)) return false;
      at += 1 + static_cast<off_t>(length);
    }
    return end > 0 && at == end;
  }

  // Why nothing more can be written there.
  std::string reason() const {
    const std::vector<char> block(1u << 16);
    const off_t end = lseek(file_, 0, SEEK_END);
    return pwrite(file_, block.data(), block.size(), end) < 0 ? std::strerror(errno)
                                                              : "the wave library failed";
  }

  void copy_to(std::ostream& out) const {
    std::vector<char> block(1u << 20);
    ssize_t count = 0;
    for (off_t at = 0; (count = pread(file_, block.data(), block.size(), at)) > 0; at += count)
      out.write(block.data(), count);
  }

 private:
  std::optional<TemporaryFolder> folder_;
  int file_ = -1;
};

std::vector<std::string> split(const std::string& scope) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at < scope.size();) {
    const std::size_t dot = std::min(scope.find('.', at), scope.size());
    parts.push_back(scope.substr(at, dot - at));
    at = dot + 1;
  }
  return parts;
}

// The signals by their scopes, each scope once, in the order in which they are first named.
struct Scope {
  std::string name;
  std::vector<std::size_t> signals;  // their numbers
  std::vector<Scope> inner;

  Scope& child(const std::string& of_name) {
    for (Scope& scope : inner) {
      if (scope.name == of_name) return scope;
    }
    inner.push_back({of_name, {}, {}});
    return inner.back();
  }
};

fstHandle declare(void* writer, const Signal& signal) {
  const bool text = signal.bits == 0;
  return fstWriterCreateVar(writer, text ? FST_VT_GEN_STRING : FST_VT_VCD_WIRE, FST_VD_IMPLICIT,
                            text ? 0 : signal.bits, signal.name.c_str(), 0);
}

void declare(void* writer, const std::vector<Signal>& signals, const Scope& scope,
             std::vector<fstHandle>& handles) {
  for (const std::size_t signal : scope.signals) handles[signal] = declare(writer, signals[signal]);
  for (const Scope& inner : scope.inner) {
    fstWriterSetScope(writer, FST_ST_VCD_MODULE, inner.name.c_str(), nullptr);
    declare(writer, signals, inner, handles);
    fstWriterSetUpscope(writer);
  }
}

std::vector<fstHandle> declare(void* writer, const std::vector<Signal>& signals) {
  Scope chip{"chip", {}, {}};
  for (std::size_t i = 0; i < signals.size(); ++i) {
    Scope* scope = &chip;
    for (const std::string& name : split(signals[i].scope)) scope = &scope->child(name);
    scope->signals.push_back(i);
  }
  std::vector<fstHandle> handles(signals.size());
  declare(writer, signals, chip, handles);
  return handles;
}

void emit(void* writer, fstHandle handle, const Signal& signal, const SignalChange& change) {
  if (signal.bits == 0) {
    fstWriterEmitVariableLengthValueChange(writer, handle, change.text.data(),
                                           static_cast<std::uint32_t>(change.text.size()));
    return;
  }
  std::string bits(signal.bits, 'x');
  for (std::uint32_t bit = 0; change.defined && bit < signal.bits; ++bit)
    bits[signal.bits - 1 - bit] = static_cast<char>('0' + (change.number >> bit & 1));
  fstWriterEmitValueChange(writer, handle, bits.data());
}

// The clock runs on for so many cycles in which nothing changes; in a query there are never so many.
constexpr TraceCycle kLongestPause = 4096;

// One query after the other, each between the first and the last cycle in which something changes.
class WaveWriter {
 public:
  WaveWriter(void* writer, const TraceReader& trace)
      : writer_(writer), trace_(trace), source_(trace), period_(trace.run().clock_period_ps) {
    fstWriterSetScope(writer, FST_ST_VCD_MODULE, "chip", nullptr);
    clock_ = declare(writer, clock_signal_);
    cycle_ = declare(writer, cycle_signal_);
    handles_ = declare(writer, source_.signals());
    fstWriterSetUpscope(writer);
  }

  void write(const ExportWindow& window) {
    bool first = true;
    for (const TraceQuery& query : trace_.queries()) {
      if (!window.holds(query)) continue;
      const std::vector<SignalChange> changes = source_.changes(query, window.cycles);
      if (first) begin(query, changes.front().cycle);
      first = false;
      write(query, changes);
    }
  }

 private:
  // What is shown as time 0 is cycle 0 of the first query. The file's own times begin where something is seen.
  void begin(const TraceQuery& query, TraceCycle earliest) {
    origin_ = std::min(earliest, static_cast<TraceCycle>(query.start));
    fstWriterSetTimezero(writer_, (origin_ - static_cast<TraceCycle>(query.start)) * period_);
  }

  void write(const TraceQuery& query, const std::vector<SignalChange>& changes) {
    const auto start = static_cast<TraceCycle>(query.start);
    TraceCycle cycle = next_;
    for (auto change = changes.begin(); change != changes.end(); ++cycle) {
      // Between two queries, and where a window was recorded, clock and cycle stand still.
      if (change->cycle > cycle && (cycle == next_ || change->cycle - cycle > kLongestPause)) {
        if (cycle != kTraceBegin) stand_still(cycle);
        cycle = change->cycle;
      }
      time(cycle, 0);
      fstWriterEmitValueChange(writer_, clock_, "1");
      emit(writer_, cycle_, cycle_signal_, {0, 0, true, cycle - start, {}});
      for (; change != changes.end() && change->cycle <= cycle; ++change)
        emit(writer_, handles_[change->signal], source_.signals()[change->signal], *change);
      time(cycle, period_ / 2);
      fstWriterEmitValueChange(writer_, clock_, "0");
    }
    next_ = cycle;
  }

  void stand_still(TraceCycle from) {
    time(from, 0);
    emit(writer_, cycle_, cycle_signal_, {});
  }

  void time(TraceCycle cycle, TraceCycle picoseconds) {
    fstWriterEmitTimeChange(writer_, static_cast<std::uint64_t>((cycle - origin_) * period_ + picoseconds));
  }

  void* writer_;
  const TraceReader& trace_;
  const SignalSource source_;
  const TraceCycle period_;  // ps
  const Signal clock_signal_{"", "clock", 1}, cycle_signal_{"", "cycle", 64};
  fstHandle clock_ = 0, cycle_ = 0;
  std::vector<fstHandle> handles_;
  TraceCycle origin_ = 0;          // where the file's times begin
  TraceCycle next_ = kTraceBegin;  // after the query before
};

}  // namespace

void write_fst(const TraceReader& trace, const std::string& path, const ExportWindow& window) {
  std::error_code error;
  const fs::path place = OutputFile::place_of(path);
  if (fs::exists(place, error) && !fs::is_regular_file(place, error))
    throw InputError(Place::in(path), "a regular file", ": waves cannot be written to a device");
  OutputFile file(path);
  WaveBytes bytes;
  Writer writer = bytes.begin();
  if (writer == nullptr) throw InputError(Place::in(path), "a file that can be written");
  fstWriterSetDate(writer.get(), "");  // the same trace gives the same bytes
  fstWriterSetVersion(writer.get(), "collisionchip");
  fstWriterSetTimescaleFromString(writer.get(), "1ps");
  WaveWriter(writer.get(), trace).write(window);
  const bool is_whole = fstWriterGetFseekFailed(writer.get()) == 0;
  writer.reset();
  if (!is_whole || !bytes.are_whole())
    throw InputError(Place::in(path), "to write all", ": " + bytes.reason());
  bytes.copy_to(file.stream());
  file.close();
}

}  // namespace collisionchip
