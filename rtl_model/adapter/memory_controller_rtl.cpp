#include "collisionchip/rtl_model/adapter/memory_controller_rtl.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/tlm/chip/unit_params.h"
#include "collisionchip/tlm/machine/config_keys.h"

namespace collisionchip {

namespace {

constexpr std::uint32_t kAutoPrecharge = 1u << 10, kEightBeats = 1u << 12, kColumn = (1u << 10) - 1;

// Keys that the RTL need not know: they say nothing about the controller, or nothing while what they belong
// to is off.
bool is_free(const std::string& key) {
  static const std::vector<std::string> keys = {"memory_controller.refill",
                                                "memory_controller.request_queue_depth",
                                                "sdram.t_rfc",
                                                "sdram.constant_latency",
                                                "sdram.constant_interval",
                                                "sdram.ecc_cycles"};
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

std::vector<RtlRequirement> requirements_of(const ChipConfig& machine) {
  std::vector<RtlRequirement> all;
  for (const ConfigKey& key : config_keys()) {
    const bool of_memory = key.section() == "memory_controller" || key.section() == "sdram";
    if ((of_memory && !is_free(key.name)) || key.name == "stack_engine.decision")
      all.emplace_back(key.name, key.get(machine), key.get(machine));
  }
  return all;
}

bool is_made_for(const ChipConfig& machine, const ChipConfig& config) {
  const std::vector<RtlRequirement> needs = requirements_of(machine);
  return std::all_of(needs.begin(), needs.end(),
                     [&](const RtlRequirement& need) { return find_key(need.key)->get(config) == need.min; });
}

// Paper41 if none fits.
std::size_t machine_of(const ChipConfig& config) {
  const std::vector<ChipConfig>& machines = MemoryControllerPins::machines();
  const auto found = std::find_if(machines.begin(), machines.end(),
                                  [&](const ChipConfig& machine) { return is_made_for(machine, config); });
  return found == machines.end() ? 0 : static_cast<std::size_t>(found - machines.begin());
}

}  // namespace

const std::vector<RtlRequirement>& MemoryControllerRtl::requirements() {
  static const std::vector<RtlRequirement> all = requirements_of(MemoryControllerPins::machines()[0]);
  return all;
}

MemoryControllerRtl::MemoryControllerRtl(const sc_core::sc_module_name& name, const ChipConfig& config,
                                         const Ports& ports)
    : RtlUnit(name, memory_controller_params(config), ports),
      command_cycles_(config.sdram.command_cycles),
      open_row_(config.sdram.banks) {
  pins_.select(machine_of(config));
}

void MemoryControllerRtl::start_of_simulation() {
  SdramPinsRequest request;
  tlm::tlm_generic_payload payload;
  payload.set_command(tlm::TLM_IGNORE_COMMAND);
  payload.set_extension(&request);
  memory->transport_dbg(payload);
  payload.clear_extension(&request);
  sdram_ = request.pins;
  if (sdram_ == nullptr)
    throw InputError("units.memory_controller = \"rtl\": expected an SDRAM with command pins on the board");
}

void MemoryControllerRtl::reset_state() {
  RtlUnit::reset_state();
  for (const Returning& returning : returning_) returning.read.payload->release();
  returning_.clear();
  next_ = clock().now();
  held_until_ = 0;
}

// Nothing but the command slot has changed since.
void MemoryControllerRtl::skip_to(Cycle now) {
  for (Cycle slot = (now - next_) % command_cycles_; slot > 0; --slot) {
    pins_.evaluate();
    pins_.clock();
  }
  next_ = now + 1;
}

void MemoryControllerRtl::sample(Cycle now) {
  pins_.node_requests_valid_i = pins_.triangle_requests_valid_i = false;
  pins_.releases_valid_i = 0;
  skip_to(now);
  if (const ReadRequest* request = ports_.node_requests.front(now)) {
    pins_.node_requests_valid_i = true;
    pins_.node_requests_kind_i = static_cast<std::uint32_t>(request->kind);
    pins_.node_requests_address_i = request->address;
  }
  if (const ReadRequest* request = ports_.triangle_requests.front(now)) {
    pins_.triangle_requests_valid_i = true;
    pins_.triangle_requests_address_i = request->address;
  }
  for (std::size_t lane = 0; const RegisterRelease* release = ports_.releases.front(now); ++lane) {
    if (lane == params().input_registers || release->from >= now + (1u << 16))
      throw std::logic_error("memory_controller: a release that its RTL has no pins for");
    pins_.releases_valid_i |= 1u << lane;
    pins_.releases_from_i[lane] = static_cast<std::uint16_t>(release->from > now ? release->from - now : 0);
    ports_.releases.pop(now);
  }
  pins_.sdram_dq_i.fill(0xdeadbeef);  // nobody drives the bus
  for (const Returning& returning : returning_) {
    const Cycle beat = now - returning.first_beat;
    if (now < returning.first_beat || beat >= bytes_of(returning.read.request) / sizeof(pins_.sdram_dq_i))
      continue;
    std::memcpy(pins_.sdram_dq_i.data(),
                returning.read.payload->buffer.data() + beat * sizeof(pins_.sdram_dq_i),
                sizeof(pins_.sdram_dq_i));
  }
}

void MemoryControllerRtl::act(Cycle now) {
  if (pins_.triangle_requests_pop_o) begin_read(now, ports_.triangle_requests);
  if (pins_.node_requests_pop_o) begin_read(now, ports_.node_requests);
  if (pins_.head_held_o) held_until_ = now + std::max(pins_.head_time_o, 1u);
  if (!pins_.sdram_cs_no) drive(now);
  if (pins_.beat_valid_o) take_beat(now);
  if (pins_.triangle_data_put_o) put_triangle(now);
  if (pins_.tumbled_auxiliary_put_o || pins_.aligned_auxiliary_put_o) put_auxiliary(now);
}

// What the memory refuses at once, the RTL must find out for itself.
void MemoryControllerRtl::begin_read(Cycle now, Channel<ReadRequest>& requests) {
  const ReadRequest request = *requests.front(now);
  requests.pop(now);
  PayloadPool::Payload& payload = pool_.acquire_read(request.address, bytes_of(request));
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_core::sc_time delay = clock().duration(params().request_latency);
  in_flight_.push_back({request, &payload, now});
  if (memory->nb_transport_fw(payload, phase, delay) != tlm::TLM_COMPLETED) return;
  in_flight_.pop_back();
  payload.release();
}

void MemoryControllerRtl::drive(Cycle now) {
  SdramCommand command;
  command.cycle = now;
  command.bank = pins_.sdram_ba_o;
  if (pins_.sdram_cas_no) {
    command.kind = pins_.sdram_we_no ? SdramCommandKind::activate : SdramCommandKind::precharge;
    if (pins_.sdram_we_no) command.row = open_row_[command.bank] = pins_.sdram_a_o;
  } else {
    command.kind = SdramCommandKind::read;
    command.auto_precharge = (pins_.sdram_a_o & kAutoPrecharge) != 0;
    command.row = open_row_[command.bank];
    command.column = pins_.sdram_a_o & kColumn;
    command.beats = (pins_.sdram_a_o & kEightBeats) != 0 ? 8 : 4;
  }
  sdram_->drive(command);
}

// BEGIN_RESP comes with the READ; the RTL has a register for the data.
tlm::tlm_sync_enum MemoryControllerRtl::nb_transport_bw(tlm::tlm_generic_payload& payload,
                                                        tlm::tlm_phase& phase, sc_core::sc_time& delay) {
  if (phase != tlm::BEGIN_RESP) return tlm::TLM_ACCEPTED;
  if (in_flight_.empty() || in_flight_.front().payload != &payload)
    throw std::logic_error("memory_controller: the memory answered out of order");
  const InFlight read = in_flight_.front();
  in_flight_.pop_front();
  count(read.request);
  returning_.push_back({read, held_until_, clock().now() + clock().cycles(delay)});
  return tlm::TLM_COMPLETED;
}

void MemoryControllerRtl::take_beat(Cycle now) {
  if (returning_.empty()) throw std::logic_error("memory_controller: its RTL saw a beat that nobody sent");
  const Returning& returning = returning_.front();
  const PayloadPool::Payload& payload = *returning.read.payload;
  const std::size_t at = pins_.beat_number_o * sizeof(pins_.beat_o);
  if (std::memcmp(pins_.beat_o.data(), payload.buffer.data() + at, sizeof(pins_.beat_o)) != 0)
    throw std::logic_error("memory_controller: beat " + std::to_string(pins_.beat_number_o) + " of " +
                           std::to_string(payload.get_address()) + " came through its RTL changed, cycle " +
                           std::to_string(now));
  if (pins_.beat_number_o == 0) account(returning.read, returning.register_free, now + 1);
  if (pins_.tumbled_data_put_o || pins_.aligned_data_put_o) {
    NodePairData data;
    std::memcpy(data.records.data(), payload.buffer.data(), kPairBytes);
    (pins_.tumbled_data_put_o ? ports_.tumbled_data : ports_.aligned_data).put(now, data);
  }
  if (at + sizeof(pins_.beat_o) < payload.get_data_length()) return;
  returning.read.payload->release();
  returning_.pop_front();
}

void MemoryControllerRtl::put_triangle(Cycle now) {
  TriangleData data;
  data.address = pins_.triangle_data_address_o;
  if (pins_.triangle_data_refused_o) {
    data.error = {ReadError::Kind::refused, data.address};
  } else {
    std::copy(pins_.triangle_data_record_o.begin(), pins_.triangle_data_record_o.end(), data.record.begin());
  }
  ports_.triangle_data.put(now, data);
}

void MemoryControllerRtl::put_auxiliary(Cycle now) {
  PairAuxiliary auxiliary;
  if (pins_.auxiliary_refused_o) {
    auxiliary.error = {ReadError::Kind::refused, pins_.auxiliary_refused_address_o};
  } else {
    auxiliary.child = pins_.auxiliary_child_o;
    auxiliary.triangle = pins_.auxiliary_triangle_o;
    for (std::size_t side = 0; side < 2; ++side)
      auxiliary.leaf[side] = (pins_.auxiliary_leaf_o >> side & 1u) != 0;
  }
  (pins_.tumbled_auxiliary_put_o ? ports_.tumbled_auxiliary : ports_.aligned_auxiliary).put(now, auxiliary);
}

}  // namespace collisionchip
