// The ends of a unit's channels at the pins of its RTL, as tlm/machine/unit_ports.h describes them: in each
// cycle channels are sampled onto input pins, the RTL evaluates, and items go as the output pins say.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "collisionchip/rtl_model/adapter/rtl_pins.h"
#include "collisionchip/tlm/kernel/channel.h"
#include "collisionchip/tlm/machine/fields.h"
#include "collisionchip/tlm/machine/messages.h"
#include "collisionchip/tlm/machine/unit_ports.h"

namespace collisionchip {

class RtlPort {
 public:
  RtlPort() = default;
  virtual ~RtlPort() = default;
  RtlPort(const RtlPort&) = delete;
  RtlPort& operator=(const RtlPort&) = delete;

  virtual void sample(Cycle now) = 0;  // the channel onto the input pins
  virtual void act(Cycle) {}           // puts and pops as the output pins say
  virtual void silence() {}            // nothing is to be seen on the input pins
  virtual void reset() {}              // what was under way is gone
};

// The pins of a message's fields.
class FieldPins {
 public:
  // `direction`: "_i" or "_o".
  FieldPins(const RtlPins& pins, const UnitPort& port, const MessageFields& fields,
            const std::string& direction);

  // The words of a whole message (words_of()).
  void set(const std::uint32_t* words);
  void get(std::uint32_t* words) const;
  void set_noise();

 private:
  struct Bound {
    Pin pin;
    std::size_t word;
  };
  std::vector<Bound> bound_;
  std::vector<std::pair<std::size_t, std::uint32_t>> fixed_;  // words without a pin
};

// A writer's pins for the room in its channel.
class RoomPins {
 public:
  RoomPins(const RtlPins& pins, const UnitPort& port);

  template <typename T>
  void sample(Channel<T>& channel, Cycle now) {
    if (ready_.is_bound()) ready_.set(channel.ready(now));
    if (ready_two_.is_bound()) ready_two_.set(channel.ready(now, 1));
    if (free_.is_bound()) free_.set(std::min<std::size_t>(channel.free_slots(now), 255));
  }

 private:
  Pin ready_, ready_two_, free_;
};

template <typename T>
class MessageInput final : public RtlPort {
 public:
  MessageInput(const RtlPins& pins, const UnitPort& port, Channel<T>& channel)
      : channel_(channel),
        valid_(pins.input(port.name + "_valid_i", 1)),
        pop_(pins.output(port.name + "_pop_o", 1)),
        fields_(pins, port, fields_of_type<T>(), "_i") {}

  void sample(Cycle now) override {
    const T* item = channel_.front(now);
    valid_.set(item != nullptr);
    if (item == nullptr) {
      if (shows_ != Shows::noise) fields_.set_noise();
      shows_ = Shows::noise;
    } else if (shows_ != Shows::front) {
      fields_.set(words_of(*item).data());
      shows_ = Shows::front;
    }
  }
  void act(Cycle now) override {
    if (!pop_) return;
    channel_.pop(now);
    shows_ = Shows::taken;
  }
  void silence() override { valid_.set(false); }
  void reset() override { shows_ = Shows::taken; }

 private:
  Channel<T>& channel_;
  Pin valid_, pop_;
  FieldPins fields_;
  enum class Shows { noise, front, taken } shows_ = Shows::taken;  // what is on the fields' pins
};

template <typename T>
class MessageOutput final : public RtlPort {
 public:
  // `finish`: what the channel's item has and the pins have not.
  MessageOutput(const RtlPins& pins, const UnitPort& port, Channel<T>& channel, void (*finish)(T&) = nullptr)
      : channel_(channel),
        room_(pins, port),
        put_(pins.output(port.name + "_put_o", 1)),
        fields_(pins, port, fields_of_type<T>(), "_o"),
        finish_(finish) {}

  void sample(Cycle now) override { room_.sample(channel_, now); }
  void act(Cycle now) override {
    if (!put_) return;
    MessageWords<T> words{};
    fields_.get(words.data());
    T item = message_of<T>(words);
    if (finish_ != nullptr) finish_(item);
    if constexpr (std::is_same_v<T, RegisterRelease>) item.from += now;
    channel_.put(now, item);
  }

 private:
  Channel<T>& channel_;
  RoomPins room_;
  Pin put_;
  FieldPins fields_;
  void (*finish_)(T&);
};

// Both kinds of pairs, whose beats share their pins.
class PairInput final : public RtlPort {
 public:
  PairInput(const RtlPins& pins, const UnitPort& tumbled, Channel<NodePairData>& tumbled_data,
            const UnitPort& aligned, Channel<NodePairData>& aligned_data);

  void sample(Cycle now) override;
  void act(Cycle now) override;
  void silence() override { valid_.set(false); }
  void reset() override;

 private:
  struct Kind {
    Channel<NodePairData>& channel;
    Pin pop;
    std::size_t begun = 0;  // items of the channel whose beats have begun
  };

  bool begin(Kind& kind, Cycle now);

  Kind tumbled_, aligned_;
  Pin valid_, first_, of_tumbled_, beat_;
  MessageWords<NodePairData> pair_{};  // on the bus
  std::size_t next_ = 0;               // the pair's next beat
  bool on_bus_ = false;
};

// The words of matrices. A message's words were on the bus one by one before it.
class MatrixInput final : public RtlPort {
 public:
  MatrixInput(const RtlPins& pins, const UnitPort& port, Channel<MatrixWrite>& channel);

  // Takes what has come. True if there are words to write.
  bool collect(Cycle now);
  // The next word onto the pins, if there is one.
  bool write_word();

  void sample(Cycle) override { write_word(); }
  void silence() override { write_.set(false); }

 private:
  struct Word {
    std::uint32_t number, value;
  };

  Channel<MatrixWrite>& channel_;
  Pin write_, word_, data_;
  std::deque<Word> words_;  // still to be written
};

class SramRequestOutput final : public RtlPort {
 public:
  SramRequestOutput(const RtlPins& pins, const UnitPort& port, Channel<SramRequest>& channel);

  void sample(Cycle now) override { room_.sample(channel_, now); }
  void act(Cycle now) override;

 private:
  SramRequest request(const FieldPins& fields) const;

  Channel<SramRequest>& channel_;
  RoomPins room_;
  Pin write_put_, read_put_;
  FieldPins write_, read_;
};

class SramWordsInput final : public RtlPort {
 public:
  SramWordsInput(const RtlPins& pins, const UnitPort& port, Channel<SramResponse>& channel);

  void sample(Cycle now) override;
  void silence() override { valid_.set(false); }
  void reset() override { next_ = words_.count; }

 private:
  Channel<SramResponse>& channel_;
  Pin valid_, word_;
  SramResponse words_;  // under way
  std::uint32_t next_ = 0;
};

}  // namespace collisionchip
