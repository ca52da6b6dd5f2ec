// The tables and CSV rows of library_benchmark.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "collisionchip/testbench/benchmarks/pose_times.h"

namespace collisionchip {

std::string pose_head();
std::string fresh_head();
std::string tree_head();

// Three rows for each contender: poses that collide, poses that do not, and poses whose boxes are apart. Below the rows are `worst` single
// poses, beginning with the pose in which `answer` is slowest compared with FCL and Coal.
//
// A pose is "behind" if `answer` takes more than 1.5 times the better of FCL and Coal plus 0.3 us. If the boxes are apart, it is also
// "behind" if `answer` takes more than 0.5 us.
void print_tables(const std::vector<ContenderKind>& kinds, const std::string& set, Question question,
                  std::vector<PoseTimes> all, std::size_t worst);
// Also into the CSV: object, triangles, library, us, bytes.
void print_tree(std::ostream& csv, const Mesh& mesh, const std::string& kind, double us, std::uint64_t bytes);

// CSV columns: set, pose, question, library, us, pairs, missed, extra, apart; lists, triangle tests and uncertain tests (only our engines);
// behind (only `answer`).
void write_rows(std::ostream& csv, const std::vector<ContenderKind>& kinds, const std::string& set,
                Question question, const PoseTimes& times);
void write_fresh_row(std::ostream& csv, const std::string& set, std::size_t pose, Question question,
                     const std::string& kind, double us);

}  // namespace collisionchip
