#include "collisionchip/testbench/cli/file_roles.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include <unistd.h>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "collisionchip/reference/files/output_file.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/text_scanner.h"
#include "collisionchip/testbench/terminal/exit_status.h"

namespace collisionchip {

namespace {

namespace fs = std::filesystem;

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code error;
  const auto resolved = [&](const std::string& path) {
    return fs::weakly_canonical(fs::absolute(OutputFile::place_of(path), error), error);
  };
  const fs::path place_a = resolved(a), place_b = resolved(b);
  return place_a == place_b || fs::equivalent(place_a, place_b, error);
}

// A file that is read or written, and how.
struct NamedPlace {
  const NamedFile* of;
  std::string path;
  const char* verb;

  bool has_typed_name() const { return path == of->path; }
};

// `output` comes behind `other`.
void check_pair(const NamedPlace& other, const NamedPlace& output) {
  const bool streams = output.path == "-" && other.path == "-" &&
                       std::string(other.verb) == "reads";  // one comes in, the other goes out
  if (other.of == output.of || other.path.empty() || streams || !is_same_file(output.path, other.path))
    return;
  const bool turned = !output.has_typed_name() && other.has_typed_name();
  const NamedPlace &named = turned ? other : output, &reason = turned ? output : other;
  throw InputError(named.of->option + " " + printable_path(named.path),
                   "another file than " + reason.of->option + " " + reason.verb);
}

bool is_device(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  return fs::exists(status) && !fs::is_regular_file(status);
}

}  // namespace

void check_file_roles(const std::vector<NamedFile>& inputs, const std::vector<NamedFile>& outputs) {
  for (const NamedFile& input : inputs) {
    if (input.path == "-" && !input.stream)
      throw WrongWord(input.option + ": expected a file, whose name says what it holds, got -");
  }
  for (const NamedFile& output : outputs) {
    if (output.path == "-" && !output.stream)
      throw WrongWord(output.option + ": expected a file that can be read again, got -");
  }
  std::vector<NamedPlace> places;
  places.reserve(inputs.size() + outputs.size());
  for (const NamedFile& input : inputs) places.push_back({&input, input.path, "reads"});
  for (const NamedFile& output : outputs) {
    places.push_back({&output, output.path, "writes"});
    for (const std::string& name : output.until_complete)
      places.push_back({&output, name, "writes until it is complete"});
  }
  for (std::size_t i = inputs.size(); i < places.size(); ++i) {
    if (places[i].path.empty() || is_device(places[i].path)) continue;
    for (std::size_t j = 0; j < i; ++j) check_pair(places[j], places[i]);
  }
}

void resolve_input(std::string& path) {
  if (path == "-") path = "/dev/stdin";
}

void resolve_output(std::string& path) {
  if (path != "-") return;
  std::fflush(stdout);
  const int data = dup(STDOUT_FILENO);
  if (data < 0 || dup2(STDERR_FILENO, STDOUT_FILENO) < 0)
    throw InputError(std::string("standard output: expected a stream that can be written: ") +
                     std::strerror(errno));
  path = "/dev/fd/" + std::to_string(data);
}

void print_or_write(std::string csv, std::string (*text)(), std::string (*table)()) {
  check_file_roles({}, {{"--csv", csv, true}});
  resolve_output(csv);
  if (csv.empty()) {
    fmt::print("{}", text());
  } else {
    write_output_file(csv, table());
  }
}

}  // namespace collisionchip
