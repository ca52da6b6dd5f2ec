// The output of --help: lines of at most 80 characters, with the allowed values in words.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace collisionchip {

// Each option has its names and its value's name, then what it does, its default and its allowed values. A line break in a text begins an
// indented line, for lists. The allowed values are the description of the option's check (word_checks.h). That description begins with a
// space: the parser writes it after the value's name and a colon, and the formatter finds it there.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter();

  std::string make_description(const CLI::App* app) const override;
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_option_desc(const CLI::Option* option) const override;
  std::string make_option_usage(const CLI::Option* option) const override;
  std::string make_subcommand(const CLI::App* verb) const override;
  std::string make_footer(const CLI::App* app) const override;

 private:
  std::string value_of(const CLI::Option& option) const;
};

}  // namespace collisionchip
