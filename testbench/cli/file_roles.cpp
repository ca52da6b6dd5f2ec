#include "collisionchip/testbench/cli/file_roles.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include <unistd.h>

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
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const NamedFile& output = outputs[i];
    if (output.path.empty() || is_device(output.path)) continue;
    const auto complain = [&](const NamedFile& other, const char* verb) {
      throw InputError(output.option + " " + printable_path(output.path) + ": expected another file than " +
                       other.option + " " + verb);
    };
    for (const NamedFile& input : inputs) {
      const bool streams = output.path == "-" && input.path == "-";  // one comes in, the other goes out
      if (!input.path.empty() && !streams && is_same_file(output.path, input.path)) complain(input, "reads");
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (!outputs[j].path.empty() && is_same_file(output.path, outputs[j].path))
        complain(outputs[j], "writes");
    }
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

}  // namespace collisionchip
