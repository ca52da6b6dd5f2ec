#include "collisionchip/testbench/paper/claims.h"

#include <sstream>

#include <fmt/format.h>

namespace collisionchip {

namespace {

constexpr std::size_t kColumns = 100, kIndent = 10;

// Broken between words; every line but the first is indented.
std::string wrapped(const std::string& words) {
  std::istringstream rest(words);
  std::string text;
  std::size_t column = kIndent;
  for (std::string word; rest >> word; column += word.size() + 1) {
    if (column + word.size() > kColumns) {
      text += "\n" + std::string(kIndent, ' ');
      column = kIndent;
    } else if (!text.empty()) {
      text += " ";
    }
    text += word;
  }
  return text + "\n";
}

// The verdict hangs on what was run.
std::string turned(const Claim& claim) {
  return claim.turned.empty() ? "" : "; turned: " + claim.turned.substr(2);
}

}  // namespace

std::string name_of(Agreement agreement) {
  return agreement == Agreement::yes ? "yes" : agreement == Agreement::partly ? "partly" : "no";
}

Agreement graded(bool yes, bool partly) {
  return yes ? Agreement::yes : partly ? Agreement::partly : Agreement::no;
}

std::vector<Claim> evaluate_claims(const PaperResults& results, const std::string& cpu) {
  std::vector<Claim> claims = traversal_claims(results);
  for (Claim& claim : chip_claims(results, cpu)) claims.push_back(std::move(claim));
  return claims;
}

std::string summary(const std::vector<Claim>& claims) {
  std::string text;
  for (const Claim& c : claims) {
    text += fmt::format("  {:<{}}", name_of(c.agrees), kIndent - 2) +
            wrapped(fmt::format("{}: {}. Paper: {}; {}: {}", c.place, c.claim, c.paper_value,
                                c.of_this_host ? "this host" : "ours", c.our_value + turned(c)));
  }
  return text;
}

std::string to_text(const std::vector<Claim>& claims) {
  std::string text =
      "| where | the paper says | its value | ours | agrees | why |\n| --- | --- | --- | --- | --- | --- |\n";
  for (const Claim& c : claims) {
    text +=
        fmt::format("| {} | {} | {} | {}{} | {} | {} |\n", c.place, c.claim, c.paper_value,
                    c.of_this_host ? "this host: " : "", c.our_value, name_of(c.agrees) + turned(c), c.why);
  }
  return text;
}

}  // namespace collisionchip
