// A message says once what it consists of, in describe(): its fields by name, width and place. What has to
// look at every field, whatever it is for, is written once for all messages.
//
//   struct OverlapFlags {
//     std::uint32_t bits = 0;
//
//     static constexpr const char* kName = "OverlapFlags";
//     static constexpr KindNames kKinds = {};  // what a trace calls the values of its column "kind"
//     template <typename Item, typename Fields>
//     static constexpr void describe(Item& item, Fields& field) {
//       field({"bits", 4, Cell::kValue, "bit 2*i + j: tumbled i and aligned j overlap"}, item.bits);
//     }
//   };
//
// The names are those of the pins in rtl_model/rtl, the order is that of the packed item there.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <vector>

namespace collisionchip {

// Columns of a trace (docs/vectors.md). `kind` is the sum of its fields; `digest` is over all words.
struct Cell {
  static constexpr std::uint32_t kKind = 1, kValue = 2, kDetail = 4, kDigest = 8;
};

struct Field {
  const char* name;
  std::uint32_t bits;        // most that a value needs; of an array of words: of each word
  std::uint32_t cells = 0;   // columns that it is part of
  const char* meaning = "";  // in the column `value` or `detail`
};

using KindNames = std::initializer_list<const char*>;

// Words of which only the first `count` say something; the others count as 0. kEach: a field of its own for
// every word, name_0 and so on, and not one wide field with the first word in the lowest bits.
template <typename Array, bool kEach>
struct FieldWords {
  Array& words;
  std::uint32_t count;
};
template <typename Array>
constexpr FieldWords<Array, false> first(Array& words, std::uint32_t count) {
  return {words, count};
}
template <typename Array>
constexpr FieldWords<Array, true> each(Array& words, std::uint32_t count = std::tuple_size<Array>::value) {
  return {words, count};
}

// A value as 32-bit words, the lowest first: how many it takes and how many say something; one of them; all of
// them into it.
template <typename V>
struct FieldValue {
  static_assert(std::is_enum_v<V> || std::is_unsigned_v<V>);
  static constexpr std::size_t kWords = sizeof(V) > 4 ? 2 : 1;
  static constexpr std::size_t said(const V&) { return kWords; }
  static constexpr std::uint32_t word(const V& value, std::size_t i) {
    return static_cast<std::uint32_t>(static_cast<std::uint64_t>(value) >> 32 * i);
  }
  static constexpr void set(V& value, const std::uint32_t* words) {
    std::uint64_t number = words[0];
    if constexpr (kWords == 2) number |= std::uint64_t{words[1]} << 32;
    value = static_cast<V>(number);
  }
};

template <typename Array, bool kEach>
struct FieldValue<FieldWords<Array, kEach>> {
  using Words = FieldWords<Array, kEach>;
  static constexpr std::size_t kWords = std::tuple_size<Array>::value;
  static constexpr std::size_t said(const Words& value) {
    return value.count < kWords ? value.count : kWords;
  }
  static constexpr std::uint32_t word(const Words& value, std::size_t i) {
    return i < value.count ? value.words[i] : 0;
  }
  static constexpr void set(const Words& value, const std::uint32_t* words) {
    for (std::size_t i = 0; i < kWords; ++i) value.words[i] = words[i];
  }
};

// One wide field.
template <std::size_t N>
struct FieldValue<std::array<std::uint32_t, N>> {
  using Words = std::array<std::uint32_t, N>;
  static constexpr std::size_t kWords = N;
  static constexpr std::size_t said(const Words&) { return N; }
  static constexpr std::uint32_t word(const Words& value, std::size_t i) { return value[i]; }
  static constexpr void set(Words& value, const std::uint32_t* words) {
    for (std::size_t i = 0; i < N; ++i) value[i] = words[i];
  }
};

// Bit i is flag i.
template <std::size_t N>
struct FieldValue<std::array<bool, N>> {
  using Flags = std::array<bool, N>;
  static constexpr std::size_t kWords = 1;
  static constexpr std::size_t said(const Flags&) { return 1; }
  static constexpr std::uint32_t word(const Flags& value, std::size_t) {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < N; ++i) bits |= value[i] ? 1u << i : 0;
    return bits;
  }
  static constexpr void set(Flags& value, const std::uint32_t* words) {
    for (std::size_t i = 0; i < N; ++i) value[i] = (words[0] >> i & 1u) != 0;
  }
};

template <typename V>
using FieldValueOf = FieldValue<std::remove_cv_t<std::remove_reference_t<V>>>;

// Who visits the fields: a call for each of them. shown() is for traces alone: a column that is no field's
// value.
struct FieldVisitor {
  template <typename Number>
  constexpr void shown(std::uint32_t /*cell*/, const char* /*meaning*/, const Number&) const {}
};

namespace fields_detail {

struct WordCount : FieldVisitor {
  std::size_t count = 0;
  template <typename V>
  constexpr void operator()(const Field&, V&&) {
    count += FieldValueOf<V>::kWords;
  }
};

struct WordReader : FieldVisitor {
  std::uint32_t* to;
  constexpr explicit WordReader(std::uint32_t* words) : to(words) {}
  template <typename V>
  constexpr void operator()(const Field&, const V& value) {
    for (std::size_t i = 0; i < FieldValueOf<V>::kWords; ++i) *to++ = FieldValueOf<V>::word(value, i);
  }
};

struct WordWriter : FieldVisitor {
  const std::uint32_t* from;
  constexpr explicit WordWriter(const std::uint32_t* words) : from(words) {}
  template <typename V>
  constexpr void operator()(const Field&, V&& value) {
    FieldValueOf<V>::set(value, from);
    from += FieldValueOf<V>::kWords;
  }
};

template <typename Message>
constexpr std::size_t count_words() {
  const Message message{};
  WordCount words;
  Message::describe(message, words);
  return words.count;
}

}  // namespace fields_detail

// --- A message without its type, for code that is no template ---

struct MessageField {
  std::string name;
  std::uint32_t bits;

  std::size_t words() const { return (bits + 31) / 32; }
};
using MessageFields = std::vector<MessageField>;

namespace fields_detail {

struct FieldLister : FieldVisitor {
  MessageFields list;
  template <typename V>
  void operator()(const Field& field, const V&) {
    list.push_back({field.name, field.bits});
  }
  template <std::size_t N>
  void operator()(const Field& field, const std::array<std::uint32_t, N>&) {
    list.push_back({field.name, field.bits * static_cast<std::uint32_t>(N)});
  }
  template <typename Array, bool kEach>
  void operator()(const Field& field, const FieldWords<Array, kEach>& value) {
    if constexpr (kEach) {
      for (std::size_t i = 0; i < value.words.size(); ++i)
        list.push_back({field.name + ("_" + std::to_string(i)), field.bits});
    } else {
      (*this)(field, value.words);
    }
  }
};

}  // namespace fields_detail

// In the order of describe().
template <typename Message>
const MessageFields& fields_of_type() {
  static const MessageFields fields = [] {
    fields_detail::FieldLister lister;
    const Message message{};
    Message::describe(message, lister);
    return lister.list;
  }();
  return fields;
}

// All fields one after the other, each from the next whole word on.
template <typename Message>
using MessageWords = std::array<std::uint32_t, fields_detail::count_words<Message>()>;

// The type of what it returns is worked out only when it is called: other things may have words, too.
template <typename Message>
constexpr auto words_of(const Message& message) {
  MessageWords<Message> words{};
  fields_detail::WordReader reader(words.data());
  Message::describe(message, reader);
  return words;
}

template <typename Message>
constexpr Message message_of(const MessageWords<Message>& words) {
  Message message{};
  fields_detail::WordWriter writer(words.data());
  Message::describe(message, writer);
  return message;
}

// Two messages are equal if all their words are. Only messages have kKinds.
template <typename Message, typename = decltype(Message::kKinds)>
bool operator==(const Message& a, const Message& b) {
  return words_of(a) == words_of(b);
}

// "kind 1, address 4096"; wide fields in hexadecimal.
std::string text_of(const MessageFields& fields, const std::uint32_t* words);
template <typename Message>
std::string text_of(const Message& message) {
  return text_of(fields_of_type<Message>(), words_of(message).data());
}

}  // namespace collisionchip
