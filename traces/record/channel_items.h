// What a trace says of each type of item that travels between units (tlm/machine/messages.h): kind, value,
// detail, and a digest where these are not all.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

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
  // The first `count` of these words, or all of them.
  template <std::size_t N>
  Digest& add(const std::array<std::uint32_t, N>& words, std::size_t count = N) {
    for (std::size_t i = 0; i < std::min(count, N); ++i) mix(lanes_[i % lanes_.size()], words[i]);
    return *this;
  }
  Digest& add(std::uint32_t word) {
    mix(lanes_[0], word);
    return *this;
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

// Kinds of items begin with those without an error.
inline std::int64_t number_of(const ReadError& error) {
  return static_cast<std::int64_t>(error.kind);
}

template <typename T>
struct ItemOf;

template <>
struct ItemOf<StartCommand> {
  static constexpr const char* kName = "StartCommand";
  static constexpr const char* kValue = "root pair of the tumbled tree, its mask in the low bits";
  static constexpr const char* kDetail = "root pair of the aligned tree, likewise";
  static std::vector<std::string> kinds() { return {"all_pairs", "first_witness"}; }
  static ItemCells cells(const StartCommand& item, std::int64_t) {
    return {item.first_witness, item.tumbled.word(), item.aligned.word()};
  }
};

template <>
struct ItemOf<MatrixWrite> {
  static constexpr const char* kName = "MatrixWrite";
  static constexpr const char* kValue = "first word in the unit's register block";
  static constexpr const char* kDetail = "words";
  static std::vector<std::string> kinds() { return {}; }
  static ItemCells cells(const MatrixWrite& item, std::int64_t) {
    return {kNull, item.first_word, item.count, Digest().add(item.words, item.count).value()};
  }
};

template <>
struct ItemOf<ReadRequest> {
  static constexpr const char* kName = "ReadRequest";
  static constexpr const char* kValue = "address";
  static constexpr const char* kDetail = "number among the requests of its kind";  // the tap counts
  static std::vector<std::string> kinds() { return {"tumbled_pair", "aligned_pair", "triangle"}; }
  static ItemCells cells(const ReadRequest& item, std::int64_t) {
    return {static_cast<std::int64_t>(item.kind), item.address};
  }
};

template <>
struct ItemOf<NodePairData> {
  static constexpr const char* kName = "NodePairData";
  static constexpr const char* kValue = "";
  static constexpr const char* kDetail = "";
  static std::vector<std::string> kinds() { return {}; }
  static ItemCells cells(const NodePairData& item, std::int64_t) {
    return {kNull, kNull, kNull, Digest().add(item.records[0]).add(item.records[1]).value()};
  }
};

template <>
struct ItemOf<TriangleData> {
  static constexpr const char* kName = "TriangleData";
  static constexpr const char* kValue = "address";
  static constexpr const char* kDetail = "";
  static std::vector<std::string> kinds() { return {"record", "refused", "uncorrectable"}; }
  static ItemCells cells(const TriangleData& item, std::int64_t) {
    return {number_of(item.error), item.address, kNull, Digest().add(item.record).value()};
  }
};

template <>
struct ItemOf<RegisterRelease> {
  static constexpr const char* kName = "RegisterRelease";
  static constexpr const char* kValue = "cycle of the query from which the register may be written again";
  static constexpr const char* kDetail = "";
  static std::vector<std::string> kinds() { return {}; }
  static ItemCells cells(const RegisterRelease& item, std::int64_t origin) {
    return {kNull, static_cast<std::int64_t>(item.from) - origin};
  }
};

template <>
struct ItemOf<PairAuxiliary> {
  static constexpr const char* kName = "PairAuxiliary";
  static constexpr const char* kValue = "member 0: address of its children, or of its triangle plus 1";
  static constexpr const char* kDetail = "member 1, likewise";
  static std::vector<std::string> kinds() { return {"pair", "refused", "uncorrectable"}; }
  static ItemCells cells(const PairAuxiliary& item, std::int64_t) {
    return {number_of(item.error), member(item, 0), member(item, 1)};
  }

 private:
  static std::int64_t member(const PairAuxiliary& item, std::size_t side) {
    return item.leaf[side] ? std::int64_t{item.triangle[side]} + 1 : std::int64_t{item.child[side]};
  }
};

template <>
struct ItemOf<ListCommand> {
  static constexpr const char* kName = "ListCommand";
  static constexpr const char* kValue = "aligned pairs of the list";
  static constexpr const char* kDetail = "tumbled pairs to discard before it";
  static std::vector<std::string> kinds() { return {}; }
  static ItemCells cells(const ListCommand& item, std::int64_t) { return {kNull, item.length, item.discard}; }
};

template <>
struct ItemOf<OverlapFlags> {
  static constexpr const char* kName = "OverlapFlags";
  static constexpr const char* kValue = "bit 2*i + j: tumbled i and aligned j overlap";
  static constexpr const char* kDetail = "";
  static std::vector<std::string> kinds() { return {}; }
  static ItemCells cells(const OverlapFlags& item, std::int64_t) { return {kNull, item.bits}; }
};

template <>
struct ItemOf<SramRequest> {
  static constexpr const char* kName = "SramRequest";
  static constexpr const char* kValue = "first word";
  static constexpr const char* kDetail = "words";
  static std::vector<std::string> kinds() { return {"read", "write"}; }
  static ItemCells cells(const SramRequest& item, std::int64_t) {
    const std::int64_t digest = item.write ? Digest().add(item.words, item.count).value() : kNull;
    return {item.write, item.address, item.count, digest};
  }
};

template <>
struct ItemOf<SramResponse> {
  static constexpr const char* kName = "SramResponse";
  static constexpr const char* kValue = "the first word";
  static constexpr const char* kDetail = "words";
  static std::vector<std::string> kinds() { return {}; }
  static ItemCells cells(const SramResponse& item, std::int64_t) {
    return {kNull, item.words[0], item.count, Digest().add(item.words, item.count).value()};
  }
};

template <>
struct ItemOf<LeafTests> {
  static constexpr const char* kName = "LeafTests";
  static constexpr const char* kValue = "bit 2*i + j: test tumbled i against aligned j";
  static constexpr const char* kDetail = "first address or word of the tumbled side";
  static std::vector<std::string> kinds() {
    return {"tests", "unfinished", "end", "end_refused", "end_uncorrectable"};
  }
  static ItemCells cells(const LeafTests& item, std::int64_t) {
    return {static_cast<std::int64_t>(item.kind) + number_of(item.error), item.bits, item.tumbled[0],
            Digest().add(item.tumbled).add(item.aligned).add(item.first_witness).value()};
  }
};

template <>
struct ItemOf<Finding> {
  static constexpr const char* kName = "Finding";
  static constexpr const char* kValue = "triangle number, or pair word, of the tumbled side";
  static constexpr const char* kDetail = "of the aligned side";
  static std::vector<std::string> kinds() {
    return {"hit", "uncertain", "unfinished", "end", "end_refused", "end_uncorrectable"};
  }
  static ItemCells cells(const Finding& item, std::int64_t) {
    return {static_cast<std::int64_t>(item.kind) + number_of(item.error), item.tumbled, item.aligned};
  }
};

template <>
struct ItemOf<StopRequest> {
  static constexpr const char* kName = "StopRequest";
  static constexpr const char* kValue = "";
  static constexpr const char* kDetail = "";
  static std::vector<std::string> kinds() { return {}; }
  static ItemCells cells(const StopRequest&, std::int64_t) { return {}; }
};

template <>
struct ItemOf<QueryDone> {
  static constexpr const char* kName = "QueryDone";
  static constexpr const char* kValue = "address of the error, if there was one";
  static constexpr const char* kDetail = "";
  static std::vector<std::string> kinds() { return {"done", "unfinished", "refused", "uncorrectable"}; }
  static ItemCells cells(const QueryDone& item, std::int64_t) {
    if (!item.error) return {item.unfinished};
    return {1 + number_of(item.error), item.error.address};
  }
};

}  // namespace collisionchip::trace_detail
