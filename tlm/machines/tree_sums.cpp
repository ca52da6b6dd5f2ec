#include "collisionchip/tlm/machines/tree_machine.h"

namespace collisionchip::tree_machine {

using namespace closing;
using namespace machine_sums;

namespace {

std::vector<MachineSum> list_sums(const VolumeTerms& volumes) {
  return {
      {"lists",
       {{total("stack_sram_left.list_length"), total("stack_sram_right.list_length")},
        kEqual,
        {number("stack_engine.lists")}}},
      {"aligned pairs of lists",
       {{weighted("stack_sram_left.list_length"), weighted("stack_sram_right.list_length")},
        kEqual,
        {number("stack_engine.aligned_pairs")}}},
      {"flags", {{number("stack_engine.flags")}, kEqual, volumes.aligned}},
      aligned_read(volumes.aligned + volumes.ancestors, volumes.kept_aligned),
      tumbled_read({number("stack_engine.prefetches_used"), number("stack_engine.lists_kept"),
                    number("stack_engine.transforms_loaded")},
                   {number("stack_engine.lists"), number("stack_engine.prefetches")}),
      {"tumbled pairs",
       {volumes.tumbled, kAtMost, Terms{number("memory_controller.tumbled_pairs")} + volumes.kept_tumbled}},
      {"discarded pairs",
       {volumes.discarded + Terms{number("stack_engine.prefetches_used")},
        kAtMost,
        {number("stack_engine.prefetches")}}},
  };
}

// The same for both SRAMs.
std::vector<MachineSum> sram_sums(const std::string& sram) {
  const auto of = [&](const char* what) { return sram + "." + what; };
  using Measure = ClosingSum::Measure;
  using Term = ClosingSum::Term;
  const Term words = {Measure::weighted, of("list_length"), Times::entry_words};
  const Term read = {Measure::number, of("words_read")}, written = {Measure::number, of("words_written")};
  const Term heads_read = {Measure::number, of("heads_read"), Times::entry_words};
  const Term heads_written = {Measure::number, of("heads_written"), Times::entry_words};
  const Term high_water = {Measure::number, of("high_water")};
  const Term blocks_read = {Measure::number, of("transform_words_read")};
  const Term blocks_written = {Measure::number, "stack_engine.transform_words_written"};
  const Term blocks_reserved = {Measure::number, "stack_engine.transform_words_reserved"};
  return {
      {of("words_read"), {{words, heads_read, blocks_read}, kEqual, {read}, Where::all_pairs}},
      {of("words_written"), {{words, heads_written, blocks_written}, kEqual, {written}, Where::all_pairs}},
      {of("busy"), {{{Measure::busy, sram}}, kEqual, {read, written}, Where::all_pairs}},
      {of("longest list"), {{{Measure::largest, of("list_length")}}, kAtMost, {high_water}}},
      {of("high_water"), {{high_water}, kAtMost, {written, blocks_reserved}, Where::all_pairs}},
  };
}

std::vector<MachineSum> triangle_sums() {
  return {
      {"tests",
       {{number("triangle_unit.tests")}, kEqual, {number("stack_engine.triangle_tests")}, Where::all_pairs}},
      {"aligned triangles",
       {{number("triangle_unit.aligned_cache_hits"), number("triangle_unit.aligned_cache_misses")},
        kEqual,
        {number("triangle_unit.tests")},
        Where::all_pairs_timed}},
      {"tumbled triangles",
       {{number("triangle_unit.tumbled_memory_hits"), number("triangle_unit.tumbled_memory_misses")},
        kEqual,
        {number("triangle_unit.tests")},
        Where::all_pairs_timed}},
      triangles_read(
          {number("triangle_unit.aligned_cache_misses"), number("triangle_unit.tumbled_memory_misses")}),
      {"aligned leaves",
       {{number("triangle_unit.aligned_leaves")},
        kAtMost,
        {number("memory_controller.aligned_pairs", Times::two)}}},
      {"tumbled leaves",
       {{number("triangle_unit.tumbled_leaves")},
        kAtMost,
        {number("memory_controller.tumbled_pairs", Times::two)}}},
  };
}

}  // namespace

std::vector<MachineSum> sums(const VolumeTerms& volumes) {
  std::vector<MachineSum> all = list_sums(volumes);
  append(all, sram_sums("stack_sram_left"));
  append(all, sram_sums("stack_sram_right"));
  append(all, triangle_sums());
  append(all, results({number("triangle_unit.hits"), number("triangle_unit.uncertain"),
                       number("stack_engine.unfinished")}));
  return all;
}

}  // namespace collisionchip::tree_machine
