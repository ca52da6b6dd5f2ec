// What all readers of user files share: bytes from disk, numbers rounded once, tokens with their line, and
// complaints that stay on one printable line. Nothing here depends on the locale.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {

// The whole file. InputError when it is missing, a folder, unreadable or larger than memory.
std::string read_input_file(const std::string& path);

// Text for a message: unprintable bytes as \xNN, cut after about 40 characters, in single quotes.
std::string quoted(std::string_view token);

// A path for a message: as it is, but unprintable bytes as \xNN so that the message stays one line.
std::string printable_path(const std::string& path);

// "place: expected ..., got ..." as an InputError.
[[noreturn]] void fail_at(const Place& place, const std::string& expected, const std::string& got);

enum class NumberCheck { ok, not_a_number, not_finite };

// The whole token as a decimal number, rounded once to nearest even; a leading '+' is allowed. Too small a
// number becomes a subnormal or zero, too large a one is not_finite.
NumberCheck parse_real(std::string_view token, float& value);
NumberCheck parse_real(std::string_view token, double& value);
// Both at once; each is rounded once from the token. `rounded` is infinite for a number beyond float32 within double.
NumberCheck parse_real(std::string_view token, double& value, float& rounded);

// The whole token as an integer that fits in 64 bits; a leading '+' is allowed.
bool parse_integer(std::string_view token, std::int64_t& value);

inline bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
inline bool is_line_end(char c) {
  return c == '\n' || c == '\r';
}

// Walks over text by lines and tokens. Lines end in LF, CRLF or CR.
class TextScanner {
 public:
  struct Style {
    char comment = '\0';     // a token that starts so ends the line; '\0': the format has no comments
    bool continued = false;  // a backslash at the end of a line joins the next one
  };

  // A byte order mark before the text is skipped.
  TextScanner(const char* data, std::size_t size, const std::string& name, Style style)
      : data_(data), cursor_(data), end_(data + size), name_(name), style_(style) {
    if (std::string_view(data, size).substr(0, 3) == "\xef\xbb\xbf") cursor_ += 3;
  }

  // Goes to the next line that holds a token, wherever on the current line the cursor stands.
  bool next_line();
  // The next token on this line; empty at its end.
  std::string_view token();
  // Everything up to the end of this line, comment included.
  std::string_view rest_of_line();
  // The next token on this or a later line; empty at the end of the file.
  std::string_view token_on_any_line();
  // The bytes that end this line, where the cursor is at its end; empty at the end of the file.
  std::string_view line_end() const;
  // Goes behind these bytes of a line's end, where the binary part of a file starts, if they come next.
  bool finish_line(std::string_view line_end);

  // The next token on this line, or `text`, as a number. `what` names it in the complaint.
  float read_float(const char* what) { return to_float(token(), what); }
  float to_float(std::string_view text, const char* what) const;

  const std::string& name() const { return name_; }
  std::uint64_t line() const { return line_; }
  std::size_t offset() const { return static_cast<std::size_t>(cursor_ - data_); }
  std::size_t bytes_left() const { return static_cast<std::size_t>(end_ - cursor_); }
  // What a missing token is called in a complaint.
  const char* nothing() const { return cursor_ == end_ ? "the end of the file" : "the end of the line"; }
  // Complains about the current line; an empty `got` stands for nothing().
  [[noreturn]] void fail(const std::string& expected, std::string_view got) const;
  [[noreturn]] void fail_on_line(std::uint64_t line, const std::string& expected,
                                 const std::string& got) const;

 private:
  bool at_continuation() const {
    return style_.continued && *cursor_ == '\\' && cursor_ + 1 < end_ && is_line_end(cursor_[1]);
  }
  void take_line_end();
  void skip_blanks();
  void skip_rest_of_line();

  const char* data_;
  const char* cursor_;
  const char* end_;
  std::string name_;
  Style style_;
  std::uint64_t line_ = 1;
  bool in_line_ = false;
};

}  // namespace collisionchip
