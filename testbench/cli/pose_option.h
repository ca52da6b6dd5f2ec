// `--pose` of all verbs that ask about one pose.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace collisionchip {

// An empty text is refused (exit status 2): a shell variable that is not set is no pose.
void add_pose_option(CLI::App& verb, std::string& pose, const std::string& description);

}  // namespace collisionchip
