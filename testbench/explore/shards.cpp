#include "collisionchip/testbench/explore/shards.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/natural_order.h"
#include "collisionchip/reference/text/text_scanner.h"

namespace collisionchip {

namespace {

namespace fs = std::filesystem;

constexpr const char* kSnapshot = "shards/known.sqlite";
constexpr std::size_t kMostNamed = 8;  // of the shards to run again

// "7/100" with "/" between, "7-of-100" with "-of-".
std::optional<Shard> shard_in(const std::string& text, std::string_view between) {
  Shard shard;
  const char* const end = text.data() + text.size();
  const auto index = std::from_chars(text.data(), end, shard.index);
  if (index.ec != std::errc()) return {};
  const std::string_view rest(index.ptr, static_cast<std::size_t>(end - index.ptr));
  if (rest.substr(0, between.size()) != between) return {};
  const auto count = std::from_chars(index.ptr + between.size(), end, shard.count);
  if (count.ec != std::errc() || count.ptr != end || shard.index >= shard.count) return {};
  return shard;
}

// The files of shards, by name.
std::vector<std::string> shard_files(const std::string& directory) {
  std::vector<std::string> files;
  const std::string folder = directory + "/" + kShardFolder;
  if (!fs::is_directory(folder)) return files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == ".sqlite" && shard_in(entry.path().stem().string(), "-of-"))
      files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end(), natural_less);
  return files;
}

// Into how many parts most of these shards divide the points.
std::uint64_t usual_count(const std::vector<Shard>& shards) {
  std::map<std::uint64_t, std::size_t> files;
  for (const Shard& shard : shards) ++files[shard.count];
  return std::max_element(files.begin(), files.end(),
                          [](const auto& x, const auto& y) { return x.second < y.second; })
      ->first;
}

}  // namespace

Shard parse_shard(const std::string& text) {
  const std::optional<Shard> shard = shard_in(text, "/");
  if (!shard) throw InputError("--shard", "I/N with I from 0 to N - 1", ", got '" + excerpt(text) + "'");
  return *shard;
}

std::string shard_file(const std::string& directory, const Shard& shard) {
  return fmt::format("{}/{}/{}-of-{}.sqlite", directory, kShardFolder, shard.index, shard.count);
}

std::string snapshot_file(const std::string& directory) {
  return directory + "/" + kSnapshot;
}

std::vector<std::string> snapshot_names() {
  return {kSnapshot, ResultStore::unfinished_snapshot(kSnapshot)};
}

void expect_shards(const std::string& directory) {
  if (shard_files(directory).empty())
    throw InputError(fmt::format("{}/{}", printable_path(directory), kShardFolder),
                     "at least one shard (--shard I/N makes one)", ", found none");
}

MergedShards merge_shards(const std::string& directory, ResultStore& store) {
  MergedShards merged;
  for (const std::string& file : shard_files(directory)) {
    const std::string other_version = store.merge(file);
    merged.shards.push_back(*shard_in(fs::path(file).stem().string(), "-of-"));
    if (!other_version.empty() && merged.stranger.empty())
      merged.stranger =
          fmt::format("{}: program {} made its results, not this one", printable_path(file), other_version);
  }
  return merged;
}

std::string shards_of(const std::vector<std::uint64_t>& points, const std::vector<Shard>& merged) {
  const std::uint64_t count = usual_count(merged);
  std::set<std::uint64_t> parts;
  for (const std::uint64_t point : points) parts.insert(point % count);
  std::string text = parts.size() == 1 ? "shard " : "shards ";
  std::size_t named = 0;
  for (const std::uint64_t part : parts) {
    if (named == kMostNamed) return fmt::format("{} and {} more", text, parts.size() - named);
    const bool is_last = ++named == parts.size();
    text += fmt::format("{}{}/{}", named == 1 ? "" : is_last ? " and " : ", ", part, count);
  }
  return text;
}

}  // namespace collisionchip
