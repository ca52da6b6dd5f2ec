#include "collisionchip/tlm/units/triangle_unit/triangle_unit.h"

#include <algorithm>

#include "collisionchip/tlm/machine/channel_set.h"

namespace collisionchip {

TriangleUnit::Ports TriangleUnit::Ports::of(const UnitPorts& ports) {
  Channel<TriangleData>* const tumbled_leaves = ports.find<TriangleData>("tumbled_leaves");
  std::optional<LeafPorts> leaves;
  if (tumbled_leaves != nullptr)
    leaves.emplace(LeafPorts{*tumbled_leaves, ports.at<TriangleData>("aligned_leaves")});
  return {ports.at<LeafTests>("leaf_tests"),
          ports.at<TriangleData>("triangle_data"),
          ports.at<MatrixWrite>("frame"),
          ports.at<ReadRequest>("requests"),
          ports.at<Finding>("findings"),
          ports.at<StopRequest>("stop"),
          leaves};
}

TriangleUnit::TriangleUnit(const sc_core::sc_module_name& name, const TriangleUnitParams& params,
                           const Ports& ports)
    : TriangleTester(name, params, ports.matrix_writes, ports.findings, ports.stop),
      ports_(ports),
      leaves_(params.tumbled_leaves, std::max(1u, params.tumbled_leaves)),
      cache_(params.cache_lines, params.cache_ways) {
  ports_.leaf_tests.bind_reader(*this);
  ports_.triangle_data.bind_reader(*this);
  ports_.requests.bind_writer(*this);
  listen(ports_.leaf_tests);
  listen(ports_.triangle_data);
  if (!ports_.leaves) return;
  for (Channel<TriangleData>* leaves : {&ports_.leaves->tumbled, &ports_.leaves->aligned}) {
    leaves->bind_reader(*this);
    listen(*leaves);
  }
}

void TriangleUnit::reset_state() {
  TriangleTester::reset_state();
  for (TumbledEntry& entry : tumbled_) entry.valid = false;
  leaves_.clear();
  cache_.clear();
  done_bits_ = 0;
  tumbled_awaited_ = nullptr;
  aligned_awaited_ = false;
  tumbled_missed_ = aligned_missed_ = false;
}

Cycle TriangleUnit::step(Cycle now) {
  begin_cycle(now);
  if (ports_.leaves) take_leaves(now);
  take_triangles(now);
  const Cycle next = work(now);
  return std::min(next, let_out(now));
}

void TriangleUnit::take_triangles(Cycle now) {
  while (const TriangleData* data = ports_.triangle_data.front(now)) {
    const bool tumbled = tumbled_awaited_ != nullptr && tumbled_awaited_->address == data->address;
    if (data->error) {
      fail(now, data->error);
    } else if (tumbled) {
      *tumbled_awaited_ = {true, data->address, decode_triangle(data->record)};
    } else {
      counters().aligned_conflicts += cache_.insert(data->address, decode_triangle(data->record));
    }
    if (tumbled) {
      tumbled_awaited_ = nullptr;
    } else {
      aligned_awaited_ = false;
    }
    ports_.triangle_data.pop(now);
  }
}

// As they come: there is no way to hold them back.
void TriangleUnit::take_leaves(Cycle now) {
  while (const TriangleData* leaf = ports_.leaves->tumbled.front(now)) {
    ++counters().tumbled_leaves;
    leaves_.insert(leaf->address, decode_triangle(leaf->record));
    ports_.leaves->tumbled.pop(now);
  }
  while (const TriangleData* leaf = ports_.leaves->aligned.front(now)) {
    ++counters().aligned_leaves;
    cache_.insert(leaf->address, decode_triangle(leaf->record));
    ports_.leaves->aligned.pop(now);
  }
}

// nullptr if it is not in the unit.
const TriangleRecord* TriangleUnit::tumbled_triangle(int i, std::uint32_t address) {
  if (tumbled_[i].valid && tumbled_[i].address == address) return &tumbled_[i].triangle;
  return ports_.leaves ? leaves_.find(address) : nullptr;
}

// Works off messages, one step of one message in a cycle, until something is missing; returns when to go on.
Cycle TriangleUnit::work(Cycle now) {
  while (const LeafTests* message = ports_.leaf_tests.front(now)) {
    spend_on(CycleAccount::kBusy);
    if (message->kind != LeafTests::Kind::tests) {
      const Cycle next = pass_message(now, *message);
      if (next != now) return next;
    } else if (wants_no_more()) {
      // After a witness or a failed read messages are dropped.
    } else if (params().ideal) {
      if (!work_ideal(now, *message)) return kNever;
    } else {
      const Cycle next = work_off(now, *message);
      if (next != now) return next;
    }
    done_bits_ = 0;
    tumbled_missed_ = aligned_missed_ = false;
    ports_.leaf_tests.pop(now);
    if (!params().ideal) return now + 1;
  }
  spend_on(CycleAccount::kIdle);
  return kNever;
}

// Issues the message's next test; `now` if it was the last one, otherwise the cycle in which to go on.
Cycle TriangleUnit::work_off(Cycle now, const LeafTests& message) {
  for (int j = 0; j < 2; ++j) {
    for (int i = 0; i < 2; ++i) {
      const std::uint32_t bit = 1u << (2 * i + j);
      if ((message.bits & ~done_bits_ & bit) == 0) continue;
      const Cycle next = issue(now, i, j);
      if (next != now) return next;
      done_bits_ |= bit;
      return (message.bits & ~done_bits_) == 0 ? now : now + 1;
    }
  }
  return now;
}

// Returns as issue(). Not before the triangles that were asked for are here.
Cycle TriangleUnit::pass_message(Cycle now, const LeafTests& message) {
  if (message.kind != LeafTests::Kind::end && wants_no_more()) return now;
  if (awaits_triangle()) {
    spend_on(kMemory);
    return kNever;
  }
  return pass_on(now, message);
}

// Issues one test if it can; `now` when done, otherwise
// the cycle to try again (kNever: when a channel says so).
Cycle TriangleUnit::issue(Cycle now, int i, int j) {
  const LeafTests& message = *ports_.leaf_tests.front(now);
  const TriangleRecord* tumbled = tumbled_triangle(i, message.tumbled[i]);
  const TriangleRecord* aligned = cache_.find(message.aligned[j]);
  if (tumbled == nullptr || aligned == nullptr) {
    spend_on(kMemory);
    return ask(now, tumbled != nullptr ? nullptr : &tumbled_[i], message.tumbled[i], aligned != nullptr,
               message.aligned[j]);
  }
  if (now < pipeline_free()) return pipeline_free();
  if (!room_for_results(now, 1)) return next_out();
  if (!tumbled_missed_) ++counters().tumbled_hits;
  if (!aligned_missed_) ++counters().aligned_hits;
  tumbled_missed_ = aligned_missed_ = false;
  issue_pairs(now, tumbled, 1, *aligned, message.first_witness);
  return now;
}

// Asks for what is missing and not on its way, one triangle in a cycle, the tumbled one (`entry` is for it)
// first; returns when to go on.
Cycle TriangleUnit::ask(Cycle now, TumbledEntry* entry, std::uint32_t tumbled, bool has_aligned,
                        std::uint32_t aligned) {
  const bool ask_tumbled = entry != nullptr && tumbled_awaited_ == nullptr;
  const bool ask_aligned = !has_aligned && !aligned_awaited_;
  // If the channel is full, the step in which it has room tries again.
  if ((!ask_tumbled && !ask_aligned) || !ports_.requests.ready(now)) return kNever;
  ports_.requests.put(now, {ReadKind::triangle, ask_tumbled ? tumbled : aligned});
  if (!ask_tumbled) {
    ++counters().aligned_misses;
    aligned_missed_ = aligned_awaited_ = true;
    return kNever;
  }
  ++counters().tumbled_misses;
  tumbled_missed_ = true;
  counters().tumbled_conflicts += entry->valid;
  *entry = {false, tumbled, {}};
  tumbled_awaited_ = entry;
  return ask_aligned ? now + 1 : kNever;
}

// No time, no traffic.
bool TriangleUnit::work_ideal(Cycle now, const LeafTests& message) {
  for (int j = 0; j < 2; ++j) {
    for (int i = 0; i < 2; ++i) {
      const std::uint32_t bit = 1u << (2 * i + j);
      if ((message.bits & ~done_bits_ & bit) == 0) continue;
      if (wants_no_more()) return true;
      if (!room_for_results(now, 1)) return false;
      TriangleRecord tumbled, aligned;
      ReadError error = read_record(message.tumbled[i], tumbled);
      if (!error) error = read_record(message.aligned[j], aligned);
      if (error) {
        fail(now, error);
        return true;
      }
      test_at_once(now, tumbled, aligned, message.first_witness);
      done_bits_ |= bit;
    }
  }
  return true;
}

ReadError TriangleUnit::read_record(std::uint32_t address, TriangleRecord& record) {
  TriangleWords words{};
  tlm::tlm_generic_payload payload;
  payload.set_command(tlm::TLM_READ_COMMAND);
  payload.set_address(address);
  payload.set_data_ptr(reinterpret_cast<unsigned char*>(words.data()));
  payload.set_data_length(kTriangleBytes);
  if (records->transport_dbg(payload) != kTriangleBytes) {
    const bool uncorrectable = payload.get_response_status() == tlm::TLM_GENERIC_ERROR_RESPONSE;
    return {uncorrectable ? ReadError::Kind::uncorrectable : ReadError::Kind::refused, address};
  }
  record = decode_triangle(words);
  return {};
}

}  // namespace collisionchip
