// What a trace says of an item that travels between units, as its description has it
// (tlm/machine/messages.h): kind, value, detail, and a digest where these are not all.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

#include "collisionchip/tlm/machine/messages.h"
#include "collisionchip/traces/file/trace_schema.h"

namespace collisionchip::trace_detail {

struct ItemCells {
  std::int64_t kind = kNull, value = kNull, detail = kNull, digest = kNull;
};

// 52 bits over 32-bit words, so that every reader of JSON keeps them. Four independent sums, because one
// multiplication waits for the one before.
class Digest {
 public:
  // The words of a field that say something.
  template <typename V>
  void add(const V& value) {
    const std::size_t said = FieldValue<V>::said(value);
    for (std::size_t i = 0; i < said; ++i) mix(lanes_[i % lanes_.size()], FieldValue<V>::word(value, i));
  }

  std::int64_t value() const {
    std::uint64_t sum = 0;
    for (const std::uint64_t lane : lanes_) sum = (sum ^ lane ^ lane >> 29) * kFactor;
    return static_cast<std::int64_t>(sum >> 12);
  }

 private:
  static constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15;  // 2^64 over the golden ratio
  static void mix(std::uint64_t& lane, std::uint32_t word) {
    lane = (lane ^ word) * kFactor;
    lane ^= lane >> 32;
  }

  std::array<std::uint64_t, 4> lanes_{1, 2, 3, 4};
};

// Fills the columns as the fields say. Cycles count from `origin`.
class CellsOf {
 public:
  explicit CellsOf(std::int64_t origin) : origin_(origin) {}

  template <typename V>
  void operator()(const Field& field, const V& value) {
    if (field.cells == 0) return;
    if ((field.cells & Cell::kDigest) != 0 && FieldValue<V>::said(value) > 0) {
      digest_.add(value);
      digested_ = true;
    }
    std::int64_t number = FieldValue<V>::word(value, 0);
    if constexpr (std::is_same_v<V, Cycle>) number = static_cast<std::int64_t>(value) - origin_;
    shown(field.cells, field.meaning, number);
  }

  void shown(std::uint32_t cells, const char*, std::int64_t number) {
    if ((cells & Cell::kKind) != 0) cells_.kind = (cells_.kind == kNull ? 0 : cells_.kind) + number;
    if ((cells & Cell::kValue) != 0) cells_.value = number;
    if ((cells & Cell::kDetail) != 0) cells_.detail = number;
  }
  void shown(std::uint32_t cells, const char* meaning, const std::optional<std::int64_t>& number) {
    if (number) shown(cells, meaning, *number);
  }

  ItemCells cells() {
    if (digested_) cells_.digest = digest_.value();
    return cells_;
  }

 private:
  std::int64_t origin_;
  ItemCells cells_;
  Digest digest_;
  bool digested_ = false;
};

template <typename T>
ItemCells cells_of(const T& item, std::int64_t origin) {
  CellsOf gather(origin);
  T::describe(item, gather);
  return gather.cells();
}

struct MeaningOf {
  std::uint32_t cell;
  const char* found = "";

  template <typename V>
  void operator()(const Field& field, const V& value) {
    shown(field.cells, field.meaning, value);
  }
  template <typename V>
  void shown(std::uint32_t cells, const char* meaning, const V&) {
    if ((cells & cell) != 0) found = meaning;
  }
};

// What a column of these items means; empty if it is not used.
template <typename T>
std::string meaning_of(std::uint32_t cell) {
  MeaningOf meaning{cell};
  const T item{};
  T::describe(item, meaning);
  return meaning.found;
}

}  // namespace collisionchip::trace_detail
