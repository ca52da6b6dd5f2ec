#include "collisionchip/tlm/units/pose_unit/pose_unit.h"

#include <algorithm>
#include <utility>

#include "collisionchip/tlm/machine/channel_set.h"
#include "collisionchip/tlm/machine/group_words.h"

namespace collisionchip {

PoseUnit::Ports PoseUnit::Ports::of(const UnitPorts& ports) {
  return {ports.at<PoseCommand>("commands"),        ports.at<ObjectWrite>("objects"),
          ports.at<MatrixWrite>("group_registers"), ports.at<MatrixWrite>("leaf_registers"),
          ports.at<QueryStart>("starts"),           ports.at<PoseRefusal>("refusals")};
}

PoseUnit::PoseUnit(const sc_core::sc_module_name& name, const PoseUnitParams& params, const Ports& ports)
    : Unit(name, Clock(params.clock_period_ps)),
      params_(params),
      ports_(ports),
      table_(params.objects),
      account_(std::string(name), account_meanings()[0]) {
  ports_.commands.bind_reader(*this);
  ports_.objects.bind_reader(*this);
  ports_.group_registers.bind_writer(*this);
  ports_.leaf_registers.bind_writer(*this);
  ports_.starts.bind_writer(*this);
  ports_.refusals.bind_writer(*this);
  listen(ports_.commands);
  listen(ports_.objects);
  keep(account_, state_);
}

void PoseUnit::begin_query(Cycle origin) {
  Unit::begin_query(origin);
  state_ = CycleAccount::kIdle;
  statistics_ = {};
}

void PoseUnit::reset_state() {
  calculated_.reset();
  sending_.reset();
  state_ = CycleAccount::kIdle;
}

Cycle PoseUnit::step(Cycle now) {
  account_.spend(now, state_);
  blocked_ = CycleAccount::kIdle;
  bool acted = take_object(now);
  if (!sending_ && calculated_ && calculated_->ready_at <= now) sending_ = std::exchange(calculated_, {});
  if (sending_) acted |= send(now);
  if (!calculated_) acted |= take_command(now);
  const bool calculating = calculated_ && calculated_->ready_at > now;
  state_ = acted || calculating ? CycleAccount::kBusy : blocked_;
  if (acted) return now + 1;
  return calculating ? calculated_->ready_at : kNever;
}

bool PoseUnit::take_object(Cycle now) {
  const ObjectWrite* const write = ports_.objects.front(now);
  if (write == nullptr) return false;
  for (std::uint32_t i = 0; i < write->count; ++i) {
    const std::size_t word = write->first_word + i;
    if (write->slot < table_.size() && word < kObjectWords) table_[write->slot][word] = write->words[i];
  }
  statistics_.object_words += write->count;
  ports_.objects.pop(now);
  return true;
}

bool PoseUnit::take_command(Cycle now) {
  const PoseCommand* const command = ports_.commands.front(now);
  if (command == nullptr) return false;
  if (const std::optional<PoseRefusal> refusal = refusal_of(*command)) {
    if (!ports_.refusals.ready(now)) {
      blocked_ = kResultUnit;
      return false;
    }
    ports_.refusals.put(now, *refusal);
    ++statistics_.refused;
  } else {
    calculated_ = made_of(now, *command);
    statistics_.a_tumbled += command->a_tumbled ? 1 : 0;
    statistics_.products +=
        pose_products(static_cast<int>(params_.k), command->a_tumbled ? TumbledSide::a : TumbledSide::b);
  }
  ++statistics_.commands;
  ports_.commands.pop(now);
  return true;
}

bool PoseUnit::holds_object(std::uint32_t slot) const {
  return slot < table_.size() && (table_[slot][object_words::kKind] & 255u) == params_.k;
}

std::optional<PoseRefusal> PoseUnit::refusal_of(const PoseCommand& command) const {
  using Kind = PoseRefusal::Kind;
  if (command.query >= params_.queries) return PoseRefusal{Kind::no_entry, command.query, 0};
  if (!holds_object(command.object_a)) return PoseRefusal{Kind::no_object_a, command.query, command.object_a};
  if (!holds_object(command.object_b)) return PoseRefusal{Kind::no_object_b, command.query, command.object_b};
  return std::nullopt;
}

// Registers of the Small Triangle Unit are the corners' bound, and for a Contact Unit the pose.
PoseUnit::Made PoseUnit::made_of(Cycle now, const PoseCommand& command) const {
  const TumbledSide side = command.a_tumbled ? TumbledSide::a : TumbledSide::b;
  const ObjectRecord &a = table_[command.object_a], &b = table_[command.object_b];
  const ObjectRecord &tumbled = command.a_tumbled ? a : b, &aligned = command.a_tumbled ? b : a;
  const PoseRegisters registers = make_pose_registers(command.pose, side, tumbled, aligned);
  const auto root_of = [](std::uint32_t word, const ObjectRecord& object) {
    return PairPointer::of_word(word != 0 ? word : object[object_words::kRoot]);
  };
  Made made;
  made.ready_at = now + params_.pose_cycles(side);
  made.group.words = group_words::encode_volumes(tumbled[object_words::kBase], aligned[object_words::kBase],
                                                 registers.volumes);
  made.leaf.words = group_words::encode_corners(registers.corners);
  const auto error = static_cast<std::uint64_t>(registers.corners.error);
  made.leaf.words.push_back(static_cast<std::uint32_t>(error));
  made.leaf.words.push_back(static_cast<std::uint32_t>(error >> 32));
  if (params_.contact) {
    const std::vector<std::uint32_t> contact = group_words::encode_contact(side, command.pose);
    made.leaf.words.insert(made.leaf.words.end(), contact.begin(), contact.end());
  }
  made.start.query = command.query;
  made.start.command = {root_of(command.tumbled_root, tumbled), root_of(command.aligned_root, aligned),
                        command.first_witness};
  return made;
}

bool PoseUnit::send(Cycle now) {
  if (sending_->group.done() && sending_->leaf.done()) {
    if (!ports_.starts.ready(now)) {
      blocked_ = kGroupEngine;
      return false;
    }
    ports_.starts.put(now, sending_->start);
    ++statistics_.starts;
    sending_.reset();
    return true;
  }
  const bool group = send_words(now, sending_->group, ports_.group_registers);
  const bool leaf = send_words(now, sending_->leaf, ports_.leaf_registers);
  if (!group && !leaf) blocked_ = sending_->group.done() ? kLeafUnit : kGroupUnit;
  return group || leaf;
}

bool PoseUnit::send_words(Cycle now, Outgoing& outgoing, Channel<MatrixWrite>& channel) {
  if (outgoing.done() || !channel.ready(now)) return false;
  MatrixWrite write;
  write.first_word =
      sending_->start.query * group_words::kQueryWords + static_cast<std::uint32_t>(outgoing.sent);
  while (write.count < kWriteWords && !outgoing.done())
    write.words[write.count++] = outgoing.words[outgoing.sent++];
  channel.put(now, write);
  statistics_.register_words += write.count;
  return true;
}

}  // namespace collisionchip
