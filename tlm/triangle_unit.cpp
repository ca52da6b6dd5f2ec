#include "tlm/triangle_unit.h"

#include <algorithm>

#include "reference/float32.h"

namespace collisionchip {

namespace {
constexpr int kMemory = CycleAccount::kFirstCause, kPointerFifo = CycleAccount::kFirstCause + 1;
}

TriangleUnit::TriangleUnit(const sc_core::sc_module_name& name, const ChipConfig& config, const Ports& ports)
    : Unit(name, config),
      records("records"),
      issues("issues"),
      ports_(ports),
      cache_(config.triangle_unit.cache_lines, config.triangle_unit.cache_ways),
      account_(std::string(name), {"memory", "pointer_fifo"}) {
  ports_.leaf_tests.bind_reader(*this);
  ports_.triangle_data.bind_reader(*this);
  ports_.matrix_writes.bind_reader(*this);
  ports_.requests.bind_writer(*this);
  ports_.findings.bind_writer(*this);
  ports_.stop.bind_writer(*this);
  listen(ports_.leaf_tests);
  listen(ports_.triangle_data);
  listen(ports_.matrix_writes);
}

Cycle TriangleUnit::pipeline_depth(const ChipConfig& config) {
  const auto& c = config.triangle_unit;
  const Cycle vertices = (3 + c.vertices_per_cycle - 1) / c.vertices_per_cycle;
  return vertices + 2 * c.dotadd_stages + 2 + c.itu_stages + (c.filter ? c.filter_stages : 0);
}

void TriangleUnit::begin_query(Cycle origin) {
  account_.reset(origin);
  state_ = CycleAccount::kIdle;
  statistics_ = {};
}

void TriangleUnit::reset_state() {
  for (TumbledEntry& entry : tumbled_) entry.valid = false;
  cache_.clear();
  done_bits_ = 0;
  waiting_ = 0;
  awaited_ = nullptr;
  tumbled_missed_ = aligned_missed_ = false;
  pipeline_free_ = 0;
  misses_in_pipeline_.clear();
  found_ = false;
  failed_ = {};
  state_ = CycleAccount::kIdle;
}

Cycle TriangleUnit::step(Cycle now) {
  account_.spend(now, state_);
  take_matrix_writes(now);
  take_triangles(now);
  return work(now);
}

void TriangleUnit::take_matrix_writes(Cycle now) {
  while (const MatrixWrite* write = ports_.matrix_writes.front(now)) {
    for (std::uint32_t i = 0; i < write->count; ++i) {
      const std::uint32_t word = write->first_word + i;
      const float value = float_of(write->words[i]);
      if (word < 24) {
        Matrix34& matrix = word < 12 ? frames_.to_aligned : frames_.to_tumbled;
        matrix[word % 12 / 4][word % 4] = value;
      } else {
        (word < 27 ? frames_.to_aligned_bound : frames_.to_tumbled_bound)[word % 3] = value;
      }
    }
    ports_.matrix_writes.pop(now);
  }
}

void TriangleUnit::take_triangles(Cycle now) {
  while (const TriangleData* data = ports_.triangle_data.front(now)) {
    const bool tumbled = awaited_ != nullptr && awaited_->address == data->address;
    if (data->error) {
      fail(now, data->error);
    } else if (tumbled) {
      *awaited_ = {true, data->address, decode_triangle(data->record)};
    } else {
      statistics_.aligned_conflicts += cache_.insert(data->address, decode_triangle(data->record));
    }
    if (tumbled) awaited_ = nullptr;
    --waiting_;
    ports_.triangle_data.pop(now);
  }
}

// Works off messages until something is missing; returns when to go on.
Cycle TriangleUnit::work(Cycle now) {
  while (const LeafTests* message = ports_.leaf_tests.front(now)) {
    state_ = CycleAccount::kBusy;
    if (message->kind != LeafTests::Kind::tests) {
      const Cycle next = pass_on(now, *message);
      if (next != now) return next;
    } else if (found_ || failed_) {
      // Nothing more is wanted.
    } else if (config().triangle_unit.ideal) {
      if (!work_ideal(now, *message)) return kNever;
    } else {
      for (int j = 0; j < 2; ++j) {
        for (int i = 0; i < 2; ++i) {
          const std::uint32_t bit = 1u << (2 * i + j);
          if ((message->bits & ~done_bits_ & bit) == 0 || found_) continue;
          const Cycle next = issue(now, i, j);
          if (next != now) return next;
          done_bits_ |= bit;
        }
      }
    }
    done_bits_ = 0;
    ports_.leaf_tests.pop(now);
  }
  state_ = CycleAccount::kIdle;
  return kNever;
}

// Returns as issue().
Cycle TriangleUnit::pass_on(Cycle now, const LeafTests& message) {
  const bool end = message.kind == LeafTests::Kind::end;
  if (!end && (found_ || failed_)) return now;
  if (!room_for_result(now)) return next_miss_out();
  // In order with the results, those of the misses included.
  const Cycle extra = misses_in_pipeline_.empty() ? 0 : misses_in_pipeline_.back() - now - 1;
  ports_.findings.put(now,
                      {end ? Finding::Kind::end : Finding::Kind::unfinished, message.tumbled[0],
                       message.aligned[0], message.error ? message.error : failed_},
                      extra);
  return now;
}

// A triangle that the memory cannot give: the query ends with an error, as soon as the Stack Engine can stop.
void TriangleUnit::fail(Cycle now, const ReadError& error) {
  if (failed_) return;
  ports_.stop.put(now, {});
  failed_ = error;
}

// Issues one test if it can; `now` when done, otherwise the cycle to try again (kNever: when a channel says
// so).
Cycle TriangleUnit::issue(Cycle now, int i, int j) {
  const LeafTests& message = *ports_.leaf_tests.front(now);
  state_ = kMemory;
  if (waiting_ > 0) return kNever;
  const bool tumbled = tumbled_[i].valid && tumbled_[i].address == message.tumbled[i];
  const TriangleRecord* aligned = cache_.find(message.aligned[j]);
  if (!tumbled || aligned == nullptr) {
    tumbled_missed_ |= !tumbled;
    aligned_missed_ |= aligned == nullptr;
    if (!tumbled && fetch(now, message.tumbled[i])) {
      statistics_.tumbled_conflicts += tumbled_[i].valid;
      tumbled_[i] = {false, message.tumbled[i], {}};
      awaited_ = &tumbled_[i];
    }
    if (aligned == nullptr) fetch(now, message.aligned[j]);
    return kNever;
  }
  state_ = CycleAccount::kBusy;
  if (now < pipeline_free_) return pipeline_free_;
  if (!room_for_result(now)) return next_miss_out();
  ++(tumbled_missed_ ? statistics_.tumbled_misses : statistics_.tumbled_hits);
  ++(aligned_missed_ ? statistics_.aligned_misses : statistics_.aligned_hits);
  tumbled_missed_ = aligned_missed_ = false;
  issues.write(now);
  report(now, tumbled_[i].triangle, *aligned, message.first_witness, pipeline_depth() - 1);
  const Cycle vertices = config().triangle_unit.vertices_per_cycle;
  pipeline_free_ = now + (3 + vertices - 1) / vertices;
  account_.spend(pipeline_free_, CycleAccount::kBusy);
  return now;
}

// If the channel is full, the step in which it has room tries again.
bool TriangleUnit::fetch(Cycle now, std::uint32_t address) {
  if (!ports_.requests.ready(now)) return false;
  ports_.requests.put(now, {ReadKind::triangle, address});
  ++waiting_;
  return true;
}

bool TriangleUnit::room_for_result(Cycle now) {
  while (!misses_in_pipeline_.empty() && misses_in_pipeline_.front() <= now) misses_in_pipeline_.pop_front();
  const bool room = ports_.findings.ready(now, misses_in_pipeline_.size());
  if (!room) state_ = kPointerFifo;
  return room;
}

Cycle TriangleUnit::next_miss_out() const {
  return misses_in_pipeline_.empty() ? kNever : misses_in_pipeline_.front();
}

Verdict TriangleUnit::judge(const TriangleRecord& tumbled, const TriangleRecord& aligned) const {
  if (config().triangle_unit.filter) return triangle_verdict(tumbled, aligned, frames_);
  return triangles_intersect(tumbled, aligned, frames_) ? Verdict::hit : Verdict::miss;
}

void TriangleUnit::report(Cycle now, const TriangleRecord& tumbled, const TriangleRecord& aligned,
                          bool first_witness, Cycle extra) {
  ++statistics_.tests;
  const Verdict verdict = judge(tumbled, aligned);
  if (verdict == Verdict::miss) {
    ++statistics_.misses;
    if (extra > 0) misses_in_pipeline_.push_back(now + extra + 1);
    return;
  }
  const bool hit = verdict == Verdict::hit;
  ++(hit ? statistics_.hits : statistics_.uncertain);
  if (!hit) {
    ++statistics_.uncertain_causes[static_cast<std::size_t>(cause_of_uncertainty(tumbled, aligned, frames_))];
  }
  ports_.findings.put(
      now, {hit ? Finding::Kind::hit : Finding::Kind::uncertain, tumbled.triangle, aligned.triangle, {}},
      extra);
  found_ = hit && first_witness;
  if (found_) ports_.stop.put(now, {}, extra);
}

// No time, no traffic.
bool TriangleUnit::work_ideal(Cycle now, const LeafTests& message) {
  for (int j = 0; j < 2; ++j) {
    for (int i = 0; i < 2; ++i) {
      const std::uint32_t bit = 1u << (2 * i + j);
      if ((message.bits & ~done_bits_ & bit) == 0) continue;
      if (found_) return true;
      if (!room_for_result(now)) return false;
      TriangleRecord tumbled, aligned;
      ReadError error = read_record(message.tumbled[i], tumbled);
      if (!error) error = read_record(message.aligned[j], aligned);
      if (error) {
        fail(now, error);
        return true;
      }
      report(now, tumbled, aligned, message.first_witness, 0);
      done_bits_ |= bit;
    }
  }
  return true;
}

ReadError TriangleUnit::read_record(std::uint32_t address, TriangleRecord& record) {
  RecordWords words{};
  tlm::tlm_generic_payload payload;
  payload.set_command(tlm::TLM_READ_COMMAND);
  payload.set_address(address);
  payload.set_data_ptr(reinterpret_cast<unsigned char*>(words.data()));
  payload.set_data_length(kRecordBytes);
  if (records->transport_dbg(payload) != kRecordBytes) {
    const bool uncorrectable = payload.get_response_status() == tlm::TLM_GENERIC_ERROR_RESPONSE;
    return {uncorrectable ? ReadError::Kind::uncorrectable : ReadError::Kind::refused, address};
  }
  record = decode_triangle(words);
  return {};
}

}  // namespace collisionchip
