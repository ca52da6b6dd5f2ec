// `collisionchip paper --pentium4`: the software of Figure 13 under the caches of the paper's host, against
// the chip.
#pragma once

#include <string>
#include <vector>

#include "collisionchip/testbench/paper/paper_plan.h"
#include "collisionchip/testbench/paper/pentium4.h"

namespace collisionchip {

constexpr const char* kPentium4Counts = "host/pentium4.jsonl";  // testbench/paper/host_times.h

// The programs that are counted, in the folder of this one (paper/traversal_program.cpp).
constexpr const char *kVectorProgram = "traversal_program", *kScalarProgram = "traversal_program_scalar";

// What such a run writes, below the folder.
const std::vector<std::string>& pentium4_files();

// What this needs and this host has not, as the end of "expected ..."; empty if all is there.
std::string lacks_for_pentium4(const std::string& programs);

// Each object against its copy where the first peak of Figure 9 is, in plan.steps orientations. Files in
// `folder`: pentium4.csv and pentium4.json in its room for this host, and what was counted
// (kPentium4Counts), so that a run that was stopped goes on, and other assumptions cost no other run.
// Returns assumptions, table and claim for a terminal. InputError as run_paper(); Disagreement or NoAnswer if a
// program fails or they disagree.
std::string run_pentium4(PaperPlan plan, const Pentium4& host, const std::string& programs,
                         const std::string& folder);

}  // namespace collisionchip
