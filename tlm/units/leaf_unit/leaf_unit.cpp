#include "collisionchip/tlm/units/leaf_unit/leaf_unit.h"

#include <algorithm>

#include "collisionchip/reference/arithmetic/float32.h"
#include "collisionchip/tlm/machine/channel_set.h"
#include "collisionchip/tlm/machine/leaf_shape_words.h"

namespace collisionchip {

namespace {

using Nine = std::array<std::uint32_t, 9>;

Nine words_of_points(const std::array<GridPoint, 3>& corners) {
  Nine words;
  for (std::size_t i = 0; i < 9; ++i) words[i] = static_cast<std::uint32_t>(corners[i / 3][i % 3]);
  return words;
}
Nine words_of_corners(const std::array<Vec3f, 3>& corners) {
  Nine words;
  for (std::size_t i = 0; i < 3; ++i) {
    words[3 * i] = bits_of(corners[i].x);
    words[3 * i + 1] = bits_of(corners[i].y);
    words[3 * i + 2] = bits_of(corners[i].z);
  }
  return words;
}

}  // namespace

LeafUnit::Ports LeafUnit::Ports::of(const UnitPorts& ports) {
  return {ports.at<LeafOrder>("orders"),      ports.at<RecordData>("blocks"),
          ports.at<MatrixWrite>("registers"), ports.at<RecordRequest>("requests"),
          ports.at<LeafVolume>("volumes"),    ports.at<LeafDone>("done"),
          ports.at<TriangleTest>("tests"),    ports.at<MatrixWrite>("test_registers")};
}

LeafUnit::LeafUnit(const sc_core::sc_module_name& name, const LeafUnitParams& params, const Ports& ports)
    : Unit(name, Clock(params.clock_period_ps)),
      params_(params),
      ports_(ports),
      registers_(params.queries),
      places_(std::size_t{8} * params.contexts),
      pairs_(params.waiting),
      account_(std::string(name), account_meanings()[0]) {
  for (QueryRegisters& query : registers_) {
    query.decoded.layout = params.layout;
    query.decoded.filters = params.filters;
  }
  ports_.orders.bind_reader(*this);
  ports_.blocks.bind_reader(*this);
  ports_.registers.bind_reader(*this);
  ports_.requests.bind_writer(*this);
  ports_.volumes.bind_writer(*this);
  ports_.done.bind_writer(*this);
  ports_.tests.bind_writer(*this);
  ports_.test_registers.bind_writer(*this);
  listen(ports_.orders);
  listen(ports_.blocks);
  listen(ports_.registers);
  keep(account_, state_);
}

void LeafUnit::begin_query(Cycle origin) {
  Unit::begin_query(origin);
  state_ = CycleAccount::kIdle;
  statistics_ = {};
}

void LeafUnit::reset_state() {
  std::fill(places_.begin(), places_.end(), Place{});
  std::fill(pairs_.begin(), pairs_.end(), Pair{});
  arrived_.clear();
  block_begun_ = false;
  block_tests_ = 0;
  tests_.clear();
  dotadds_free_ = filter_free_ = 0;
  filtering_ = false;
  under_way_ = 0;
  blocked_ = false;
  state_ = CycleAccount::kIdle;
}

Cycle LeafUnit::step(Cycle now) {
  account_.spend(now, state_);
  blocked_ = reported_ = false;
  take_registers(now);
  const bool taken = take_block(now);
  bool acted = false;
  if (!block_begun_ && !arrived_.empty() && arrived_.front().ready_at <= now) {
    begin_block(arrived_.front());
    acted = true;
  }
  if (block_begun_) acted |= send_tests(now);
  acted |= take_order(now);
  const bool moving = now < dotadds_free_, filtering = filtering_ && now <= filtered_at_;
  const bool idle = under_way_ == 0 && arrived_.empty();
  state_ = acted || moving || filtering ? CycleAccount::kBusy
           : blocked_                   ? kTriangleUnit
           : idle                       ? CycleAccount::kIdle
                                        : kMemory;
  if (acted || taken) return now + 1;
  Cycle next = moving ? dotadds_free_ : kNever;
  if (filtering) next = std::min(next, std::max(filtered_at_, now + 1));
  if (!block_begun_ && !arrived_.empty()) next = std::min(next, std::max(arrived_.front().ready_at, now + 1));
  if (const LeafOrder* order = ports_.orders.front(now)) {
    const Place& place = places_[order->place];
    if (order->kind == LeafOrder::Kind::pair && place.moved && place.ready_at > now)
      next = std::min(next, place.ready_at);
  }
  return next;
}

void LeafUnit::take_registers(Cycle now) {
  while (const MatrixWrite* write = ports_.registers.front(now)) {
    QueryRegisters& query = registers_.at(write->first_word / group_words::kQueryWords);
    const std::uint32_t first = write->first_word % group_words::kQueryWords;
    for (std::uint32_t i = 0; i < write->count; ++i) {
      if (first + i < query.words.size()) query.words[first + i] = write->words[i];
    }
    query.decoded.corners = group_words::decode_corners(query.words.data(), params_.layout.k);
    pass_on(now, *write);
    ports_.registers.pop(now);
  }
}

// What lies behind its own registers is the Small Triangle Unit's.
void LeafUnit::pass_on(Cycle now, const MatrixWrite& write) {
  MatrixWrite others;
  for (std::uint32_t i = 0; i < write.count; ++i) {
    const std::uint32_t word = write.first_word + i;
    if (word % group_words::kQueryWords < group_words::kCornerWords) continue;
    if (others.count == 0) others.first_word = word - group_words::kCornerWords;
    others.words[others.count++] = write.words[i];
  }
  if (others.count > 0) ports_.test_registers.put(now, others);
}

bool LeafUnit::take_block(Cycle now) {
  const RecordData* const data = ports_.blocks.front(now);
  if (data == nullptr) return false;
  if ((data->tag & kAlignedTag) == 0) {
    move(now, data->tag, *data);
  } else {
    Arrived arrived;
    arrived.pair = data->tag & ~kAlignedTag;
    arrived.error = data->error;
    if (!data->error) arrived.block = decode_block(params_.layout, data->words.data());
    // A triangle in a cycle through the third filter, a block behind the other.
    filter_free_ = std::max(now, filter_free_) + static_cast<Cycle>(std::max(arrived.block.count, 1));
    arrived.ready_at = filter_free_ - 1 + params_.block_latency;
    arrived_.push_back(arrived);
  }
  --under_way_;
  ports_.blocks.pop(now);
  return true;
}

// A block that could not be read has no triangles.
void LeafUnit::move(Cycle now, std::uint32_t number, const RecordData& data) {
  Place& place = places_[number];
  place.error = data.error;
  place.leaf = {};
  place.block = data.error ? LeafBlock{} : decode_block(params_.layout, data.words.data());
  if (!data.error) place.leaf = move_block(registers_[place.query].decoded.corners, place.block);
  place.moved = true;
  ++statistics_.moved_leaves;
  dotadds_free_ = std::max(now, dotadds_free_) + params_.move_cycles * static_cast<Cycle>(place.block.count);
  place.ready_at = dotadds_free_ + params_.move_latency;
  if (!params_.filters.need_corners()) return;
  const LeafShape shape = shape_of(registers_[place.query].decoded, place.leaf);
  ports_.volumes.put(now, leaf_volume(number, shape, params_.layout.k), place.ready_at - now);
}

bool LeafUnit::ask(Cycle now, std::uint32_t unit, std::uint32_t tag) {
  if (!ports_.requests.ready(now)) return false;
  ports_.requests.put(now, {ReadKind::triangle, unit * kGroupUnitBytes, tag});
  ++under_way_;
  return true;
}

bool LeafUnit::take_order(Cycle now) {
  const LeafOrder* order = ports_.orders.front(now);
  if (order == nullptr) return false;
  Place& place = places_[order->place];
  if (order->kind == LeafOrder::Kind::move) {
    if (!ask(now, order->tumbled, order->place)) return false;
    place.moved = false;
    place.query = order->query;
    place.unit = order->tumbled;
  } else if (!place.moved || place.ready_at > now || !filter(now, place) || !take_pair(now, *order)) {
    return false;
  }
  ports_.orders.pop(now);
  return true;
}

// True with the last triangle of the leaf. The pair may wait behind the filters; it passes them once.
bool LeafUnit::filter(Cycle now, const Place& place) {
  if (!filtering_) {
    const auto triangles = static_cast<Cycle>(std::max(place.leaf.count, 1));
    filtered_at_ = now + (triangles - 1) / params_.filtered;
    filtering_ = true;
  }
  return now >= filtered_at_;
}

bool LeafUnit::take_pair(Cycle now, const LeafOrder& order) {
  const auto free = std::find_if(pairs_.begin(), pairs_.end(),
                                 [&](const Pair& pair) { return !pair.used && pair.free_from <= now; });
  if (free == pairs_.end() || !ports_.requests.ready(now)) return false;
  const Place& place = places_[order.place];
  GroupVolume volume;
  for (std::size_t i = 0; i < order.volume.size(); ++i)
    volume.d[i] = static_cast<std::int32_t>(order.volume[i]);
  const LeafPass pass = pass_leaf(registers_[place.query].decoded, place.leaf, volume);
  if (pass.by_plane == 0 && (reported_ || !ports_.done.ready(now))) return false;
  filtering_ = false;
  ++statistics_.leaf_pairs;
  if (params_.filters.plane)
    statistics_.slab_tests += static_cast<std::uint64_t>(__builtin_popcount(pass.by_volume));
  if (pass.by_plane == 0) {
    finish(now, order.place, 0, place.error);
    return true;
  }
  ++statistics_.aligned_blocks;
  *free = {true, 0, order.place, pass.by_plane, order.aligned};
  return ask(now, order.aligned, kAlignedTag | static_cast<std::uint32_t>(free - pairs_.begin()));
}

void LeafUnit::begin_block(const Arrived& arrived) {
  const Pair& pair = pairs_[arrived.pair];
  const Place& place = places_[pair.place];
  const GroupRegisters& registers = registers_[place.query].decoded;
  const AlignedLeaf placed = place_block(registers.corners.aligned, arrived.block);
  for (int t = 0; t < place.leaf.count; ++t) {
    if ((pair.passed >> t & 1u) == 0) continue;
    const MovedTriangle& moved = place.leaf.triangles[static_cast<std::size_t>(t)];
    const std::uint32_t passed = pass_triangles(registers, moved, placed);
    for (int a = 0; a < placed.count; ++a) {
      if ((passed >> a & 1u) == 0) continue;
      const PlacedTriangle& other = placed.triangles[static_cast<std::size_t>(a)];
      tests_.push_back({place.query,
                        moved.number,
                        other.number,
                        moved.bounded,
                        words_of_points(moved.corners),
                        words_of_points(other.corners),
                        words_of_corners(place.block.triangles[static_cast<std::size_t>(t)].corners),
                        words_of_corners(arrived.block.triangles[static_cast<std::size_t>(a)].corners),
                        {place.unit, pair.aligned},
                        static_cast<std::uint32_t>(4 * t + a),
                        false});
    }
  }
  if (!tests_.empty()) tests_.back().last = true;
  block_tests_ = static_cast<std::uint32_t>(tests_.size());
  statistics_.triangle_tests += block_tests_;
  block_begun_ = true;
}

bool LeafUnit::send_tests(Cycle now) {
  bool sent = false;
  for (std::uint32_t n = 0; n < params_.tests && !tests_.empty(); ++n) {
    if (!ports_.tests.ready(now)) {
      blocked_ = true;
      return sent;
    }
    ports_.tests.put(now, tests_.front());
    tests_.pop_front();
    sent = true;
  }
  if (!tests_.empty() || !ports_.done.ready(now)) return sent;
  Pair& pair = pairs_[arrived_.front().pair];
  finish(now, pair.place, block_tests_, arrived_.front().error);
  pair.used = false;
  pair.free_from = now + 1;
  arrived_.pop_front();
  block_begun_ = false;
  return true;
}

void LeafUnit::finish(Cycle now, std::uint32_t place, std::uint32_t tests, const ReadError& error) {
  ports_.done.put(now, {place / 4, tests, error});
  reported_ = true;
}

}  // namespace collisionchip
