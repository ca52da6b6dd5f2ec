#include "collisionchip/testbench/report/frames_folder.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <map>
#include <vector>

#include <fmt/format.h>

#include "collisionchip/reference/files/regular_file.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/report/run_folder.h"

namespace collisionchip {

namespace {

using Json = nlohmann::ordered_json;

// Numbers, with a word behind so many of them.
constexpr std::array<const char*, 13> kNumbers = {
    "frame",        "pairs_tested", "pairs_colliding", "triangle_pairs", "cycles",  "pci_cycles", "pci_bytes",
    "total_cycles", "total_ns",     "chip_ns",         "link_ns",        "host_ns", "overlap_ns"};
constexpr std::size_t kBeforeWord = 11;
struct Columns {
  std::array<std::vector<double>, kNumbers.size()> numbers;
  std::vector<std::uint32_t> missed;  // the deadline, 1 or 0
};

// The lines of a file, each of them whole; complaints name file and line.
class WholeLines {
 public:
  explicit WholeLines(const std::string& path) : path_(path) {
    expect_regular_file(path_);
    file_.open(path_, std::ios::binary);
    if (!file_) throw InputError(path_ + ": cannot open: " + std::strerror(errno));
  }

 protected:
  bool at_end() { return file_.peek() == std::ifstream::traits_type::eof(); }
  std::uint64_t number() const { return number_; }

  std::string next() {
    std::string line;
    ++number_;
    if (!std::getline(file_, line) || file_.eof()) fail("expected a whole line, got a cut one");
    return line;
  }

  [[noreturn]] void fail(const char* what) const {
    throw InputError(fmt::format("{}:{}: {}", path_, number_, what));
  }

 private:
  const std::string path_;
  std::ifstream file_;
  std::uint64_t number_ = 0;
};

class FrameLines : WholeLines {
 public:
  using WholeLines::WholeLines;

  Columns read() {
    std::string head;
    for (std::size_t i = 0; i < kNumbers.size(); ++i)
      head += std::string(i == 0 ? "" : ",") + (i == kBeforeWord ? "deadline," : "") + kNumbers[i];
    if (next() != head) fail("expected the columns of a scene's frames; is it from another version?");
    Columns columns;
    while (!at_end()) take(next(), columns);
    return columns;
  }

 private:
  void take(const std::string& line, Columns& columns) {
    const char *at = line.data(), *const end = at + line.size();
    for (std::size_t i = 0; i < kNumbers.size(); ++i) {
      if (i == kBeforeWord) take_deadline(at, end, columns);
      std::uint64_t value = 0;
      const auto [behind, error] = std::from_chars(at, end, value);
      const bool is_last = i + 1 == kNumbers.size();
      if (error != std::errc() || (is_last ? behind != end : behind == end || *behind != ','))
        fail("expected eleven numbers, a word and two numbers");
      columns.numbers[i].push_back(static_cast<double>(value));
      at = behind + 1;
    }
    if (columns.numbers[0].back() != static_cast<double>(number() - 2))
      fail("expected the frames in their order");
  }

  void take_deadline(const char*& at, const char* end, Columns& columns) {
    const char* const behind = std::find(at, end, ',');
    const std::string word(at, behind);
    if (behind == end || (word != "met" && word != "missed")) fail("expected met or missed");
    columns.missed.push_back(word == "missed" ? 1 : 0);
    at = behind + 1;
  }
};

// Two objects that meet: how often, and in how many pairs of triangles.
struct Meeting {
  std::string a, b;
  std::uint64_t frames = 0, first = 0, last = 0, triangle_pairs = 0;
};
constexpr std::size_t kMostMeetings = 500;  // on a page, those with the most pairs of triangles

class PairLines : WholeLines {
 public:
  using WholeLines::WholeLines;

  // By the number of pairs of triangles, the most first.
  std::vector<Meeting> read() {
    if (next() != "frame,object_a,object_b,triangle_a,triangle_b")
      fail("expected the pairs of a scene; is it from another version?");
    while (!at_end()) take(next());
    std::vector<Meeting> meetings;
    for (auto& [names, meeting] : by_names_) meetings.push_back(std::move(meeting));
    std::stable_sort(meetings.begin(), meetings.end(),
                     [](const Meeting& x, const Meeting& y) { return x.triangle_pairs > y.triangle_pairs; });
    return meetings;
  }

 private:
  void take(const std::string& line) {
    std::array<std::size_t, 3> commas{};
    std::size_t at = 0;
    for (std::size_t& comma : commas) {
      comma = line.find(',', at);
      if (comma == std::string::npos) fail("expected a frame, two objects and two triangles");
      at = comma + 1;
    }
    std::uint64_t frame = 0;
    const auto [behind, error] = std::from_chars(line.data(), line.data() + commas[0], frame);
    if (error != std::errc() || behind != line.data() + commas[0]) fail("expected the number of a frame");
    Meeting& meeting = by_names_[line.substr(commas[0] + 1, commas[2] - commas[0] - 1)];
    if (meeting.triangle_pairs++ == 0) {
      meeting.a = line.substr(commas[0] + 1, commas[1] - commas[0] - 1);
      meeting.b = line.substr(commas[1] + 1, commas[2] - commas[1] - 1);
      meeting.first = frame;
    }
    if (meeting.frames == 0 || meeting.last != frame) ++meeting.frames;
    meeting.last = frame;
  }

  std::map<std::string, Meeting> by_names_;
};

Json meetings_json(const std::string& path, const Json& totals) {
  const std::vector<Meeting> meetings = PairLines(path).read();
  std::uint64_t lines = 0;
  Json most = Json::array();
  for (const Meeting& meeting : meetings) {
    lines += meeting.triangle_pairs;
    if (most.size() < kMostMeetings)
      most.push_back(
          {meeting.a, meeting.b, meeting.frames, meeting.first, meeting.last, meeting.triangle_pairs});
  }
  if (totals["triangle_pairs"] != lines)
    throw InputError(path,
                     fmt::format("{} pairs of triangles, as scene.json says",
                                 totals["triangle_pairs"].get<std::uint64_t>()),
                     fmt::format(", got {}", lines));
  return {{"count", meetings.size()}, {"most", most}};
}

// What the page cannot do without.
void check_totals(const Json& totals, const std::string& file) {
  const auto counts = [&](const Json& json, std::initializer_list<const char*> names) {
    return std::all_of(names.begin(), names.end(), [&](const char* name) {
      return json.contains(name) && json[name].is_number_unsigned();
    });
  };
  const auto has = [&](const char* name) { return totals.contains(name) && totals[name].is_object(); };
  const bool whole =
      totals.is_object() &&
      counts(totals, {"frames", "clock_period_ps", "shapes", "all_pairs", "pairs_tested", "pairs_colliding",
                      "triangle_pairs", "cycles", "pci_cycles", "pci_bytes", "total_cycles", "total_ns",
                      "chip_ns", "link_ns", "host_ns", "overlap_ns"}) &&
      has("upload") && counts(totals["upload"], {"bytes", "cycles", "ns"}) && has("deadline") &&
      counts(totals["deadline"], {"us", "cycles", "met", "missed", "slowest_frame", "slowest_ns"}) &&
      has("verdict") && counts(totals["verdict"], {"queries", "differences"}) && totals.contains("objects") &&
      totals["objects"].is_array() && totals.contains("checked") && totals["checked"].is_boolean() &&
      totals.contains("scene") && totals["scene"].is_string() && totals.contains("chip") &&
      totals["chip"].is_string();
  if (!whole) throw InputError(Place::in(file), "the totals of a scene", "; is it from another version?");
}

}  // namespace

Json read_frames_folder(const std::string& path, ReportPage& page) {
  const std::string totals_file = path + "/scene.json", frames_file = path + "/frames.csv";
  const Json totals = read_json(totals_file);
  check_totals(totals, totals_file);
  const Columns columns = FrameLines(frames_file).read();
  if (totals["frames"] != columns.missed.size())
    throw InputError(frames_file,
                     fmt::format("{} frames, as {} says", totals["frames"].get<std::uint64_t>(), totals_file),
                     fmt::format(", got {}", columns.missed.size()));
  Json json = {{"totals", totals}, {"columns", Json::object()}};
  for (std::size_t i = 0; i < kNumbers.size(); ++i)
    json["columns"][kNumbers[i]] = page.add(columns.numbers[i]);
  json["columns"]["missed"] = page.add(columns.missed);
  json["meetings"] = meetings_json(path + "/pairs.csv", totals);
  return json;
}

}  // namespace collisionchip
