// A section of keys describes each of its keys once, in describe(): the member, its name, its allowed values, its place in
// the paper and its meaning. The table of all keys is made from that (tlm/config/config_rows.cpp).
//
//   struct PointerFifoKeys {
//     std::uint32_t depth = 1024;
//
//     static constexpr const char* kSection = "pointer_fifo";
//     template <typename Visit>
//     static void describe(Visit&& key) {
//       using namespace key_rows;
//       key(&PointerFifoKeys::depth,
//           integer("depth", "entries", {1, 1048576}, "§4.3; number ours", "results that the FIFO holds")
//               .parameter("pci_interface", "POINTER_FIFO_DEPTH"));
//     }
//   };
//
// Files, documentation and hashes have the keys of a section in the order of describe().
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace collisionchip {

struct ChipConfig;

enum class KeyKind { integer, boolean, word };
enum class IntegerRule { any, power_of_two, one_or_even };

// What a key is to the RTL of a unit (rtl_model/rtl): a parameter of its module; or, without a name,
// something that it was written for, in one value or a few.
struct RtlUse {
  std::string unit;
  std::string parameter;
  bool (ChipConfig::*told)() const = nullptr;  // what the parameter is, if not the key's own value
  std::uint32_t min = 0, max = 0;              // of the key, both included, where there is no parameter
  bool default_alone = false;                  // these are the key's default
};

// What Eq. 5 leaves out, in the order in which `--eq5` puts it back. A section has a gap for all its keys (kGap), and a key may
// have another one. Without either a key is about what is fetched ahead and all else.
enum class Eq5Gap {
  memory,
  flags,
  triangles,
  dop_unit,
  input_registers,
  kept_pairs,
  traversal,
  other_volumes,
  fetched_ahead
};

// All there is to say about a key but how its value is read.
struct KeyRow {
  std::string name;  // without its section; in the table of all keys behind it: "sdram.t_rp"
  KeyKind kind;
  std::string unit;  // "-" where there is none
  std::uint32_t min;
  std::uint32_t max;
  IntegerRule rule;
  std::vector<std::uint32_t> allowed;  // if not empty, the only integers accepted
  std::vector<std::string> words;      // of a boolean or an enumeration, by value
  std::string paper;                   // "§4.5"; "ours" where the paper is silent
  std::string meaning;
  std::vector<RtlUse> rtl{};
  // A key that is younger than the hashes of configurations has this value. With it the machine and its hash are the
  // same as without the key. The value is a number, not "the default": a default may change, a hash may not.
  std::optional<std::uint32_t> neutral{};
  std::optional<Eq5Gap> gap{};

  KeyRow parameter(std::string of_unit, std::string parameter_name) const {
    KeyRow row = *this;
    row.rtl.push_back({std::move(of_unit), std::move(parameter_name)});
    return row;
  }
  KeyRow only(std::string of_unit) const {  // the default, which is preset paper41's value
    KeyRow row = *this;
    row.rtl.push_back({std::move(of_unit), "", nullptr, 0, 0, true});
    return row;
  }
  KeyRow only(std::string of_unit, std::uint32_t least, std::uint32_t most) const {
    KeyRow row = *this;
    row.rtl.push_back({std::move(of_unit), "", nullptr, least, most});
    return row;
  }
  KeyRow added_with(std::uint32_t neutral_value) const {
    KeyRow row = *this;
    row.neutral = neutral_value;
    return row;
  }
  KeyRow about(Eq5Gap what_eq5_leaves_out) const {
    KeyRow row = *this;
    row.gap = what_eq5_leaves_out;
    return row;
  }
};

namespace key_rows {

struct Range {
  std::uint32_t min;
  std::uint32_t max;
  IntegerRule rule = IntegerRule::any;
};

inline KeyRow integer(const char* name, const char* unit, Range range, const char* paper,
                      const char* meaning) {
  return {name, KeyKind::integer, unit, range.min, range.max, range.rule, {}, {}, paper, meaning};
}
inline KeyRow one_of(const char* name, const char* unit, std::vector<std::uint32_t> allowed,
                     const char* paper, const char* meaning) {
  KeyRow row = integer(name, unit, {allowed.front(), allowed.back()}, paper, meaning);
  row.allowed = std::move(allowed);
  return row;
}
inline KeyRow word(const char* name, std::vector<std::string> words, const char* paper, const char* meaning) {
  KeyRow row = integer(name, "-", {0, static_cast<std::uint32_t>(words.size() - 1)}, paper, meaning);
  row.kind = KeyKind::word;
  row.words = std::move(words);
  return row;
}
inline KeyRow boolean(const char* name, const char* paper, const char* meaning) {
  KeyRow row = word(name, {"false", "true"}, paper, meaning);
  row.kind = KeyKind::boolean;
  return row;
}

}  // namespace key_rows
}  // namespace collisionchip
