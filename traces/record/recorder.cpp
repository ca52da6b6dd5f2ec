#include "collisionchip/traces/record/recorder.h"

#include <algorithm>
#include <stdexcept>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/tlm/chip/all_machines.h"
#include "collisionchip/tlm/config/config_file.h"
#include "collisionchip/tlm/machine/json_text.h"
#include "collisionchip/traces/record/taps.h"

#include <nlohmann/json.hpp>

namespace collisionchip {

using namespace trace_detail;

namespace {

constexpr const char* kController = "memory_controller";

// The Memory Controllers of all channels go by the name of the first.
bool wants(const RecorderWindow& window, std::string unit) {
  if (unit.rfind(std::string(kController) + "_", 0) == 0) unit = kController;
  return window.units.empty() ||
         std::find(window.units.begin(), window.units.end(), unit) != window.units.end();
}

template <typename T>
TraceChannel describe(const Channel<T>& channel, const ChannelRow& row, std::uint32_t id) {
  TraceChannel description;
  description.id = id;
  description.name = channel.name();
  description.writer = unit_of(row.writer);
  description.reader = unit_of(row.reader);
  description.capacity = static_cast<std::uint32_t>(channel.capacity());
  description.latency = static_cast<std::uint32_t>(channel.latency());
  description.item = T::kName;
  description.value = meaning_of<T>(Cell::kValue);
  description.detail = meaning_of<T>(Cell::kDetail);
  description.kinds = {T::kKinds.begin(), T::kKinds.end()};
  return description;
}

TraceUnit describe(const CycleAccount& account, std::uint32_t id) {
  TraceUnit unit{id, account.unit(), {"busy", "idle"}};
  unit.states.insert(unit.states.end(), account.causes().begin(), account.causes().end());
  return unit;
}

// Every channel and account gets a stream; the window decides which of them are tapped.
TraceContents contents_of(Board& board, const ChipConfig& config, const RecorderOptions& options) {
  TraceContents contents;
  contents.run = options.run;
  contents.run.clock_period_ps = config.chip.clock_period_ps;
  contents.run.configuration = json_text(effective_json(config));
  contents.run.configuration_hash = config_hash(config);
  contents.run.window = options.window.text();
  board.chip().for_each_channel([&](auto& channel, const ChannelRow& row) {
    const auto id = static_cast<std::uint32_t>(contents.channels.size());
    contents.channels.push_back(describe(channel, row, id));
    contents.streams.push_back({StreamKind::transfer, id});
  });
  for (const CycleAccount* account : board.chip().accounts()) {
    const auto id = static_cast<std::uint32_t>(contents.units.size());
    contents.units.push_back(describe(*account, id));
    contents.streams.push_back({StreamKind::phase, id});
  }
  contents.memories = static_cast<std::uint32_t>(board.channels());
  for (const StreamKind kind : {StreamKind::sdram_command, StreamKind::memory_read}) {
    for (std::uint32_t memory = 0; memory < contents.memories; ++memory)
      contents.streams.push_back({kind, memory});
  }
  contents.streams.push_back({StreamKind::list, 0});
  return contents;
}

void check_units(const RecorderWindow& window) {
  const std::vector<std::string>& known = recordable_units();
  for (const std::string& unit : window.units) {
    if (std::find(known.begin(), known.end(), unit) != known.end()) continue;
    std::string names;
    for (const std::string& name : known) names += (names.empty() ? "" : ", ") + name;
    throw InputError("--trace-units " + unit, "one of " + names);
  }
}

}  // namespace

const std::vector<std::string>& recordable_units() {
  static const std::vector<std::string> units = [] {
    std::vector<std::string> names;
    for (const UnitRow& unit : all_units()) {
      names.push_back(unit.name);
      if (unit.kind == "memory_controller") names.push_back("sdram");
    }
    return names;
  }();
  return units;
}

std::string RecorderWindow::text() const {
  std::string text;
  const auto add = [&text](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  const auto limit = [](auto value, auto none) {
    return value == none ? std::string() : std::to_string(value);
  };
  if (from_cycle != kTraceBegin || to_cycle != kTraceEnd)
    add("cycles " + limit(from_cycle, kTraceBegin) + ":" + limit(to_cycle, kTraceEnd));
  if (from_pose != 0 || to_pose != ~std::uint64_t{0})
    add("queries " + std::to_string(from_pose) + ":" + limit(to_pose, ~std::uint64_t{0}));
  std::string names;
  for (const std::string& unit : units) names += (names.empty() ? "units " : ",") + unit;
  if (!names.empty()) add(names);
  return text.empty() ? "all" : text;
}

// What is watched of a channel of memory.
struct Recorder::MemoryTaps {
  MemoryTaps(Sdram& sdram_, MemoryMonitor* monitor_, StreamBuffer& command_rows, StreamBuffer& read_rows,
             std::uint32_t bus_bytes)
      : sdram(sdram_),
        monitor(monitor_),
        commands(command_rows, sdram_.clocks()),
        reads(read_rows, requested, bus_bytes) {
    sdram.commands.bind(commands);
    if (monitor != nullptr) monitor->reads.bind(reads);
  }
  ~MemoryTaps() {
    sdram.commands.unbind(commands);
    if (monitor != nullptr) monitor->reads.unbind(reads);
  }
  MemoryTaps(const MemoryTaps&) = delete;
  MemoryTaps& operator=(const MemoryTaps&) = delete;

  Sdram& sdram;
  MemoryMonitor* monitor;
  std::deque<ReadKind> requested;
  CommandTap commands;
  ReadTap reads;
};

struct Recorder::Taps {
  Taps(Board& board_, const ChipConfig& config, const RecorderOptions& options)
      : Taps(board_, config, options, contents_of(board_, config, options)) {}
  Taps(const Taps&) = delete;
  Taps& operator=(const Taps&) = delete;

  void attach(bool on);
  void prepare();
  void end_query(std::int64_t end);
  void start();
  void flush();
  void clear();

  Board& board;
  TraceWriter writer;
  Recording recording{writer};

 private:
  Taps(Board& board, const ChipConfig& config, const RecorderOptions& options, const TraceContents& contents);
  void tap_channels(const RecorderWindow& window);
  void tap_accounts(const RecorderWindow& window);

  // The stream of this kind with this source.
  StreamBuffer& stream(StreamKind kind, std::uint32_t id = 0);
  MemoryTaps* memory_of(const std::string& unit);

  std::deque<StreamBuffer> buffers_;   // in the order of contents_of
  std::vector<StreamSource> sources_;  // of each
  ListTracker lists_;
  std::deque<MemoryTaps> memories_;
  bool wants_lists_, wants_commands_, wants_reads_;
  std::vector<std::unique_ptr<AnyTransferTap>> transfers_;
  std::deque<PhaseTap> phases_;
};

namespace {

std::deque<StreamBuffer> make_buffers(Recording& recording, const TraceContents& contents) {
  std::deque<StreamBuffer> buffers;
  std::uint32_t number = 0;
  for (const StreamSource& stream : contents.streams) buffers.emplace_back(recording, number++, stream.kind);
  return buffers;
}

}  // namespace

Recorder::Taps::Taps(Board& board_, const ChipConfig& config, const RecorderOptions& options,
                     const TraceContents& contents)
    : board(board_),
      writer(options.path, contents),
      buffers_(make_buffers(recording, contents)),
      sources_(contents.streams),
      lists_(stream(StreamKind::list)),
      wants_lists_(wants(options.window, "stack_engine")),
      wants_commands_(wants(options.window, "sdram")),
      wants_reads_(wants_commands_ || wants(options.window, "memory_controller")) {
  for (std::uint32_t i = 0; i < contents.memories; ++i) {
    memories_.emplace_back(board.sdram(i), board.memory_monitor(i), stream(StreamKind::sdram_command, i),
                           stream(StreamKind::memory_read, i), config.sdram.bus_bytes);
  }
  tap_channels(options.window);
  tap_accounts(options.window);
}

// The memory whose Memory Controller this is; none: nullptr.
Recorder::MemoryTaps* Recorder::Taps::memory_of(const std::string& unit) {
  for (std::uint32_t i = 0; i < memories_.size(); ++i) {
    if (unit == numbered(kController, i)) return &memories_[i];
  }
  return nullptr;
}

StreamBuffer& Recorder::Taps::stream(StreamKind kind, std::uint32_t id) {
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    if (sources_[i].kind == kind && sources_[i].id == id) return buffers_[i];
  }
  throw std::logic_error("a recording without a stream of this kind");
}

// Requests are watched even if the window leaves their channels out: they say what a read is for.
void Recorder::Taps::tap_channels(const RecorderWindow& window) {
  std::uint32_t id = 0;
  board.chip().for_each_channel([&](auto& channel, const ChannelRow& row) {
    using Item = typename std::decay_t<decltype(channel)>::Item;
    StreamBuffer& buffer = stream(StreamKind::transfer, id++);
    const bool recorded = wants(window, unit_of(row.writer)) || wants(window, unit_of(row.reader));
    constexpr bool kReads = std::is_same_v<Item, ReadRequest> || std::is_same_v<Item, BurstRequest>;
    if (!recorded && !(kReads && wants_reads_)) return;
    TransferListeners listeners;
    if (wants_lists_) listeners.lists = &lists_;
    MemoryTaps* const memory = wants_reads_ ? memory_of(unit_of(row.reader)) : nullptr;
    if (memory != nullptr) listeners.requested = &memory->requested;
    transfers_.push_back(
        std::make_unique<TransferTap<Item>>(channel, recording, recorded ? &buffer : nullptr, listeners));
  });
}

void Recorder::Taps::tap_accounts(const RecorderWindow& window) {
  std::uint32_t id = 0;
  for (CycleAccount* account : board.chip().accounts()) {
    StreamBuffer& buffer = stream(StreamKind::phase, id++);
    if (wants(window, unit_of(account->unit()))) phases_.emplace_back(*account, buffer);
  }
}

void Recorder::Taps::attach(bool on) {
  for (const auto& tap : transfers_) tap->attach(on);
  for (PhaseTap& tap : phases_) tap.attach(on);
  for (MemoryTaps& memory : memories_) {
    memory.commands.attach(on && wants_commands_);
    memory.reads.attach(on && wants_reads_);
  }
}

void Recorder::Taps::prepare() {
  for (const auto& tap : transfers_) tap->prepare();
  lists_.reset();
  for (MemoryTaps& memory : memories_) {
    memory.commands.prepare();
    memory.reads.prepare();
  }
}

void Recorder::Taps::end_query(std::int64_t end) {
  for (const auto& tap : transfers_) tap->end_query();
  const std::vector<UnitCycles> totals = board.chip().unit_cycles();
  for (PhaseTap& tap : phases_) {
    const auto total = std::find_if(totals.begin(), totals.end(), [&](const UnitCycles& unit) {
      return unit.unit == tap.account().unit();
    });
    tap.end_query(end, *total);
  }
  for (MemoryTaps& memory : memories_) memory.commands.end_query();
  lists_.close();
}

void Recorder::Taps::flush() {
  for (StreamBuffer& buffer : buffers_) buffer.flush();
}

void Recorder::Taps::start() {
  for (StreamBuffer& buffer : buffers_) buffer.start();
}

void Recorder::Taps::clear() {
  for (StreamBuffer& buffer : buffers_) buffer.clear();
}

Recorder::Recorder(Board& board, const ChipConfig& config, const RecorderOptions& options)
    : board_(board), window_(options.window) {
  check_units(window_);
  taps_ = std::make_unique<Taps>(board, config, options);
  board_.chip().add_listener(*this);
}

Recorder::~Recorder() {
  board_.chip().remove_listener(*this);
}

void Recorder::begin_pose(std::uint64_t pose) {
  query_.pose = pose;
  query_.sub_query = 0;
  attached_ = pose >= window_.from_pose && pose < window_.to_pose;
  taps_->attach(attached_);
  begin_gathering();
}

// What comes before the start command, the matrices, belongs
// to the query too. Which cycles these are is not known yet.
void Recorder::begin_gathering() {
  Recording& recording = taps_->recording;
  recording.started = false;
  recording.from = kTraceBegin;
  recording.to = kTraceEnd;
  taps_->prepare();
  taps_->clear();
}

void Recorder::on_start(Cycle origin) {
  if (!attached_) return;
  query_.id = next_query_++;
  query_.start = origin;
  query_.cycles = -1;
  Recording& recording = taps_->recording;
  recording.query = query_.id;
  recording.origin = static_cast<std::int64_t>(origin);
  recording.started = true;
  if (window_.from_cycle != kTraceBegin) recording.from = recording.origin + window_.from_cycle;
  if (window_.to_cycle != kTraceEnd) recording.to = recording.origin + window_.to_cycle;
  taps_->writer.put(TraceWriter::BeginQuery{query_});
  taps_->start();
}

void Recorder::end_query() {
  if (!attached_) return;
  query_.cycles = static_cast<TraceCycle>(board_.chip().query_cycles());
  taps_->end_query(static_cast<std::int64_t>(query_.start) + query_.cycles);
  taps_->flush();
  taps_->writer.put(TraceWriter::EndQuery{query_});
  taps_->writer.expect_written();
  ++query_.sub_query;
  begin_gathering();
}

void Recorder::finish() {
  taps_->attach(false);
  taps_->writer.finish();
}

}  // namespace collisionchip
