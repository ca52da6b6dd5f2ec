// The times of this host in one file, so that a run that was stopped goes on where it was. They hold on one
// host, for one build.
//
// JSON lines: first what the run is (its identity), then one {"point": name, "turn": {...}} per measured
// point, in the order they were finished. A line is written at once and synced; what is not a whole line was
// cut short, is taken off the file and measured again.
#pragma once

#include <map>
#include <string>

#include <nlohmann/json.hpp>

#include "collisionchip/testbench/paper/turn.h"

namespace collisionchip {

class HostTimes {
 public:
  // Opens or makes the file. InputError if it cannot be written, or if it holds the times of another run: the
  // message names the first thing that differs. One process at a time (FolderLock).
  HostTimes(const std::string& path, const nlohmann::ordered_json& identity);
  ~HostTimes();
  HostTimes(const HostTimes&) = delete;
  HostTimes& operator=(const HostTimes&) = delete;

  const std::map<std::string, Turn>& points() const { return points_; }
  bool has(const std::string& point) const { return points_.count(point) != 0; }
  void add(const std::string& point, const Turn& turn);

 private:
  void take_points(const nlohmann::ordered_json& identity);
  void write_line(const std::string& line);

  std::string path_;
  int file_ = -1;
  std::map<std::string, Turn> points_;
};

}  // namespace collisionchip
