#include "collisionchip/testbench/report/page.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>

#include "collisionchip/reference/files/output_file.h"
#include "collisionchip/reference/text/utf8_text.h"
#include "collisionchip/tlm/machine/json_text.h"

namespace collisionchip {

namespace {

using Json = nlohmann::ordered_json;

void append_little_endian(std::string& bytes, std::uint64_t value, int size) {
  for (int i = 0; i < size; ++i) bytes += static_cast<char>(value >> (8 * i));
}

// Writes the template up to a mark and goes behind it.
void write_until(std::ostream& file, std::string_view& rest, std::string_view mark) {
  const std::size_t at = rest.find(mark);
  if (at == std::string_view::npos) throw std::logic_error("page template without " + std::string(mark));
  file << rest.substr(0, at);
  rest.remove_prefix(at + mark.size());
}

}  // namespace

std::string html_text(std::string_view text) {
  std::string result;
  for (const char c : utf8_text(text)) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string script_json(const Json& json) {
  std::string result;
  // Inside strings only can JSON hold a '<': "</script>" and "<!--" would end or bend the element.
  for (const char c : json_text(json)) {
    if (c == '<') {
      result += "\\u003c";
    } else {
      result += c;
    }
  }
  return result;
}

std::string base64(std::string_view bytes) {
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j)
      group = group << 8 | (j < count ? static_cast<unsigned char>(bytes[i + j]) : 0u);
    for (std::size_t j = 0; j < 4; ++j) text += j <= count ? kDigits[group >> (18 - 6 * j) & 63] : '=';
  }
  return text;
}

Json ReportPage::add_block(std::string bytes, const char* type, std::size_t count) {
  const auto found = ids_.emplace(std::move(bytes), blocks_.size());
  if (found.second) blocks_.push_back(&found.first->first);
  return {{"id", "block-" + std::to_string(found.first->second)}, {"type", type}, {"count", count}};
}

Json ReportPage::add(const std::vector<float>& numbers) {
  std::string bytes;
  bytes.reserve(4 * numbers.size());
  for (const float number : numbers) {
    std::uint32_t bits;
    std::memcpy(&bits, &number, sizeof bits);
    append_little_endian(bytes, bits, 4);
  }
  return add_block(std::move(bytes), "f32", numbers.size());
}

Json ReportPage::add(const std::vector<double>& numbers) {
  std::string bytes;
  bytes.reserve(8 * numbers.size());
  for (const double number : numbers) {
    std::uint64_t bits;
    std::memcpy(&bits, &number, sizeof bits);
    append_little_endian(bytes, bits, 8);
  }
  return add_block(std::move(bytes), "f64", numbers.size());
}

Json ReportPage::add(const std::vector<std::uint32_t>& numbers) {
  std::uint32_t all = 0;
  for (const std::uint32_t number : numbers) all |= number;
  const int size = all < 0x10000 ? 2 : 4;
  std::string bytes;
  bytes.reserve(static_cast<std::size_t>(size) * numbers.size());
  for (const std::uint32_t number : numbers) append_little_endian(bytes, number, size);
  return add_block(std::move(bytes), size == 2 ? "u16" : "u32", numbers.size());
}

Json ReportPage::add(const std::vector<std::uint8_t>& bytes) {
  return add_block(std::string(bytes.begin(), bytes.end()), "u8", bytes.size());
}

std::uint64_t ReportPage::write(const std::string& path, const std::string& title, const Json& data) const {
  OutputFile page(path);
  std::ostream& file = page.stream();
  std::string_view rest = page_template();
  write_until(file, rest, "@TITLE@");
  file << html_text(title);
  write_until(file, rest, "@DATA@");
  for (std::size_t id = 0; id < blocks_.size(); ++id) {
    file << "<script type=\"text/plain\" id=\"block-" << id << "\">" << base64(*blocks_[id]) << "</script>\n";
  }
  file << "<script type=\"application/json\" id=\"report-data\">" << script_json(data) << "</script>";
  file << rest;
  const auto size = static_cast<std::uint64_t>(file.tellp());
  page.close();
  return size;
}

}  // namespace collisionchip
