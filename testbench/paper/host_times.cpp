#include "collisionchip/testbench/paper/host_times.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/tlm/machine/json_text.h"

namespace collisionchip {

namespace {

using Json = nlohmann::ordered_json;

// "/steps is 24 there, 180 now": the first member of the identity that differs.
std::string first_difference(const Json& stored, const Json& wanted) {
  const Json there = stored.flatten(), now = wanted.flatten();
  for (const auto& [key, value] : now.items()) {
    if (!there.contains(key)) return key + " is missing there, " + json_text(value) + " now";
    if (there.at(key) != value)
      return key + " is " + json_text(there.at(key)) + " there, " + json_text(value) + " now";
  }
  for (const auto& [key, value] : there.items()) {
    if (!now.contains(key)) return key + " is " + json_text(value) + " there, missing now";
  }
  return "the order of its members";
}

std::string whole_file(int file) {
  std::string text;
  char buffer[1 << 16];
  for (ssize_t count; (count = read(file, buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(count));
  }
  return text;
}

}  // namespace

HostTimes::HostTimes(const std::string& path, const Json& identity) : path_(path) {
  file_ = open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (file_ < 0)
    throw InputError(Place::in(path), "a file that can be written", std::string(": ") + std::strerror(errno));
  try {
    take_points(identity);
  } catch (...) {
    close(file_);
    throw;
  }
}

HostTimes::~HostTimes() {
  close(file_);
}

void HostTimes::take_points(const Json& identity) {
  const std::string text = whole_file(file_);
  std::size_t good = 0;  // bytes of whole lines
  for (std::size_t end; (end = text.find('\n', good)) != std::string::npos; good = end + 1) {
    const Json line = Json::parse(text.begin() + static_cast<std::ptrdiff_t>(good),
                                  text.begin() + static_cast<std::ptrdiff_t>(end), nullptr, false);
    try {
      if (good == 0) {
        if (line.at("identity") == identity) continue;
        throw InputError(Place::in(path_, 1), "the times of this run",
                         ", got another one's: " + first_difference(line.at("identity"), identity) +
                             "; give another --out, or remove the folder");
      }
      points_[line.at("point").get<std::string>()] = Turn::from_json(line.at("turn"));
    } catch (const Json::exception&) {
      if (good == 0) throw InputError(Place::in(path_, 1), "the identity of a run", ", got something else");
      break;
    }
  }
  if (ftruncate(file_, static_cast<off_t>(good)) != 0) {
    throw InputError(Place::in(path_), "a file that can be written",
                     std::string(": ") + std::strerror(errno));
  }
  if (good == 0) write_line(json_text(Json{{"identity", identity}}));
}

void HostTimes::add(const std::string& point, const Turn& turn) {
  write_line(json_text(Json{{"point", point}, {"turn", turn.to_json()}}));
  points_[point] = turn;
}

void HostTimes::write_line(const std::string& line) {
  const std::string text = line + '\n';
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = write(file_, text.data() + done, text.size() - done);
    if (count < 0 && errno != EINTR) {
      throw InputError(Place::in(path_), "to write all", std::string(": ") + std::strerror(errno));
    }
    if (count > 0) done += static_cast<std::size_t>(count);
  }
  fdatasync(file_);
}

}  // namespace collisionchip
