#include "collisionchip/testbench/paper/claims.h"

#include <fmt/format.h>

namespace collisionchip {

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

std::string to_text(const std::vector<Claim>& claims) {
  std::string text =
      "| where | the paper says | its value | ours | agrees | why |\n| --- | --- | --- | --- | --- | --- |\n";
  for (const Claim& c : claims) {
    text += fmt::format("| {} | {} | {} | {}{} | {} | {} |\n", c.place, c.claim, c.paper_value,
                        c.of_this_host ? "this host: " : "", c.our_value, name_of(c.agrees), c.why);
  }
  return text;
}

}  // namespace collisionchip
