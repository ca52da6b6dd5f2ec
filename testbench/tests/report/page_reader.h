// Takes a written page apart again, independently of its writer.
#pragma once

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include "collisionchip/testbench/report/page.h"

namespace collisionchip::testing_support {

inline std::string from_base64(const std::string& text) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::uint32_t group = 0;
  int bits = 0;
  for (const char c : text) {
    if (c == '=') break;
    group = group << 6 | static_cast<std::uint32_t>(digits.find(c));
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes += static_cast<char>(group >> bits);
    }
  }
  return bytes;
}

class PageReader {
 public:
  PageReader() = default;
  explicit PageReader(std::string text) : text_(std::move(text)) {}
  explicit PageReader(const ReportPage& page) {
    const std::string path =
        ::testing::TempDir() + "/collisionchip_page_" + std::to_string(getpid()) + ".html";
    page.write(path, "", {});
    std::ifstream file(path, std::ios::binary);
    text_.assign(std::istreambuf_iterator<char>(file), {});
    std::remove(path.c_str());
  }

  // The bytes of a block that the data name.
  std::string block(const nlohmann::ordered_json& reference) const {
    return from_base64(element(reference["id"].get<std::string>()));
  }
  nlohmann::ordered_json data() const { return nlohmann::ordered_json::parse(element("report-data")); }

 private:
  std::string element(const std::string& id) const {
    const std::string begin = "id=\"" + id + "\">";
    const std::size_t from = text_.find(begin) + begin.size();
    return text_.substr(from, text_.find('<', from) - from);
  }

  std::string text_;
};

}  // namespace collisionchip::testing_support
