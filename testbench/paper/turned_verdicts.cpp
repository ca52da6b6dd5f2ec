#include "collisionchip/testbench/paper/turned_verdicts.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "collisionchip/reference/files/regular_file.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/text_scanner.h"

namespace collisionchip {

namespace {

void note_from(std::vector<Claim>& claims, const std::string& folder, const std::string& file) {
  const std::string path = folder + "/" + file;
  expect_regular_file(path);
  try {
    const auto json = nlohmann::json::parse(read_input_file(path));
    for (const auto& row : json.at("claims")) {
      const auto found = std::find_if(claims.begin(), claims.end(), [&](const Claim& claim) {
        return claim.id == row.at("id").get<std::string>();
      });
      const std::string verdict = row.at("agrees");
      if (found != claims.end() && verdict != name_of(found->agrees))
        found->turned += fmt::format("; {} in {} ({})", verdict, folder, row.at("ours").get<std::string>());
    }
  } catch (const nlohmann::json::exception&) {
    throw InputError(Place::in(path), "the claims of a run of `collisionchip paper`", ", got something else");
  }
}

}  // namespace

void note_turned_verdicts(std::vector<Claim>& claims, const std::string& folder) {
  note_from(claims, folder, "paper.json");
  note_from(claims, folder, "host/host.json");
}

}  // namespace collisionchip
