#include "collisionchip/reference/answer/answer_levels.h"
#include "collisionchip/reference/answer/wide_tumbling.h"

namespace collisionchip {

const AnswerLevel kWideAnswers = {AnswersBy<WideTumbling>::run, AnswersBy<WideTumbling>::tumble};

}  // namespace collisionchip
