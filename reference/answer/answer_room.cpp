#include <algorithm>
#include <utility>

#include "collisionchip/reference/answer/answer_job.h"

namespace collisionchip {

template <typename Item>
void GrowingList<Item>::grow(std::size_t size) {
  room_ = 2 * size + 16;
  std::unique_ptr<Item[]> items(new Item[room_]);
  std::copy_n(items_.get(), size_, items.get());
  items_ = std::move(items);
}

template class GrowingList<ListEntry>;
template class GrowingList<AnswerTask>;
template class GrowingList<LeafStep>;
template class GrowingList<TestPair>;
template class GrowingList<std::uint32_t>;

}  // namespace collisionchip
