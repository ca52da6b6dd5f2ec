#include "collisionchip/reference/text/text_scanner.h"

#include <algorithm>
#include <cerrno>
#include <cfloat>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <limits>
#include <memory>
#include <system_error>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/utf8_text.h"

namespace collisionchip {

namespace {

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using FileHandle = std::unique_ptr<std::FILE, FileCloser>;

std::string printable(std::string_view text) {
  static const char digits[] = "0123456789abcdef";
  std::string result;
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f) {
      result += c;
    } else {
      result += {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
    }
  }
  return result;
}

// std::from_chars reports a result out of range for both ends; this tells which, by the decimal exponent of
// the first digit that counts.
bool is_large(std::string_view token) {
  const std::size_t exponent_at = token.find_first_of("eE");
  const std::string_view digits = token.substr(0, exponent_at);
  const std::size_t point = std::min(digits.find('.'), digits.size());
  const std::size_t first = digits.find_first_of("123456789");
  if (first == std::string_view::npos) return false;
  if (exponent_at == std::string_view::npos) return first < point;
  // Saturates: an exponent with more digits than fit in 64 bits decides alone.
  std::string_view exponent = token.substr(exponent_at + 1);
  std::int64_t value = 0;
  if (!parse_integer(exponent, value)) return exponent.front() != '-';
  const auto place = static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first);
  return value > -place;
}

template <typename Real>
NumberCheck parse_real_as(std::string_view token, Real& value) {
  if (token.size() > 1 && token[0] == '+' && token[1] != '-') token.remove_prefix(1);
  const char* end = token.data() + token.size();
  const auto [stop, error] = std::from_chars(token.data(), end, value);
  if (error == std::errc::invalid_argument || stop != end) return NumberCheck::not_a_number;
  if (error == std::errc::result_out_of_range) {
    if (is_large(token)) return NumberCheck::not_finite;
    value = token.front() == '-' ? -Real(0) : Real(0);
  }
  return std::isfinite(value) ? NumberCheck::ok : NumberCheck::not_finite;
}

std::string system_message() {
  return std::generic_category().message(errno);
}

}  // namespace

std::string read_input_file(const std::string& path) {
  const FileHandle file(std::fopen(path.c_str(), "rb"));
  if (!file) fail_at(Place::in(path), "a readable file", system_message());
  // The size is only a hint that saves growing: a pipe has none, and a file may change under us.
  std::error_code no_size;
  const std::uintmax_t size = std::filesystem::file_size(path, no_size);
  std::size_t chunk = no_size ? std::size_t{1} << 20 : static_cast<std::size_t>(size) + 1;
  std::string bytes;
  try {
    for (;;) {
      const std::size_t old_size = bytes.size();
      bytes.resize(old_size + chunk);
      const std::size_t got = std::fread(&bytes[old_size], 1, chunk, file.get());
      bytes.resize(old_size + got);
      if (got < chunk) break;
      chunk = bytes.size();
    }
  } catch (const std::exception&) {  // bad_alloc or length_error, nothing else can happen here
    fail_at(Place::in(path), "a file that fits in memory", "a larger one");
  }
  if (std::ferror(file.get())) fail_at(Place::in(path), "a readable file", system_message());
  return bytes;
}

std::string quoted(std::string_view token) {
  constexpr std::size_t longest = 40;
  std::string text = printable(token.substr(0, longest));
  const bool cut = token.size() > longest || text.size() > longest;  // escapes make it longer
  if (cut) text.resize(longest);
  return "'" + text + (cut ? "...'" : "'");
}

// Names in other languages stay readable.
std::string printable_path(const std::string& path) {
  std::string result;
  for (std::size_t at = 0; at < path.size();) {
    const std::size_t length = std::max<std::size_t>(1, utf8_length(path, at));
    const std::string character = path.substr(at, length);
    result += length > 1 ? character : printable(character);
    at += length;
  }
  return result;
}

void fail_at(const Place& place, const std::string& expected, const std::string& got) {
  throw InputError(place, expected, ", got " + got);
}

NumberCheck parse_real(std::string_view token, float& value) {
  return parse_real_as(token, value);
}
NumberCheck parse_real(std::string_view token, double& value) {
  return parse_real_as(token, value);
}

NumberCheck parse_real(std::string_view token, double& value, float& rounded) {
  const NumberCheck check = parse_real_as(token, value);
  if (check != NumberCheck::ok) return check;
  rounded = static_cast<float>(value);
  // Rounding twice gives the same as rounding once, with two exceptions: a value half-way between two float32, and a value that
  // lost bits in double. Then the token decides.
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  constexpr std::uint64_t below_float = (std::uint64_t{1} << 29) - 1, half = std::uint64_t{1} << 28;
  const bool may_differ = (bits & below_float) == half || std::abs(value) < FLT_MIN;
  if (may_differ && value != 0 && parse_real_as(token, rounded) == NumberCheck::not_finite)
    rounded = std::copysign(std::numeric_limits<float>::infinity(), static_cast<float>(value));
  return check;
}

bool parse_integer(std::string_view token, std::int64_t& value) {
  if (token.size() > 1 && token[0] == '+' && token[1] != '-') token.remove_prefix(1);
  const char* end = token.data() + token.size();
  const auto [stop, error] = std::from_chars(token.data(), end, value);
  return error == std::errc() && stop == end;
}

void TextScanner::take_line_end() {
  cursor_ += line_end().size();
  ++line_;
}

void TextScanner::skip_blanks() {
  while (cursor_ < end_) {
    if (at_continuation()) {
      ++cursor_;
      take_line_end();
    } else if (is_space(*cursor_) && !is_line_end(*cursor_)) {
      ++cursor_;
    } else {
      return;
    }
  }
}

// A comment runs to the end of its own line even where lines can be continued: a path in a comment may well
// end in a backslash.
void TextScanner::skip_rest_of_line() {
  bool in_comment = false;
  while (cursor_ < end_ && !is_line_end(*cursor_)) {
    // A block of zeros, as a file system leaves one, hides what was in its place.
    if (*cursor_ == '\0') fail_on_line(line_, "text", "a byte of zero");
    if (!in_comment && at_continuation()) {
      ++cursor_;
      take_line_end();
    } else {
      in_comment = in_comment || (style_.comment != '\0' && *cursor_ == style_.comment);
      ++cursor_;
    }
  }
}

bool TextScanner::next_line() {
  if (in_line_) skip_rest_of_line();
  in_line_ = false;
  for (;;) {
    skip_blanks();
    if (cursor_ == end_) return false;
    if (is_line_end(*cursor_)) {
      take_line_end();
    } else if (style_.comment != '\0' && *cursor_ == style_.comment) {
      skip_rest_of_line();
    } else {
      in_line_ = true;
      return true;
    }
  }
}

std::string_view TextScanner::token() {
  skip_blanks();
  const char* start = cursor_;
  if (start < end_ && style_.comment != '\0' && *start == style_.comment) return {};
  while (cursor_ < end_ && !is_space(*cursor_) && !at_continuation()) ++cursor_;
  return {start, static_cast<std::size_t>(cursor_ - start)};
}

std::string_view TextScanner::rest_of_line() {
  const char* start = cursor_;
  skip_rest_of_line();
  return {start, static_cast<std::size_t>(cursor_ - start)};
}

std::string_view TextScanner::token_on_any_line() {
  const std::string_view here = token();
  if (!here.empty()) return here;
  return next_line() ? token() : std::string_view{};
}

std::string_view TextScanner::line_end() const {
  if (cursor_ == end_ || !is_line_end(*cursor_)) return {};
  const bool pair = *cursor_ == '\r' && cursor_ + 1 < end_ && cursor_[1] == '\n';
  return {cursor_, pair ? std::size_t{2} : std::size_t{1}};
}

bool TextScanner::finish_line(std::string_view line_end) {
  if (line_end.empty() || std::string_view(cursor_, bytes_left()).substr(0, line_end.size()) != line_end)
    return false;
  cursor_ += line_end.size();
  ++line_;
  in_line_ = false;
  return true;
}

float TextScanner::to_float(std::string_view text, const char* what) const {
  float value = 0;
  const NumberCheck check = parse_real(text, value);
  if (check == NumberCheck::not_finite) fail("a finite float32 for " + std::string(what), text);
  if (check == NumberCheck::not_a_number) fail("a number for " + std::string(what), text);
  return value;
}

void TextScanner::fail(const std::string& expected, std::string_view got) const {
  fail_on_line(line_, expected, got.empty() ? nothing() : quoted(got));
}

void TextScanner::fail_on_line(std::uint64_t line, const std::string& expected,
                               const std::string& got) const {
  fail_at(Place::in(name_, line), expected, got);
}

}  // namespace collisionchip
