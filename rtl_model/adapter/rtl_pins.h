// The pins of a unit's RTL by their names. They are found, and their widths and directions checked, when
// the unit is made; after that a pin is a place in memory.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "collisionchip/rtl_model/adapter/verilated_module.h"

namespace collisionchip {

// Words are 32 bits wide, the lowest first.
class Pin {
 public:
  Pin() = default;  // of nothing: not to be used
  explicit Pin(const VerilatedPort& port)
      : data_(static_cast<unsigned char*>(port.data)),
        bytes_(port.bytes),
        mask_(port.bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << port.bits) - 1) {}

  bool is_bound() const { return data_ != nullptr; }

  // Most pins are narrow ones, and each of them is looked at in every cycle.
  void set(std::uint64_t value) {
    if (bytes_ == 1) {
      *data_ = static_cast<unsigned char>(value & mask_);
    } else {
      store(value & mask_);
    }
  }
  std::uint64_t get() const { return bytes_ == 1 ? *data_ : load(); }
  explicit operator bool() const { return get() != 0; }

  // As many words as the pin has bits for.
  void set_words(const std::uint32_t* words) {
    if (bytes_ > sizeof(std::uint64_t)) {
      std::memcpy(data_, words, bytes_);
    } else {
      std::uint64_t value = words[0];
      if (bytes_ > 4) value |= std::uint64_t{words[1]} << 32;
      set(value);
    }
  }
  void get_words(std::uint32_t* words) const {
    if (bytes_ > sizeof(std::uint64_t)) {
      std::memcpy(words, data_, bytes_);
      return;
    }
    const std::uint64_t value = get();
    words[0] = static_cast<std::uint32_t>(value);
    if (bytes_ > 4) words[1] = static_cast<std::uint32_t>(value >> 32);
  }
  // Bits that must not be used.
  void set_noise() {
    if (bytes_ > sizeof(std::uint64_t)) {
      std::memset(data_, 0xbd, bytes_);
    } else {
      set(0xdeadbeefdeadbeef);
    }
  }

 private:
  template <typename Word>
  Word load_as() const {
    Word word;
    std::memcpy(&word, data_, sizeof word);
    return word;
  }
  template <typename Word>
  void store_as(std::uint64_t value) {
    const auto word = static_cast<Word>(value);
    std::memcpy(data_, &word, sizeof word);
  }
  std::uint64_t load() const {
    if (bytes_ == 4) return load_as<std::uint32_t>();
    return bytes_ == 2 ? load_as<std::uint16_t>() : load_as<std::uint64_t>();
  }
  void store(std::uint64_t value) {
    if (bytes_ == 4) return store_as<std::uint32_t>(value);
    if (bytes_ == 2) return store_as<std::uint16_t>(value);
    store_as<std::uint64_t>(value);
  }

  unsigned char* data_ = nullptr;
  unsigned bytes_ = 0;
  std::uint64_t mask_ = 0;
};

class RtlPins {
 public:
  // `unit`: for messages.
  RtlPins(std::string unit, std::unique_ptr<VerilatedModule> module);

  // The pin of that name. InputError if the RTL has none, or another one: "stack_engine: the RTL has no pin
  // leaf_tests_error_kind_o (output, 2 bits)", "stack_engine: the RTL's pin leaf_tests_error_kind_o is an
  // output of 1 bit, expected an output of 2 bits".
  Pin input(const std::string& name, unsigned bits) const { return find(name, false, bits, bits); }
  Pin output(const std::string& name, unsigned bits) const { return find(name, true, bits, bits); }
  // A pin of any width up to `most`: the width depends on a parameter.
  Pin narrow_input(const std::string& name, unsigned most) const { return find(name, false, 1, most); }
  Pin narrow_output(const std::string& name, unsigned most) const { return find(name, true, 1, most); }

  void evaluate() { module_->evaluate(); }
  void clock() { module_->clock(); }
  void reset() { module_->reset(); }

 private:
  Pin find(const std::string& name, bool output, unsigned least, unsigned most) const;

  std::string unit_;
  std::unique_ptr<VerilatedModule> module_;
  std::vector<VerilatedPort> ports_;
};

}  // namespace collisionchip
