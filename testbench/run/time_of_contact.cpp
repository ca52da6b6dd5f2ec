#include "collisionchip/testbench/run/time_of_contact.h"

#include <algorithm>

#include <fmt/format.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/account/query_times.h"

namespace collisionchip {

ContactSearch search_contact(const Objects& objects, const ChipConfig& config, const Motion& motion,
                             unsigned halvings, const Place& where) {
  const std::unique_ptr<Engine> reference = find_engine("reference")->make({config});
  reference->prepare(objects);
  const auto touch_at = [&](double time) { return !reference->query(motion.at(time), true).pairs.empty(); };
  if (touch_at(0)) throw InputError(where, "objects that are apart at the first pose", "; they touch there");
  if (!touch_at(1))
    throw InputError(where, "objects that touch at the second pose", "; they are apart there");
  ContactSearch search;
  for (unsigned i = 0; i < halvings; ++i) {
    const double middle = (search.apart + search.touching) / 2;
    search.times.push_back(middle);
    search.poses.push_back(motion.at(middle));
    (touch_at(middle) ? search.touching : search.apart) = middle;
  }
  return search;
}

// The way is halved once per query: what one costs times their number is the cost of a contact.
std::string to_text(const ContactSearch& search, std::uint64_t queries, std::optional<Cycle> cycles,
                    double seconds) {
  std::string text = fmt::format("  contact    after {:.9g} and by {:.9g} of the way, {} queries",
                                 search.apart, search.touching, queries);
  const std::uint64_t each = std::max<std::uint64_t>(1, queries);
  if (cycles) text += fmt::format(", {} cycles each", *cycles / each);
  return text + fmt::format(", {} of this host each\n", time_text(1e9 * seconds / static_cast<double>(each)));
}

}  // namespace collisionchip
