// The descriptions of the messages: every member is in one, every field is wide enough, and words, text and
// equality tell items apart that differ anywhere.
#include <set>
#include <string>
#include <type_traits>

#include <gtest/gtest.h>

#include "collisionchip/testbench/tests/reference/test_objects.h"
#include "collisionchip/tlm/machine/messages.h"
#include "collisionchip/tlm/machine/register_map.h"
#include "collisionchip/tlm/machine/stack_messages.h"

namespace collisionchip {
namespace {

// --- The members of a struct, found by the compiler and not by its description ---

struct Anything {
  template <typename T>
  operator T() const;
};

template <typename T, std::size_t... kIndex>
constexpr auto is_made_of(std::index_sequence<kIndex...>)
    -> decltype(T{(static_cast<void>(kIndex), Anything{})...}, true) {
  return true;
}
template <typename T>
constexpr bool is_made_of(...) {
  return false;
}

constexpr std::size_t kMostMembers = 8;
template <typename T, std::size_t kCount = kMostMembers>
constexpr std::size_t members_in() {
  if constexpr (is_made_of<T>(std::make_index_sequence<kCount>())) {
    return kCount;
  } else {
    return members_in<T, kCount - 1>();
  }
}
static_assert(members_in<StopRequest>() == 0 && members_in<LeafTests>() == 6);

template <typename T, typename Visit>
void visit(T& value, const Visit& visitor);

template <typename T, typename Visit>
void visit_members(T& item, const Visit& visitor) {
  constexpr std::size_t kCount = members_in<T>();
  static_assert(kCount <= 6);
  const auto all = [&visitor](auto&... members) { (visit(members, visitor), ...); };
  if constexpr (kCount == 1) {
    auto& [a] = item;
    all(a);
  } else if constexpr (kCount == 2) {
    auto& [a, b] = item;
    all(a, b);
  } else if constexpr (kCount == 3) {
    auto& [a, b, c] = item;
    all(a, b, c);
  } else if constexpr (kCount == 4) {
    auto& [a, b, c, d] = item;
    all(a, b, c, d);
  } else if constexpr (kCount == 5) {
    auto& [a, b, c, d, e] = item;
    all(a, b, c, d, e);
  } else if constexpr (kCount == 6) {
    auto& [a, b, c, d, e, f] = item;
    all(a, b, c, d, e, f);
  }
}

template <typename Element, std::size_t kCount, typename Visit>
void visit(std::array<Element, kCount>& elements, const Visit& visitor) {
  for (Element& element : elements) visit(element, visitor);
}

// Every number, flag and kind in it, however deep, and what its values are multiples of.
template <typename T, typename Visit>
void visit(T& value, const Visit& visitor) {
  if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
    visitor(value, 1u);
  } else if constexpr (std::is_same_v<T, PairPointer>) {
    visitor(value.pair, 1u << kPairNumberBit);
    visitor(value.mask, 1u);
  } else {
    visit_members(value, visitor);
  }
}

template <typename T>
void fill(T& item, testing_support::Random& random) {
  visit(item, [&random](auto& value, std::uint32_t step) {
    using Value = std::decay_t<decltype(value)>;
    const bool narrow = std::is_enum_v<Value> || std::is_same_v<Value, bool>;
    value = static_cast<Value>((random.bits() & (narrow ? 1u : 0xffffffffu)) * step);
  });
}

// Words that say nothing are not told, a mask has two bits, and fields that are told in one word have bits of their own.
void make_all_count(MatrixWrite& item) {
  item.count = 32;
}
void make_all_count(SramRequest& item) {
  item.write = true;
  item.count = 2;
}
void make_all_count(SramResponse& item) {
  item.count = 8;
}
void make_all_count(StartCommand& item) {
  item.tumbled.mask &= 3;
  item.aligned.mask &= 3;
}
void make_all_count(NodePairData& item) {
  item.words.back() = 0;
  item.address &= ~1u;
  item.ancestor = item.kept = false;
}
template <typename T>
void make_all_count(T&) {}

template <typename T>
class Messages : public ::testing::Test {};
using All =
    ::testing::Types<StartCommand, MatrixWrite, ReadRequest, NodePairData, TriangleData, RegisterRelease,
                     PairAuxiliary, ListCommand, OverlapFlags, SramRequest, SramResponse, LeafTests,
                     TileCommand, Finding, StopRequest, QueryDone, StackCommand, TransformedPair>;
TYPED_TEST_SUITE(Messages, All, );  // clang wants the last argument, which is empty

TYPED_TEST(Messages, GoIntoWordsAndComeBack) {
  testing_support::Random random(5);
  for (int round = 0; round < 100; ++round) {
    TypeParam item;
    fill(item, random);
    make_all_count(item);
    const MessageWords<TypeParam> words = words_of(item);
    EXPECT_EQ(words_of(message_of<TypeParam>(words)), words);
    EXPECT_TRUE(message_of<TypeParam>(words) == item);
  }
}

TYPED_TEST(Messages, TellEveryMember) {
  testing_support::Random random(6);
  TypeParam item;
  fill(item, random);
  make_all_count(item);
  const TypeParam before = item;
  std::size_t member = 0;
  visit(item, [&](auto& value, std::uint32_t step) {
    using Value = std::decay_t<decltype(value)>;
    const Value kept = value;
    value = static_cast<Value>(static_cast<std::uint64_t>(value) ^ step);
    EXPECT_FALSE(item == before) << "member " << member;
    EXPECT_NE(text_of(item), text_of(before)) << "member " << member;
    value = kept;
    ++member;
  });
  EXPECT_EQ(text_of(item), text_of(before));
}

TYPED_TEST(Messages, HaveFieldsOfDifferentNamesInAllTheirWords) {
  std::size_t words = 0;
  std::set<std::string> names;
  for (const MessageField& field : fields_of_type<TypeParam>()) {
    EXPECT_GT(field.bits, 0u) << field.name;
    EXPECT_TRUE(names.insert(field.name).second) << field.name;
    words += field.words();
  }
  EXPECT_EQ(words, MessageWords<TypeParam>().size());
}

template <typename T>
void expect_room_for(const T& item) {
  const MessageWords<T> words = words_of(item);
  const std::uint32_t* word = words.data();
  for (const MessageField& field : fields_of_type<T>()) {
    const std::uint32_t last = word[field.words() - 1], bits = field.bits % 32;
    EXPECT_EQ(bits == 0 ? 0 : last >> bits, 0u) << T::kName << " " << field.name;
    word += field.words();
  }
}

TEST(MessageFields, HaveRoomForTheLargestValues) {
  constexpr std::uint32_t kMost = ~std::uint32_t{0};
  const ReadError error{ReadError::Kind::uncorrectable, kMost};
  constexpr auto kBlockWords = static_cast<std::uint32_t>(registers::kFifo - registers::kFrameMatrices) / 4;
  expect_room_for(StartCommand{PairPointer::of_word(kMost), PairPointer::of_word(kMost), true});
  expect_room_for(MatrixWrite{kBlockWords - 1, 32, {}});
  expect_room_for(ReadRequest{ReadKind::triangle, kMost});
  expect_room_for(TriangleData{kMost, {}, error});
  expect_room_for(RegisterRelease{kNever});
  expect_room_for(PairAuxiliary{{kMost, kMost}, {kMost, kMost}, {true, true}, error});
  expect_room_for(ListCommand{kMost, kMost});
  expect_room_for(OverlapFlags{15});
  expect_room_for(SramRequest{false, kMost, 8, {}});
  expect_room_for(SramResponse{8, {}});
  expect_room_for(LeafTests{LeafTests::Kind::end, 15, {kMost, kMost}, {kMost, kMost}, true, error});
  expect_room_for(TileCommand{TileCommand::Kind::end, kMost, kMost, true});
  expect_room_for(Finding{Finding::Kind::end, kMost, kMost, error});
  expect_room_for(QueryDone{error, true});
}

TEST(MessageFields, AreNamedAsThePinsAre) {
  std::string text;
  for (const MessageField& field : fields_of_type<LeafTests>())
    text += field.name + " " + std::to_string(field.bits) + "\n";
  EXPECT_EQ(text,
            "kind 2\nbits 4\ntumbled_0 32\ntumbled_1 32\naligned_0 32\naligned_1 32\nfirst_witness 1\n"
            "error_kind 2\nerror_address 32\n");
  ASSERT_EQ(fields_of_type<NodePairData>().size(), 1u);
  EXPECT_EQ(fields_of_type<NodePairData>()[0].bits, 2048u);
}

// Traces and their digests have had it so since there were such pairs.
TEST(MessageFields, OfAPairStandInItsLastWord) {
  NodePairData pair;
  pair.address = 0x1030;
  EXPECT_EQ(words_of(pair).back(), 0x1030u);
  pair.ancestor = true;
  EXPECT_EQ(words_of(pair).back(), 0x1031u);
  NodePairData kept;
  kept.kept = true;
  EXPECT_EQ(words_of(kept).back(), 1u);
}

TEST(MessageFields, WordsThatSayNothingAreZero) {
  EXPECT_TRUE((SramRequest{true, 5, 1, {7, 8}} == SramRequest{true, 5, 1, {7, 9}}));
  EXPECT_TRUE((SramRequest{false, 5, 2, {7, 8}} == SramRequest{false, 5, 2, {}}));
  EXPECT_FALSE((SramRequest{true, 5, 2, {7, 8}} == SramRequest{true, 5, 2, {7, 9}}));
  EXPECT_EQ(text_of(SramRequest{true, 5, 1, {7, 8}}), "write 1, address 5, count 1, word_0 7, word_1 0");
}

}  // namespace
}  // namespace collisionchip
