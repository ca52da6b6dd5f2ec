// A program that prints a table with the rows of each scene.
#pragma once

#include <exception>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "collisionchip/testbench/benchmarks/scenes.h"

namespace collisionchip {

// The program's main(). `words` name the scenes; without words it prints all of scene_names(). Exit status 3 if a scene cannot be made.
inline int print_scene_table(int count, char** words, void (*print_rows)(const std::string& name),
                             const char* head) {
  const std::vector<std::string> names =
      count > 1 ? std::vector<std::string>(words + 1, words + count) : scene_names();
  try {
    fmt::print("{}", head);
    for (const std::string& name : names) print_rows(name);
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 3;
  }
  return 0;
}

}  // namespace collisionchip
