#include "collisionchip/reference/answer/answer_levels.h"

namespace collisionchip {

const AnswerLevel* find_answer_level(FilterLevel level) {
  return level == FilterLevel::four ? &kNarrowAnswers : nullptr;
}

}  // namespace collisionchip
