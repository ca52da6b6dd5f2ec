// One self-contained HTML page: the program's own scripts and styles with the data of a report put into it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace collisionchip {

// Text between tags or in a quoted attribute.
std::string html_text(std::string_view text);

// JSON that may stand inside a <script> element whatever
// its strings hold. Bytes that are not UTF-8 become U+FFFD.
std::string script_json(const nlohmann::ordered_json& json);

std::string base64(std::string_view bytes);

class ReportPage {
 public:
  // Arrays of numbers, little endian. What comes back stands for them in the data: {"id", "type", "count"}.
  // Equal bytes are kept once.
  nlohmann::ordered_json add(const std::vector<float>& numbers);
  nlohmann::ordered_json add(const std::vector<double>& numbers);
  // In 16 bits if all fit.
  nlohmann::ordered_json add(const std::vector<std::uint32_t>& numbers);
  nlohmann::ordered_json add(const std::vector<std::uint8_t>& bytes);

  // InputError when it cannot be written. Returns the size in bytes.
  std::uint64_t write(const std::string& path, const std::string& title,
                      const nlohmann::ordered_json& data) const;

 private:
  nlohmann::ordered_json add_block(std::string bytes, const char* type, std::size_t count);

  std::vector<const std::string*> blocks_;  // by id; the keys below
  std::map<std::string, std::size_t> ids_;
};

// The page without data: HTML with the marks @TITLE@ and
// @DATA@, made by embed_page.cmake and part of the program.
std::string_view page_template();

}  // namespace collisionchip
