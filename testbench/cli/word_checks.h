// Checks of values on the command line. The parser calls them and puts the option's name before their message:
// "--jobs: expected a whole number from 1 to 1024, got '0'". HelpFormatter prints their descriptions in --help.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace collisionchip {

// A number of decimal digits. Without a range it may be any number of 64 bits.
CLI::Validator whole_number();
CLI::Validator whole_number(std::uint64_t least, std::uint64_t most);

// A finite number from `least` to `most`, both included.
CLI::Validator real_number(double least, double most);

CLI::Validator number_but_0();

CLI::Validator one_of(const std::vector<std::string>& names);
CLI::Validator one_of_numbers(const std::vector<std::uint32_t>& numbers);

struct Choice {
  std::string name, what;
};
// --help explains each on a line of its own.
CLI::Validator one_of_choices(const std::vector<Choice>& choices);

}  // namespace collisionchip
