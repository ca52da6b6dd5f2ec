#include "collisionchip/testbench/cli/typed_words.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/spelling.h"
#include "collisionchip/reference/text/text_scanner.h"
#include "collisionchip/testbench/terminal/exit_status.h"

namespace collisionchip {

namespace {

// A number below 0 is none.
bool is_option(const std::string& word) {
  return word.size() > 1 && word.front() == '-' &&
         std::string(".0123456789").find(word[1]) == std::string::npos;
}

std::vector<const CLI::App*> verbs_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

std::vector<std::string> names_of(const std::vector<const CLI::App*>& verbs) {
  std::vector<std::string> names;
  names.reserve(verbs.size());
  for (const CLI::App* verb : verbs) names.push_back(verb->get_name());
  return names;
}

std::vector<std::string> long_names_of(const CLI::App& verb) {
  std::vector<std::string> names;
  for (const CLI::Option* option : verb.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::string count_or_none(int count) {
  return count == 0 ? "none" : std::to_string(count);
}

// "trace export".
std::string path_of(const CLI::App& verb) {
  const CLI::App* const above = verb.get_parent();
  return above == nullptr || above->get_parent() == nullptr ? verb.get_name()
                                                            : path_of(*above) + " " + verb.get_name();
}

// "A and B".
std::string operands_text(const CLI::App& verb, bool required) {
  std::vector<std::string> names;
  for (const CLI::Option* option : verb.get_options()) {
    if (option->get_positional() && (!required || option->get_required()))
      names.push_back(option->get_name());
  }
  return fmt::format("{}", fmt::join(names, " and "));
}

const CLI::App* find_verb(const CLI::App& above, const std::string& word) {
  const auto verbs = verbs_of(above);
  const auto found =
      std::find_if(verbs.begin(), verbs.end(), [&](const CLI::App* one) { return one->get_name() == word; });
  if (found != verbs.end()) return *found;
  if (word.empty()) throw WrongWord("expected a verb, got an empty word");
  if (word == "groups") throw WrongWord("groups: expected trees --format dop4r5, which took its place");
  throw WrongWord(
      fmt::format("{}: unknown verb{}", printable_path(word), nearest_hint(word, names_of(verbs))));
}

// That follow it at one place. A flag has none; an option that is repeated has one each time.
int most_values(const CLI::Option& option) {
  const int most = option.get_items_expected_max();
  return option.get_allow_extra_args() ? most : std::min(most, std::max(option.get_items_expected_min(), 1));
}

// Goes along the words as the parser does.
class Walk {
 public:
  explicit Walk(const CLI::App& app) : verb_(&app) {}

  // Whether "--" ends the values before it. That is all the parser does with "--" here.
  bool ends_values(const std::string& word) const {
    return word == "--" && !only_operands_ && option_ != nullptr && left_ > 0 &&
           option_->get_items_expected_min() == 0;
  }

  void take(const std::string& word) {
    if (only_operands_ || !is_option(word)) {
      take_value(word);
    } else if (word == "--") {
      end_option();
      only_operands_ = true;
    } else {
      end_option();
      take_option(word);
    }
  }

  // No word is left.
  void end() {
    end_option();
    if (asks_for_help_) return;
    check_verb();
    check_operands();
    for (const CLI::Option* option : verb_->get_options()) {
      if (!option->get_positional() && option->get_required() && values_.count(option) == 0)
        throw WrongWord(fmt::format("{}: expected {}, got none", path_of(*verb_), option->get_name()));
    }
  }

 private:
  void take_option(const std::string& word) {
    const bool is_long = word.compare(0, 2, "--") == 0;
    const std::size_t end = is_long ? word.find('=') : 2;
    const std::string name = word.substr(0, end);
    option_ = verb_->get_option_no_throw(name);
    if (option_ == nullptr)
      throw WrongWord(fmt::format("{}: unknown option{}", printable_path(name),
                                  nearest_hint(name, long_names_of(*verb_))));
    asks_for_help_ |= option_ == verb_->get_help_ptr() || option_ == verb_->get_version_ptr();
    left_ = most_values(*option_);
    given_ = 0;
    check_times();
    if (end >= word.size()) return;
    const std::string value = word.substr(is_long ? end + 1 : end);
    if (left_ == 0 && !value.empty())
      throw WrongWord(fmt::format("{}: expected no value, got {}", name, collisionchip::quoted(value)));
    add_value(value);
    left_ = 0;
  }

  // An option that takes one value, or none, is typed once.
  void check_times() {
    const bool is_repeated = !values_.emplace(option_, 0).second;
    const bool may_be =
        option_->get_allow_extra_args() || option_->get_items_expected_max() > std::max(1, left_);
    if (is_repeated && !may_be)
      throw WrongWord(option_->get_name() + ": expected once in a command, got it twice");
  }

  void add_value(const std::string& value) {
    ++given_;
    ++values_[option_];
    check_value(*option_, value);
  }

  void end_option() {
    if (option_ == nullptr) return;
    const int least = std::min(option_->get_items_expected_min(), most_values(*option_));
    if (given_ < least)
      throw WrongWord(fmt::format("{}: expected {}, got {}", option_->get_name(),
                                  least == 1 ? "a value" : fmt::format("{} values", least),
                                  count_or_none(given_)));
    option_ = nullptr;
  }

  void take_value(const std::string& word) {
    if (option_ != nullptr && left_ > 0) {
      --left_;
      return add_value(word);
    }
    end_option();
    if (!verbs_of(*verb_).empty() && !only_operands_) {
      verb_ = find_verb(*verb_, word);
      values_.clear();
      return;
    }
    if (const CLI::Option* operand = next_operand()) return check_value(*operand, word);
    const std::string operands = operands_text(*verb_, false);
    throw WrongWord(fmt::format("{}: expected {}, got {} as well", path_of(*verb_),
                                operands.empty() ? "no operand" : operands + " alone",
                                word.empty() ? "an empty word" : collisionchip::quoted(word)));
  }

  // nullptr: there are no more.
  const CLI::Option* next_operand() {
    int before = operands_++;
    for (const CLI::Option* option : verb_->get_options()) {
      if (!option->get_positional()) continue;
      before -= option->get_items_expected_max();
      if (before < 0) return option;
    }
    return nullptr;
  }

  void check_verb() const {
    const auto verbs = verbs_of(*verb_);
    if (verbs.empty()) return;
    if (verb_->get_parent() == nullptr) throw WrongWord("expected a verb, got none");
    throw WrongWord(fmt::format("{}: expected {}, got none", path_of(*verb_), either_of(names_of(verbs))));
  }

  void check_operands() const {
    int least = 0;
    for (const CLI::Option* option : verb_->get_options()) {
      if (option->get_positional() && option->get_required())
        least += std::max(1, option->get_items_expected_min());
    }
    if (operands_ < least)
      throw WrongWord(fmt::format("{}: expected {}, got {}", path_of(*verb_), operands_text(*verb_, true),
                                  count_or_none(operands_)));
  }

  static void check_value(const CLI::Option& option, const std::string& value) {
    const std::string name = option.get_name();
    if (value.empty()) throw WrongWord(name + ": expected a text, got an empty word");
    const char delimiter = option.get_delimiter();
    if (delimiter == '\0') return;
    const std::string twice(2, delimiter);
    if (value.front() == delimiter || value.back() == delimiter || value.find(twice) != std::string::npos)
      throw WrongWord(fmt::format("{}: expected a list without an empty element, got {}", name,
                                  collisionchip::quoted(value)));
  }

  const CLI::App* verb_;
  const CLI::Option* option_ = nullptr;  // whose values may follow
  int left_ = 0, given_ = 0;             // of its values, at this place
  std::map<const CLI::Option*, int> values_;
  int operands_ = 0;
  bool only_operands_ = false;  // behind "--"
  bool asks_for_help_ = false;
};

}  // namespace

std::vector<std::string> check_words(const CLI::App& app, const std::vector<std::string>& words) {
  Walk walk(app);
  std::vector<std::string> parsed;
  for (const std::string& word : words) {
    if (walk.ends_values(word)) parsed.push_back(word);
    walk.take(word);
    parsed.push_back(word);
  }
  walk.end();
  return parsed;
}

std::vector<std::string> without_help(const CLI::App& app, const std::vector<std::string>& words) {
  if (words.empty() || words.front() != "help" || words.back() == "--help") return words;
  const CLI::App* verb = &app;
  for (auto word = words.begin() + 1; word != words.end(); ++word) {
    if (word->empty()) throw WrongWord("VERB: expected a text, got an empty word");
    if (*word == "--") continue;
    if (is_option(*word))
      throw WrongWord(fmt::format("{}: expected no option behind help", printable_path(*word)));
    verb = find_verb(*verb, *word);
  }
  std::vector<std::string> asked;
  for (const CLI::App* at = verb; at->get_parent() != nullptr; at = at->get_parent())
    asked.insert(asked.begin(), at->get_name());
  asked.emplace_back("--help");
  return asked;
}

void refuse_typed(const CLI::App& verb, const std::vector<std::string>& options,
                  const std::string& expected) {
  for (const std::string& option : options) {
    if (verb.count(option) > 0) throw InputError(option, expected);
  }
}

}  // namespace collisionchip
