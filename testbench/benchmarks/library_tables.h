// What library_benchmark prints and writes.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "collisionchip/testbench/benchmarks/pose_times.h"

namespace collisionchip {

std::string pose_head();
std::string fresh_head();
std::string tree_head();

// A row for each contender, of the poses that collide, of those that do not, and of those whose boxes are apart; below them
// `worst` single poses, those first in which `answer` takes longest beside FCL and Coal.
//
// "Behind" is a pose in which `answer` takes more than 1.5 times the better of FCL and Coal and 0.3 us, or more than 0.5 us
// where boxes are apart.
void print_tables(const std::vector<ContenderKind>& kinds, const std::string& set, Question question,
                  std::vector<PoseTimes> all, std::size_t worst);
// Also into the CSV: object, triangles, library, us, bytes.
void print_tree(std::ostream& csv, const Mesh& mesh, const std::string& kind, double us, std::uint64_t bytes);

// CSV: set, pose, question, library, us, pairs, missed, extra, apart; of ours lists, triangle tests and uncertain ones; behind, in
// the row of `answer`.
void write_rows(std::ostream& csv, const std::vector<ContenderKind>& kinds, const std::string& set,
                Question question, const PoseTimes& times);
void write_fresh_row(std::ostream& csv, const std::string& set, std::size_t pose, Question question,
                     const std::string& kind, double us);

}  // namespace collisionchip
