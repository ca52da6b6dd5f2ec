#include "collisionchip/testbench/run/time_of_contact.h"

#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {

ContactSearch search_contact(const Objects& objects, const ChipConfig& config, const Motion& motion,
                             unsigned halvings) {
  const std::unique_ptr<Engine> reference = find_engine("reference")->make({config});
  reference->prepare(objects);
  const auto touch_at = [&](double time) { return !reference->query(motion.at(time), true).pairs.empty(); };
  if (touch_at(0))
    throw InputError("--between: expected objects that are apart at the first pose; they touch there");
  if (!touch_at(1))
    throw InputError("--between: expected objects that touch at the second pose; they are apart there");
  ContactSearch search;
  for (unsigned i = 0; i < halvings; ++i) {
    const double middle = (search.apart + search.touching) / 2;
    search.times.push_back(middle);
    search.poses.push_back(motion.at(middle));
    (touch_at(middle) ? search.touching : search.apart) = middle;
  }
  return search;
}

}  // namespace collisionchip
