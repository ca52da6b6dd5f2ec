// Where an exploration's results come from, so that any point can be run again: DIR/origin.json.
#pragma once

#include <string>

#include "collisionchip/testbench/explore/plan.h"

namespace collisionchip {

constexpr const char* kOriginFile = "origin.json";

// The plan's chip for any other verb: "--chip paper41 --set sdram.banks=8", with the keys of `config` that
// the plan sets or varies.
std::string chip_arguments(const Plan& plan, const ChipConfig& config);

// The plan's absolute path, and the arguments of its chip, axes left out. Not part of results.json, which has
// the same bytes wherever the plan lies. InputError when it cannot be written.
void write_origin(const Plan& plan, const std::string& directory);

}  // namespace collisionchip
