#include "collisionchip/testbench/paper/callgrind.h"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>

#include "collisionchip/reference/text/text_scanner.h"
#include "collisionchip/testbench/results/result_folder.h"
#include "collisionchip/testbench/terminal/exit_status.h"

namespace collisionchip {

namespace {

// The line behind "name: "; empty if there is none.
std::string line_of(const std::string& text, const std::string& name) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind(name + ": ", 0) == 0) return line.substr(name.size() + 2);
  }
  return "";
}

std::string last_line(const std::string& text) {
  std::istringstream lines(text);
  std::string last;
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty()) last = line;
  }
  return last;
}

}  // namespace

std::string CacheSize::text() const {
  return fmt::format("{},{},{}", bytes, ways, line);
}

CallgrindCounts parse_callgrind(const std::string& text) {
  std::istringstream names(line_of(text, "events")), numbers(line_of(text, "totals"));
  std::map<std::string, std::uint64_t> counts;
  std::string name;
  if (std::uint64_t number = 0; numbers >> number) {
    // Zeros at the end are left out.
    for (; names >> name; number = numbers >> number ? number : 0) counts[name] = number;
  }
  for (const char* needed : {"Ir", "D1mr", "D1mw", "ILmr", "DLmr", "DLmw"}) {
    if (counts.count(needed) == 0)
      throw std::runtime_error(fmt::format("callgrind: expected a count of {}, got none", needed));
  }
  return {counts["Ir"], counts["D1mr"] + counts["D1mw"], counts["ILmr"] + counts["DLmr"] + counts["DLmw"]};
}

std::string valgrind_version() {
  std::FILE* const pipe = popen("valgrind --version 2>/dev/null", "r");
  if (pipe == nullptr) return "";
  char line[256] = "";
  const bool is_there = std::fgets(line, sizeof line, pipe) != nullptr;
  const int status = pclose(pipe);
  std::string version = is_there && status == 0 ? line : "";
  while (!version.empty() && version.back() == '\n') version.pop_back();
  return version;
}

CallgrindRun run_callgrind(const std::vector<std::string>& command, const std::string& function,
                           const SimulatedCaches& caches, const std::string& folder) {
  const std::string counts = folder + "/callgrind.out", output = folder + "/stdout",
                    errors = folder + "/stderr";
  std::string shell = fmt::format(
      "valgrind --tool=callgrind --cache-sim=yes --I1={} --D1={} --LL={} --toggle-collect={} "
      "--callgrind-out-file={}",
      caches.i1.text(), caches.d1.text(), caches.l2.text(), function, shell_word(counts));
  for (const std::string& word : command) shell += " " + shell_word(word);
  shell += " >" + shell_word(output) + " 2>" + shell_word(errors);
  if (std::system(shell.c_str()) != 0)
    throw NoAnswer("valgrind: expected a run that ends well, got: " + last_line(read_input_file(errors)));
  return {parse_callgrind(read_input_file(counts)), read_input_file(output)};
}

}  // namespace collisionchip
