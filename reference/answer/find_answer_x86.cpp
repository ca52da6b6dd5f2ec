#include "collisionchip/reference/answer/answer_levels.h"

namespace collisionchip {

const AnswerLevel* find_answer_level(FilterLevel level) {
  if (!filter_level_present(level)) return nullptr;
  if (level != FilterLevel::sixteen) return &kNarrowAnswers;
  return __builtin_cpu_supports("avx512bw") != 0 ? &kWideAnswers : nullptr;
}

}  // namespace collisionchip
