// The fields of each item that travels between units (tlm/machine/messages.h), by the names that the pins of
// the RTL have (rtl_model/rtl): what golden vectors say of an item, and what a comparison prints.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "collisionchip/tlm/machine/messages.h"

namespace collisionchip {

struct ItemField {
  std::string name;
  std::uint32_t value = 0;

  friend bool operator==(const ItemField& a, const ItemField& b) {
    return a.name == b.name && a.value == b.value;
  }
};
using ItemFields = std::vector<ItemField>;

inline void add_error(ItemFields& fields, const ReadError& error) {
  fields.push_back({"error_kind", static_cast<std::uint32_t>(error.kind)});
  fields.push_back({"error_address", error.address});
}

inline ItemFields fields_of(const StartCommand& item) {
  return {{"tumbled", item.tumbled.word()},
          {"aligned", item.aligned.word()},
          {"first_witness", item.first_witness ? 1u : 0u}};
}

inline ItemFields fields_of(const ReadRequest& item) {
  return {{"kind", static_cast<std::uint32_t>(item.kind)}, {"address", item.address}};
}

inline ItemFields fields_of(const PairAuxiliary& item) {
  ItemFields fields = {{"child_0", item.child[0]},
                       {"child_1", item.child[1]},
                       {"triangle_0", item.triangle[0]},
                       {"triangle_1", item.triangle[1]},
                       {"leaf", (item.leaf[0] ? 1u : 0u) | (item.leaf[1] ? 2u : 0u)}};
  add_error(fields, item.error);
  return fields;
}

inline ItemFields fields_of(const ListCommand& item) {
  return {{"discard", item.discard}, {"length", item.length}};
}

inline ItemFields fields_of(const OverlapFlags& item) {
  return {{"bits", item.bits}};
}

// Words beyond `count` say nothing.
inline ItemFields fields_of(const SramRequest& item) {
  ItemFields fields = {{"write", item.write ? 1u : 0u}, {"address", item.address}, {"count", item.count}};
  if (item.write) {
    fields.push_back({"word_0", item.words[0]});
    fields.push_back({"word_1", item.count > 1 ? item.words[1] : 0});
  }
  return fields;
}

inline ItemFields fields_of(const SramResponse& item) {
  ItemFields fields = {{"count", item.count}};
  for (std::uint32_t i = 0; i < item.count; ++i)
    fields.push_back({"word_" + std::to_string(i), item.words[i]});
  return fields;
}

inline ItemFields fields_of(const LeafTests& item) {
  ItemFields fields = {{"kind", static_cast<std::uint32_t>(item.kind)},
                       {"bits", item.bits},
                       {"tumbled_0", item.tumbled[0]},
                       {"tumbled_1", item.tumbled[1]},
                       {"aligned_0", item.aligned[0]},
                       {"aligned_1", item.aligned[1]},
                       {"first_witness", item.first_witness ? 1u : 0u}};
  add_error(fields, item.error);
  return fields;
}

inline ItemFields fields_of(const Finding& item) {
  ItemFields fields = {
      {"kind", static_cast<std::uint32_t>(item.kind)}, {"tumbled", item.tumbled}, {"aligned", item.aligned}};
  add_error(fields, item.error);
  return fields;
}

inline ItemFields fields_of(const StopRequest&) {
  return {};
}

inline ItemFields fields_of(const QueryDone& item) {
  ItemFields fields;
  add_error(fields, item.error);
  fields.push_back({"unfinished", item.unfinished ? 1u : 0u});
  return fields;
}

// Items whose words are too many for names: by number.
template <std::size_t N>
void add_words(ItemFields& fields, const std::array<std::uint32_t, N>& words, std::size_t count = N) {
  const std::size_t first = fields.size();
  for (std::size_t i = 0; i < count; ++i) fields.push_back({"word_" + std::to_string(first + i), words[i]});
}

inline ItemFields fields_of(const MatrixWrite& item) {
  ItemFields fields = {{"first_word", item.first_word}};
  add_words(fields, item.words, item.count);
  return fields;
}

inline ItemFields fields_of(const NodePairData& item) {
  ItemFields fields;
  for (const RecordWords& record : item.records) add_words(fields, record);
  return fields;
}

inline ItemFields fields_of(const TriangleData& item) {
  ItemFields fields = {{"address", item.address}};
  add_words(fields, item.record);
  add_error(fields, item.error);
  return fields;
}

inline ItemFields fields_of(const RegisterRelease& item) {
  return {{"from", static_cast<std::uint32_t>(item.from)}};
}

}  // namespace collisionchip
