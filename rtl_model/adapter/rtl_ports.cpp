#include "collisionchip/rtl_model/adapter/rtl_ports.h"

namespace collisionchip {

namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The pins of one kind of a port for requests.
UnitPort half_of(UnitPort port, const std::string& kind,
                 std::vector<std::pair<std::string, std::uint32_t>> without) {
  port.item = port.name + "_" + kind;
  port.without = std::move(without);
  return port;
}

}  // namespace

FieldPins::FieldPins(const RtlPins& pins, const UnitPort& port, const MessageFields& fields,
                     const std::string& direction) {
  const std::string begin = port.item.empty() ? port.name : port.item;
  std::size_t word = 0;
  for (const MessageField& field : fields) {
    const auto fixed = std::find_if(port.without.begin(), port.without.end(),
                                    [&](const auto& value) { return value.first == field.name; });
    const std::string name = begin + "_" + field.name + direction;
    const bool input = direction == "_i",
               any_width = contains(port.narrow, field.name) || port.from_now == field.name;
    if (fixed != port.without.end()) {
      fixed_.emplace_back(word, fixed->second);
    } else if (any_width) {
      bound_.push_back(
          {input ? pins.narrow_input(name, field.bits) : pins.narrow_output(name, field.bits), word});
    } else {
      bound_.push_back({input ? pins.input(name, field.bits) : pins.output(name, field.bits), word});
    }
    word += field.words();
  }
}

void FieldPins::set(const std::uint32_t* words) {
  for (Bound& field : bound_) field.pin.set_words(words + field.word);
}

void FieldPins::get(std::uint32_t* words) const {
  for (const auto& [word, value] : fixed_) words[word] = value;
  for (const Bound& field : bound_) field.pin.get_words(words + field.word);
}

void FieldPins::set_noise() {
  for (Bound& field : bound_) field.pin.set_noise();
}

RoomPins::RoomPins(const RtlPins& pins, const UnitPort& port) {
  if (port.room == PortRoom::none) return;
  if (port.room == PortRoom::free) {
    free_ = pins.input(port.name + "_free_i", 8);
    return;
  }
  ready_ = pins.input(port.name + "_ready_i", 1);
  if (port.room == PortRoom::ready_two) ready_two_ = pins.input(port.name + "_ready_two_i", 1);
}

PairInput::PairInput(const RtlPins& pins, const UnitPort& tumbled, Channel<NodePairData>& tumbled_data,
                     const UnitPort& aligned, Channel<NodePairData>& aligned_data)
    : tumbled_{tumbled_data, pins.output(tumbled.name + "_pop_o", 1)},
      aligned_{aligned_data, pins.output(aligned.name + "_pop_o", 1)},
      valid_(pins.input("beat_valid_i", 1)),
      first_(pins.input("beat_first_i", 1)),
      of_tumbled_(pins.input("beat_tumbled_i", 1)),
      beat_(pins.input("beat_i", 32 * kRtlBeatWords)) {}

bool PairInput::begin(Kind& kind, Cycle now) {
  const NodePairData* pair = kind.channel.peek(kind.begun, now);
  if (pair == nullptr) return false;
  if (on_bus_) throw std::logic_error(kind.channel.name() + ": two pairs on the bus of the input register");
  ++kind.begun;
  pair_ = words_of(*pair);
  next_ = 0;
  on_bus_ = true;
  return true;
}

void PairInput::sample(Cycle now) {
  const bool tumbled = begin(tumbled_, now);
  begin(aligned_, now);
  valid_.set(on_bus_);
  if (!on_bus_ && next_ == kRtlPairBeats) beat_.set_noise(), next_ = 0;
  if (!on_bus_) return;
  first_.set(next_ == 0);
  of_tumbled_.set(tumbled);
  beat_.set_words(pair_.data() + next_ * kRtlBeatWords);
  on_bus_ = ++next_ < kRtlPairBeats;
}

void PairInput::act(Cycle now) {
  for (Kind* kind : {&tumbled_, &aligned_}) {
    if (!kind->pop) continue;
    kind->channel.pop(now);
    --kind->begun;
  }
}

void PairInput::reset() {
  on_bus_ = false;
  tumbled_.begun = aligned_.begun = 0;
}

MatrixInput::MatrixInput(const RtlPins& pins, const UnitPort& port, Channel<MatrixWrite>& channel)
    : channel_(channel),
      write_(pins.input(port.name + "_write_i", 1)),
      word_(pins.narrow_input(port.name + "_word_i", 32)),
      data_(pins.input(port.name + "_data_i", 32)) {}

bool MatrixInput::collect(Cycle now) {
  while (const MatrixWrite* write = channel_.front(now)) {
    for (std::uint32_t i = 0; i < write->count; ++i)
      words_.push_back({write->first_word + i, write->words[i]});
    channel_.pop(now);
  }
  return !words_.empty();
}

bool MatrixInput::write_word() {
  write_.set(!words_.empty());
  if (words_.empty()) return false;
  word_.set(words_.front().number);
  data_.set(words_.front().value);
  words_.pop_front();
  return true;
}

SramRequestOutput::SramRequestOutput(const RtlPins& pins, const UnitPort& port, Channel<SramRequest>& channel)
    : channel_(channel),
      room_(pins, port),
      write_put_(pins.output(port.name + "_write_put_o", 1)),
      read_put_(pins.output(port.name + "_read_put_o", 1)),
      write_(pins, half_of(port, "write", {{"write", 1}}), fields_of_type<SramRequest>(), "_o"),
      read_(pins, half_of(port, "read", {{"write", 0}, {"word_0", 0}, {"word_1", 0}}),
            fields_of_type<SramRequest>(), "_o") {}

SramRequest SramRequestOutput::request(const FieldPins& fields) const {
  MessageWords<SramRequest> words{};
  fields.get(words.data());
  return message_of<SramRequest>(words);
}

void SramRequestOutput::act(Cycle now) {
  if (write_put_) channel_.put_quietly(now, request(write_));
  if (read_put_) channel_.put(now, request(read_));
}

SramWordsInput::SramWordsInput(const RtlPins& pins, const UnitPort& port, Channel<SramResponse>& channel)
    : channel_(channel),
      valid_(pins.input(port.name + "_valid_i", 1)),
      word_(pins.input(port.name + "_word_i", 32)) {}

void SramWordsInput::sample(Cycle now) {
  const SramResponse* response = channel_.front(now);
  if (next_ >= words_.count && response != nullptr) {
    words_ = *response;
    next_ = 0;
    channel_.pop(now);
  }
  const bool under_way = next_ < words_.count;
  valid_.set(under_way);
  if (!under_way) return word_.set_noise();
  word_.set(words_.words[next_++]);
}

}  // namespace collisionchip
