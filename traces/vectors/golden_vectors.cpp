#include "collisionchip/traces/vectors/golden_vectors.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <map>
#include <ostream>
#include <sstream>

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/tlm/config/config_file.h"
#include "collisionchip/tlm/config/config_keys.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {

using registers::EntryType;

namespace {

constexpr const char* kVersion = "1";
constexpr std::size_t kWordsPerLine = 8;

std::string hex(std::uint32_t value) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text(8, '0');
  for (std::size_t i = 0; i < 8; ++i) text[7 - i] = kDigits[value >> 4 * i & 15];
  return text;
}

const char* name_of(EntryType type) {
  return type == EntryType::hit ? "hit" : type == EntryType::uncertain ? "uncertain" : "unfinished";
}

void write_object(std::ostream& out, const char* name, const GoldenObject& object) {
  out << "object " << name << ' ' << hex(object.base) << ' ' << hex(object.root) << ' ' << object.triangles
      << '\n';
}

void write_query(std::ostream& out, const GoldenQuery& query) {
  out << "query\npose";
  for (std::size_t row = 0; row < 3; ++row) {
    for (const float value : query.pose.r[row]) out << ' ' << hex(bits_of(value));
    const Vec3f& t = query.pose.t;
    out << ' ' << hex(bits_of(row == 0 ? t.x : row == 1 ? t.y : t.z));
  }
  out << '\n';
  if (query.first_witness) out << "first_witness\n";
  for (const RegisterWrite& write : query.writes)
    out << "reg_write " << hex(write.offset) << ' ' << hex(write.value) << '\n';
  const GoldenAnswer& answer = query.answer;
  out << "wait_done\nexpect cycles " << answer.cycles << "\nexpect lists " << answer.lists
      << "\nexpect aligned_pairs " << answer.aligned_pairs << "\nexpect triangle_tests "
      << answer.triangle_tests << "\nexpect entries " << answer.entries.size() << '\n';
  for (const GoldenEntry& entry : answer.entries) out << "expect " << text_of(entry) << '\n';
}

// Reads one file, line by line; every statement has a function that takes its words.
class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path) {}

  GoldenVectors read() {
    std::ifstream in(path_);
    if (!in) throw InputError(path_ + ": cannot be read");
    vectors_.config = preset("paper41");
    std::string line;
    while (std::getline(in, line)) {
      ++line_;
      take(line);
    }
    if (!versioned_) fail("expected collisionchip-vectors 1");
    if (config_hash(vectors_.config) != hash_)
      throw InputError(Place::in(path_).part("made for a machine " + hash_ + ", which is " +
                                             config_hash(vectors_.config) + " with its keys here"),
                       "vectors recorded again");
    if (vectors_.queries.empty()) fail("expected at least one query");
    for (const std::size_t entries : entries_) {
      if (entries != 0) throw InputError(path_ + ": a query has fewer or more entries than it says");
    }
    return std::move(vectors_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(path_ + ":" + std::to_string(line_) + ": " + what);
  }

  void take(const std::string& line) {
    std::istringstream stream(line.substr(0, line.find('#')));
    words_.clear();
    for (std::string word; stream >> word;) words_.push_back(word);
    if (words_.empty()) return;
    static const std::map<std::string, void (Reader::*)()> statements = {
        {"collisionchip-vectors", &Reader::version},
        {"configuration", &Reader::configuration},
        {"set", &Reader::set},
        {"object", &Reader::object},
        {"mem_load", &Reader::mem_load},
        {"query", &Reader::query},
        {"pose", &Reader::pose},
        {"first_witness", &Reader::first_witness},
        {"reg_write", &Reader::reg_write},
        {"wait_done", &Reader::wait_done},
        {"expect", &Reader::expect}};
    const auto statement = statements.find(words_[0]);
    if (statement == statements.end()) fail("unknown statement " + words_[0]);
    if (!versioned_ && words_[0] != "collisionchip-vectors") fail("expected collisionchip-vectors 1");
    (this->*statement->second)();
  }

  void arity(std::size_t words, const char* form) const {
    if (words_.size() != words) fail(std::string("expected ") + form);
  }
  std::uint64_t number(std::size_t word, int base) const {
    std::uint64_t value = 0;
    const std::string& text = words_[word];
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc() || end != text.data() + text.size())
      fail("expected a " + std::string(base == 16 ? "hexadecimal" : "decimal") + " number, got " + text);
    return value;
  }
  std::uint32_t word32(std::size_t word, int base = 16) const {
    const std::uint64_t value = number(word, base);
    if (value > 0xffff'ffffu) fail("expected 32 bits, got " + words_[word]);
    return static_cast<std::uint32_t>(value);
  }
  GoldenQuery& current() {
    if (vectors_.queries.empty()) fail("expected a query before " + words_[0]);
    return vectors_.queries.back();
  }

  void version() {
    arity(2, "collisionchip-vectors 1");
    if (words_[1] != kVersion) fail("expected version 1, got " + words_[1]);
    versioned_ = true;
  }
  void configuration() {
    arity(2, "configuration HASH");
    hash_ = words_[1];
  }
  void set() {
    arity(2, "set KEY=VALUE");
    try {
      apply_set(vectors_.config, words_[1]);
    } catch (const InputError& error) {
      fail(error.what());
    }
  }
  void object() {
    arity(5, "object NAME BASE ROOT TRIANGLES");
    if (words_[1] != "a" && words_[1] != "b") fail("expected object a or b, got " + words_[1]);
    (words_[1] == "a" ? vectors_.a : vectors_.b) = {word32(2), word32(3), word32(4, 10)};
  }
  void mem_load() {
    if (words_.size() < 3) fail("expected mem_load ADDRESS WORD...");
    MemoryLoad load{word32(1), {}};
    if (load.address % 4 != 0) fail("expected an address that is a multiple of 4, got " + words_[1]);
    for (std::size_t i = 2; i < words_.size(); ++i) load.words.push_back(word32(i));
    vectors_.memory.push_back(std::move(load));
  }
  void query() {
    arity(1, "query");
    vectors_.queries.emplace_back();
    entries_.push_back(0);
  }
  void pose() {
    arity(13, "pose and twelve words");
    Pose& pose = current().pose;
    const auto value = [this](std::size_t i) { return float_of(word32(i)); };
    for (std::size_t row = 0; row < 3; ++row) {
      for (std::size_t column = 0; column < 3; ++column) pose.r[row][column] = value(1 + 4 * row + column);
    }
    pose.t = {value(4), value(8), value(12)};
  }
  void first_witness() {
    arity(1, "first_witness");
    current().first_witness = true;
  }
  void reg_write() {
    arity(3, "reg_write OFFSET VALUE");
    current().writes.push_back({word32(1), word32(2)});
  }
  void wait_done() {
    arity(1, "wait_done");
    if (current().writes.empty()) fail("expected a reg_write that starts the query before it");
  }
  void expect() {
    if (words_.size() < 3) fail("expected expect WHAT NUMBER");
    GoldenAnswer& answer = current().answer;
    const std::map<std::string, std::uint64_t*> counts = {{"cycles", &answer.cycles},
                                                          {"lists", &answer.lists},
                                                          {"aligned_pairs", &answer.aligned_pairs},
                                                          {"triangle_tests", &answer.triangle_tests},
                                                          {"entries", &entries_.back()}};
    const auto count = counts.find(words_[1]);
    if (count != counts.end()) {
      arity(3, "expect WHAT NUMBER");
      *count->second = number(2, 10);
      return;
    }
    for (const EntryType type : {EntryType::hit, EntryType::uncertain, EntryType::unfinished}) {
      if (words_[1] != name_of(type)) continue;
      arity(4, "expect KIND TUMBLED ALIGNED");
      const int base = type == EntryType::unfinished ? 16 : 10;
      answer.entries.push_back({type, word32(2, base), word32(3, base)});
      --entries_.back();
      return;
    }
    fail("unknown expectation " + words_[1]);
  }

  std::string path_, hash_;
  std::size_t line_ = 0;
  std::vector<std::string> words_;
  bool versioned_ = false;
  GoldenVectors vectors_;
  std::vector<std::uint64_t> entries_;  // of each query, those that are still to come
};

}  // namespace

std::string text_of(const GoldenEntry& entry) {
  const std::string name = name_of(entry.type);
  if (entry.type == EntryType::unfinished) return name + " " + hex(entry.tumbled) + " " + hex(entry.aligned);
  return name + " " + std::to_string(entry.tumbled) + " " + std::to_string(entry.aligned);
}

void write_golden_vectors(std::ostream& out, const GoldenVectors& vectors) {
  out << "collisionchip-vectors " << kVersion << "\nconfiguration " << config_hash(vectors.config) << '\n';
  ChipConfig read = preset("paper41");  // by the lines so far: a kind of memory has set several keys
  for (const ConfigKey& key : config_keys()) {
    const std::uint32_t value = key.get(vectors.config);
    if (key.section() == "units" || value == key.get(read)) continue;
    key.set(read, value);
    const std::string word = key.words.empty() ? value_text(key, value) : key.words.at(value);
    out << "set " << key.name << '=' << word << '\n';
  }
  write_object(out, "a", vectors.a);
  write_object(out, "b", vectors.b);
  for (const MemoryLoad& load : vectors.memory) {
    for (std::size_t at = 0; at < load.words.size(); at += kWordsPerLine) {
      out << "mem_load " << hex(load.address + static_cast<std::uint32_t>(4 * at));
      for (std::size_t i = at; i < std::min(at + kWordsPerLine, load.words.size()); ++i)
        out << ' ' << hex(load.words[i]);
      out << '\n';
    }
  }
  for (const GoldenQuery& query : vectors.queries) write_query(out, query);
}

GoldenVectors read_golden_vectors(const std::string& path) {
  return Reader(path).read();
}

}  // namespace collisionchip
