#include "collisionchip/testbench/cli/help_formatter.h"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

namespace collisionchip {

namespace {

constexpr std::size_t kWidth = 80, kColumn = 26;  // the longest line; the column where texts begin
const std::string kWords = ": ";                  // between the name of a value and what it may be

// The column at which a text goes on in its next lines. For "  gear     closed spur gear" it is below "closed".
std::size_t hanging(const std::string& line) {
  const std::size_t name = line.find_first_not_of(' ');
  if (name == 0 || name == std::string::npos) return 0;
  const std::size_t gap = line.find("  ", name);
  return gap == std::string::npos ? name + 2 : line.find_first_not_of(' ', gap);
}

// Broken at spaces; the lines are indented by so much.
std::string wrapped_line(const std::string& line, std::size_t indent) {
  const std::size_t first = std::min(line.find_first_not_of(' '), line.size());
  std::string result(indent + first, ' ');
  std::size_t at = result.size();
  for (std::size_t begin = first; begin < line.size();) {
    const std::size_t end =
        std::min(line.find(' ', begin + 1), line.size());  // a word has the spaces before it
    std::string word = line.substr(begin, end - begin);
    if (begin > first && at + word.size() > kWidth) {
      word.erase(0, word.find_first_not_of(' '));
      at = indent + hanging(line);
      result += "\n" + std::string(at, ' ');
    }
    result += word;
    at += word.size();
    begin = end;
  }
  return result;
}

std::string wrapped(const std::string& text, std::size_t indent) {
  std::istringstream lines(text);
  std::string result;
  for (std::string line; std::getline(lines, line);)
    result += (result.empty() ? "" : "\n") + wrapped_line(line, indent);
  return result;
}

// Names have a line of their own where they leave no room.
std::string in_two_columns(const std::string& names, const std::string& text) {
  const std::string head = "  " + names, right = wrapped(text, kColumn);
  const bool fits = head.size() + 2 <= kColumn;
  return head + (fits ? right.substr(head.size()) : "\n" + right) + "\n";
}

// Whether several values may follow the option.
bool takes_many(const CLI::Option& option) {
  return option.get_expected_max() >= CLI::detail::expected_max_vector_size && option.get_allow_extra_args();
}

// "[4]" of a list.
std::string default_of(const CLI::Option& option) {
  std::string text = option.get_default_str();
  if (!text.empty() && text.front() == '[') text = text.substr(1, text.size() - 2);
  return text;
}

}  // namespace

HelpFormatter::HelpFormatter() {
  // Names of the parser's types, where an option has none of its own.
  for (const char* number : {"INT", "UINT"}) label(number, "N");
  label("FLOAT", "X");
  label("TEXT", "NAME");
  label("SUBCOMMAND", "VERB");
}

std::string HelpFormatter::make_description(const CLI::App* app) const {
  return wrapped(app->get_description(), 0) + "\n\n";
}

std::string HelpFormatter::make_option(const CLI::Option* option, bool is_positional) const {
  return in_two_columns(
      make_option_name(option, is_positional) + (is_positional ? "" : make_option_opts(option)),
      make_option_desc(option));
}

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
  if (option->get_type_size() == 0) return "";
  return " " + value_of(*option) + (takes_many(*option) ? "..." : "");
}

std::string HelpFormatter::make_option_desc(const CLI::Option* option) const {
  std::string text = option->get_description();
  if (!default_of(*option).empty()) text += fmt::format(" (default: {})", default_of(*option));
  if (option->get_required() && !option->get_positional())
    text += "; required";  // of operands the usage says it
  const bool is_list = option->get_delimiter() != '\0';
  if (is_list) text += "; several with commas between";
  const std::string type = option->get_type_name();
  const std::size_t words = type.find(kWords);
  if (words == std::string::npos) return text;
  return text + (is_list ? ", each " : "; ") + type.substr(words + kWords.size());
}

std::string HelpFormatter::make_option_usage(const CLI::Option* option) const {
  const std::string name = make_option_name(option, true) + (option->get_expected_max() > 1 ? "..." : "");
  return option->get_required() ? name : "[" + name + "]";
}

// The list of verbs shows the first line of a description. The verb's own help shows the whole description.
std::string HelpFormatter::make_subcommand(const CLI::App* verb) const {
  const std::string text = verb->get_description();
  return in_two_columns(verb->get_display_name(), text.substr(0, text.find('\n')));
}

// The lines of the example as they are: a shell reads them.
std::string HelpFormatter::make_footer(const CLI::App* app) const {
  std::istringstream lines(app->get_footer());
  std::string text = "Example:\n";
  for (std::string line; std::getline(lines, line);) text += "  " + line + "\n";
  return text;
}

std::string HelpFormatter::value_of(const CLI::Option& option) const {
  const std::string type = option.get_type_name();
  return get_label(type.substr(0, type.find(kWords)));
}

}  // namespace collisionchip
