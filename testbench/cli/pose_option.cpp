#include "collisionchip/testbench/cli/pose_option.h"

namespace collisionchip {

void add_pose_option(CLI::App& verb, std::string& pose, const std::string& description) {
  const auto complaint = [](const std::string& text) {
    return text.empty() ? std::string("expected seven or twelve numbers, got nothing") : std::string();
  };
  verb.add_option("--pose", pose, description)->type_name("TEXT")->check(complaint);
}

}  // namespace collisionchip
