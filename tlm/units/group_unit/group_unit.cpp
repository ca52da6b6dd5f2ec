#include "collisionchip/tlm/units/group_unit/group_unit.h"

#include <algorithm>

#include "collisionchip/tlm/machine/channel_set.h"
#include "collisionchip/tlm/machine/group_words.h"
#include "collisionchip/tlm/machine/leaf_shape_words.h"

namespace collisionchip {

namespace {

std::uint32_t count_bits(std::uint32_t mask) {
  return static_cast<std::uint32_t>(__builtin_popcount(mask));
}

// Whose record it is (GroupEngine::ask).
std::uint32_t query_of_tag(std::uint32_t tag) {
  return tag >> 12;
}

}  // namespace

GroupUnit::Ports GroupUnit::Ports::of(const UnitPorts& ports) {
  return {ports.at<RecordData>("groups"), ports.at<LeafVolume>("volumes"), ports.at<MatrixWrite>("registers"),
          ports.at<GroupAnswer>("results"), ports.at<LeafOrder>("leaf_orders")};
}

GroupUnit::GroupUnit(const sc_core::sc_module_name& name, const GroupUnitParams& params, const Ports& ports)
    : Unit(name, Clock(params.clock_period_ps)),
      params_(params),
      ports_(ports),
      registers_(params.queries),
      tumbled_(params.contexts),
      transform_account_(std::string(name), account_meanings()[0]),
      compare_account_(std::string(name), account_meanings()[1]) {
  for (QueryRegisters& query : registers_) {
    query.decoded.layout = params.layout;
    query.decoded.filters = params.filters;
    query.decoded.volumes.k = params.layout.k;
  }
  ports_.groups.bind_reader(*this);
  ports_.volumes.bind_reader(*this);
  ports_.registers.bind_reader(*this);
  ports_.results.bind_writer(*this);
  ports_.leaf_orders.bind_writer(*this);
  listen(ports_.groups);
  listen(ports_.volumes);
  listen(ports_.registers);
  keep(transform_account_);
  keep(compare_account_, compare_state_);
}

void GroupUnit::begin_query(Cycle origin) {
  Unit::begin_query(origin);
  statistics_ = {};
  compare_state_ = CycleAccount::kIdle;
}

void GroupUnit::reset_state() {
  std::fill(tumbled_.begin(), tumbled_.end(), Tumbled{});
  waiting_.clear();
  moves_.clear();
  pairs_.clear();
  rows_free_ = compare_free_ = answers_free_ = 0;
  compare_state_ = CycleAccount::kIdle;
}

Cycle GroupUnit::step(Cycle now) {
  if (compare_account_.accounted() < now) compare_account_.spend(now, compare_state_);
  take_registers(now);
  bool taken = take_group(now);
  taken |= take_volume(now);
  const bool sent = send_orders(now);
  compare(now);
  if (taken || sent) return now + 1;
  return next_ready(now);
}

void GroupUnit::take_registers(Cycle now) {
  while (const MatrixWrite* write = ports_.registers.front(now)) {
    const std::uint32_t query = write->first_word / group_words::kQueryWords;
    const std::uint32_t first = write->first_word % group_words::kQueryWords;
    for (std::uint32_t i = 0; i < write->count; ++i)
      registers_.at(query).words.at(first + i) = write->words[i];
    decode_rows(query);
    ports_.registers.pop(now);
  }
}

void GroupUnit::decode_rows(std::uint32_t query) {
  QueryRegisters& registers = registers_[query];
  registers.bases = {registers.words[0], registers.words[1]};
  const std::uint32_t* const rows = registers.words.data() + group_words::kBaseWords;
  for (std::uint32_t r = 0; r < static_cast<std::uint32_t>(params_.layout.k); ++r)
    registers.decoded.volumes.rows[r] = group_words::decode_row(rows + group_words::kWordsPerRow * r);
}

// Nothing of a group that could not be read takes part.
Group GroupUnit::decoded(const RecordData& data) const {
  if (data.error) return {};
  Group group = decode_group(params_.layout, data.words.data());
  group.family += registers_[query_of_tag(data.tag)].bases[data.kind == ReadKind::tumbled_pair ? 0 : 1];
  return group;
}

bool GroupUnit::take_group(Cycle now) {
  const RecordData* const data = ports_.groups.front(now);
  if (data == nullptr) return false;
  if (data->kind == ReadKind::tumbled_pair) {
    take_tumbled(now, *data);
  } else {
    ++statistics_.aligned_groups;
    waiting_.push_back({data->tag & 255u, data->tag >> 8 & 15u, data->address / kGroupUnitBytes,
                        decoded(*data), data->error});
    statistics_.most_waiting = std::max<std::uint64_t>(statistics_.most_waiting, waiting_.size());
  }
  ports_.groups.pop(now);
  return true;
}

void GroupUnit::answer(Cycle now, const GroupAnswer& result, Cycle extra) {
  const Cycle at = std::max(now + extra, answers_free_);
  ports_.results.put(now, result, at - now);
  answers_free_ = at + 1;
}

void GroupUnit::take_tumbled(Cycle now, const RecordData& data) {
  ++statistics_.tumbled_groups;
  const std::uint32_t list = data.tag & 255u, mask = data.tag >> 8 & 15u;
  Tumbled& tumbled = tumbled_[list / 2];
  tumbled = {};
  tumbled.known = true;
  tumbled.set = list % 2;
  tumbled.query = query_of_tag(data.tag);
  tumbled.group = decoded(data);
  tumbled.ready_at = now;
  Orders orders{now, list, tumbled.query, tumbled.group, {}, 0, {}};
  int rows = 0;
  for (int i = 0; i < tumbled.group.members; ++i) {
    if ((mask >> i & 1u) == 0) continue;
    if (tumbled.group.is_leaf(i) && params_.filters.need_corners()) {
      order_move(tumbled, i, orders);
      ++tumbled.missing;
    } else {
      prepare_member(registers_[tumbled.query].decoded, tumbled.group, i, nullptr, tumbled.members);
      ++rows;
    }
  }
  if (!orders.is_done()) moves_.push_back(orders);
  transform(now, tumbled, rows);
  GroupAnswer result;
  result.kind = ReadKind::tumbled_pair;
  result.context = list / 2;
  result.group = data.address / kGroupUnitBytes;
  result.members = static_cast<std::uint32_t>(tumbled.group.members);
  result.inner = static_cast<std::uint32_t>(tumbled.group.inner);
  result.family = tumbled.group.family;
  result.error = data.error;
  answer(now, result, 0);
}

void GroupUnit::order_move(Tumbled& tumbled, int member, Orders& orders) {
  orders.moves |= 1u << member;
  tumbled.moved |= 1u << member;
  ++statistics_.moves;
}

void GroupUnit::transform(Cycle now, Tumbled& tumbled, int members) {
  if (members == 0) return;
  const std::uint32_t rows = static_cast<std::uint32_t>(members * params_.layout.k);
  const Cycle start = std::max(now, rows_free_);
  rows_free_ = start + (rows + params_.dotadds - 1) / params_.dotadds;
  tumbled.ready_at = std::max(tumbled.ready_at, rows_free_ + params_.dotadd_stages);
  statistics_.transforms += static_cast<std::uint64_t>(members);
  transform_account_.spend(start, CycleAccount::kIdle);
  transform_account_.spend(rows_free_, CycleAccount::kBusy);
}

bool GroupUnit::take_volume(Cycle now) {
  const LeafVolume* const volume = ports_.volumes.front(now);
  if (volume == nullptr) return false;
  Tumbled& tumbled = tumbled_[volume->place / 8];
  const LeafShape leaf = leaf_shape(*volume, params_.layout.k);
  prepare_member(registers_[tumbled.query].decoded, tumbled.group, static_cast<int>(volume->place % 4), &leaf,
                 tumbled.members);
  if (!uses_corners(params_.filters, &leaf)) transform(now, tumbled, 1);
  --tumbled.missing;
  ports_.volumes.pop(now);
  return true;
}

bool GroupUnit::is_ready(Cycle now, const Waiting& waiting) const {
  const Tumbled& tumbled = tumbled_[waiting.list / 2];
  return tumbled.known && tumbled.set == waiting.list % 2 && tumbled.missing == 0 && tumbled.ready_at <= now;
}

// When pairs can leave, or one of those that wait can be compared, if that is known.
Cycle GroupUnit::next_ready(Cycle now) const {
  Cycle next = kNever;
  for (const Orders& orders : pairs_) {
    if (orders.from > now) next = std::min(next, orders.from);
  }
  for (const Waiting& waiting : waiting_) {
    if (pairs_.size() == params_.met_groups) break;
    const Tumbled& tumbled = tumbled_[waiting.list / 2];
    if (!tumbled.known || tumbled.set != waiting.list % 2 || tumbled.missing > 0) continue;
    next = std::min(next, std::max({tumbled.ready_at, compare_free_, now + 1}));
  }
  return compare_free_ > now ? std::min(next, compare_free_) : next;
}

void GroupUnit::compare(Cycle now) {
  if (now < compare_free_) return;
  compare_state_ = waiting_.empty() ? CycleAccount::kIdle : kTransformWait;
  if (pairs_.size() == params_.met_groups) {
    compare_state_ = kLeafUnit;
    return;
  }
  const auto next = std::find_if(waiting_.begin(), waiting_.end(),
                                 [&](const Waiting& waiting) { return is_ready(now, waiting); });
  if (next == waiting_.end()) return;
  meet(now, *next);
  waiting_.erase(next);
}

void GroupUnit::meet(Cycle now, const Waiting& aligned) {
  Tumbled& tumbled = tumbled_[aligned.list / 2];
  const Meeting meeting =
      meet_group(registers_[tumbled.query].decoded, tumbled.members, aligned.group, aligned.mask);
  statistics_.node_tests += static_cast<std::uint64_t>(meeting.node_tests);
  statistics_.plane_tests += static_cast<std::uint64_t>(meeting.plane_tests);
  const auto tests = static_cast<std::uint32_t>(meeting.node_tests),
             planes = static_cast<std::uint32_t>(meeting.plane_tests);
  const Cycle cycles = std::max<Cycle>(
      {(tests + params_.compares - 1) / params_.compares, (planes + params_.planes - 1) / params_.planes, 1});
  const Cycle behind = planes > 0 ? params_.dotadd_stages : 0;
  compare_free_ = now + cycles;
  GroupAnswer result;
  result.kind = ReadKind::aligned_pair;
  result.context = aligned.list / 2;
  result.group = aligned.address;
  result.members = static_cast<std::uint32_t>(aligned.group.members);
  result.inner = static_cast<std::uint32_t>(aligned.group.inner);
  result.family = aligned.group.family;
  result.error = aligned.error;
  const std::uint32_t leaves = aligned.group.leaf_mask() & aligned.mask;
  Orders orders{compare_free_ + behind, aligned.list, tumbled.query, tumbled.group, aligned.group, 0, {}};
  for (int i = 0; i < params_.layout.width; ++i) {
    const std::uint32_t met = meeting.met[static_cast<std::size_t>(i)];
    result.met[static_cast<std::size_t>(i)] = met;
    if ((tumbled.members.leaves >> i & 1u) == 0) continue;
    const std::uint32_t pairs = met & leaves;
    orders.met[static_cast<std::size_t>(i)] = pairs;
    result.leaf_pairs += count_bits(pairs);
    if (pairs != 0 && (tumbled.moved >> i & 1u) == 0) order_move(tumbled, i, orders);
  }
  if (tumbled.members.leaves != 0 && leaves != 0) pairs_.push_back(orders);
  statistics_.leaf_pairs += result.leaf_pairs;
  compare_account_.spend(compare_free_, CycleAccount::kBusy);
  answer(now, result, cycles + behind + params_.result_latency - 1);
}

// One in a cycle; a leaf to be moved first: a list waits for it.
bool GroupUnit::send_orders(Cycle now) {
  const auto last = std::remove_if(pairs_.begin(), pairs_.end(), [&](const Orders& orders) {
    return orders.from <= now && orders.is_done();
  });
  pairs_.erase(last, pairs_.end());
  std::deque<Orders>& orders = moves_.empty() ? pairs_ : moves_;
  if (orders.empty() || orders.front().from > now || !ports_.leaf_orders.ready(now)) return false;
  ports_.leaf_orders.put(now, next_order(orders.front()));
  if (orders.front().is_done()) orders.pop_front();
  return true;
}

// Members in their order, the move of a leaf before its pairs.
LeafOrder GroupUnit::next_order(Orders& orders) const {
  std::uint32_t i = 0;
  while ((orders.moves >> i & 1u) == 0 && orders.met[i] == 0) ++i;
  LeafOrder order;
  order.place = orders.list * 4 + i;
  order.query = orders.query;
  order.tumbled = orders.tumbled.child(params_.layout, static_cast<int>(i));
  if ((orders.moves >> i & 1u) != 0) {
    orders.moves &= ~(1u << i);
    return order;
  }
  const int j = __builtin_ctz(orders.met[i]);
  orders.met[i] &= orders.met[i] - 1;
  order.kind = LeafOrder::Kind::pair;
  order.aligned = orders.aligned.child(params_.layout, j);
  const GroupVolume& volume = orders.aligned.volumes[static_cast<std::size_t>(j)];
  for (std::size_t c = 0; c < static_cast<std::size_t>(params_.layout.k); ++c)
    order.volume[c] = static_cast<std::uint32_t>(volume.d[c]);
  return order;
}

}  // namespace collisionchip
