#include "collisionchip/reference/answer/answer_levels.h"
#include "collisionchip/reference/answer/narrow_tumbling.h"

namespace collisionchip {

const AnswerLevel kNarrowAnswers = {AnswersBy<NarrowTumbling>::run, AnswersBy<NarrowTumbling>::tumble};

}  // namespace collisionchip
