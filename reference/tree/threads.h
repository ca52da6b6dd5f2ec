// Work of many triangles on several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <future>
#include <vector>

namespace collisionchip {

// Triangles that one thread takes at a time.
constexpr std::size_t kThreadShare = 512;

// Runs work(true) on this thread and work(false) on the others. What one throws reaches the caller, after stop()
// has told the others to end.
template <typename Work, typename Stop>
void on_threads(unsigned threads, const Work& work, const Stop& stop) {
  const auto guarded = [&](bool calling) {
    try {
      work(calling);
    } catch (...) {
      stop();
      throw;
    }
  };
  std::vector<std::future<void>> others;
  for (unsigned i = 1; i < threads; ++i) {
    others.push_back(std::async(std::launch::async, [&guarded] { guarded(false); }));
  }
  guarded(true);
  for (std::future<void>& other : others) other.get();
}

// work(begin, end, calling) for shares of [0, count), in any order.
template <typename Work>
void for_each_share(unsigned threads, std::size_t count, const Work& work) {
  std::atomic<std::size_t> next{0};
  const auto take = [&](bool calling) {
    for (std::size_t begin; (begin = next.fetch_add(kThreadShare)) < count;) {
      work(begin, std::min(begin + kThreadShare, count), calling);
    }
  };
  on_threads(threads, take, [&] { next = count; });
}

}  // namespace collisionchip
