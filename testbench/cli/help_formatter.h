// What --help prints: lines of at most 80 characters, and what a value may be in words.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace collisionchip {

// Of an option: its names and its value's, then what it does, its default and what its value may be. A line break in a text begins
// an indented line, for lists. What a value may be is the description of the option's check (word_checks.h), which begins with a
// space: the parser writes it behind the value's name and a colon, where it is found again.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter();

  std::string make_description(const CLI::App* app) const override;
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_option_desc(const CLI::Option* option) const override;
  std::string make_option_usage(const CLI::Option* option) const override;
  std::string make_subcommand(const CLI::App* verb) const override;

 private:
  std::string value_of(const CLI::Option& option) const;
};

}  // namespace collisionchip
