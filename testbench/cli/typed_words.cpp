#include "collisionchip/testbench/cli/typed_words.h"

#include <algorithm>

#include <fmt/format.h>

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

// "; nearest is --pairs", of names that are near: one letter in three may be another one.
std::string nearest_of(const std::string& meant, const std::vector<std::string>& names) {
  if (names.empty()) return "";
  const std::string& name = nearest_name(meant, names);
  const std::size_t letters = name.size() - name.find_first_not_of('-');
  return 3 * edit_distance(meant, name) <= letters + 2 ? "; nearest is " + name : "";
}

std::vector<std::string> names_of(const std::vector<const CLI::App*>& verbs) {
  std::vector<std::string> names;
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

// That follow it at one place. A flag has none; an option that is repeated has one each time.
int most_values(const CLI::Option& option) {
  const int most = option.get_items_expected_max();
  return option.get_allow_extra_args() ? most : std::min(most, std::max(option.get_items_expected_min(), 1));
}

// Goes along the words as the parser does.
class Walk {
 public:
  explicit Walk(const CLI::App& app) : verb_(&app) {}

  void take(const std::string& word) {
    if (only_operands_ || !is_option(word)) {
      take_value(word);
    } else if (word == "--") {
      only_operands_ = true;
      option_ = nullptr;
    } else {
      take_option(word);
    }
  }

 private:
  void take_option(const std::string& word) {
    const bool is_long = word.compare(0, 2, "--") == 0;
    const std::size_t equals = is_long ? word.find('=') : std::string::npos;
    const std::string name = is_long ? word.substr(0, equals) : word.substr(0, 2);
    option_ = verb_->get_option_no_throw(name);
    if (option_ == nullptr) {
      if (!is_long) return;  // the parser says it
      throw WrongWord(
          fmt::format("{}: unknown option{}", printable_path(name), nearest_of(name, long_names_of(*verb_))));
    }
    left_ = most_values(*option_);
    if (equals == std::string::npos) return;
    check_value(*option_, word.substr(equals + 1));
    option_ = nullptr;
  }

  void take_value(const std::string& word) {
    if (option_ != nullptr && left_ > 0) {
      --left_;
      return check_value(*option_, word);
    }
    const auto verbs = verbs_of(*verb_);
    if (!verbs.empty() && !only_operands_) return take_verb(word, verbs);
    if (const CLI::Option* operand = next_operand()) return check_value(*operand, word);
    if (word.empty()) throw WrongWord("expected no word more, got an empty one");
  }

  void take_verb(const std::string& word, const std::vector<const CLI::App*>& verbs) {
    const auto found = std::find_if(verbs.begin(), verbs.end(),
                                    [&](const CLI::App* one) { return one->get_name() == word; });
    if (found == verbs.end())
      throw WrongWord(word.empty() ? "expected a verb, got an empty word"
                                   : fmt::format("{}: unknown verb{}", printable_path(word),
                                                 nearest_of(word, names_of(verbs))));
    verb_ = *found;
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

  static void check_value(const CLI::Option& option, const std::string& value) {
    const std::string name = option.get_name();
    if (value.empty()) throw WrongWord(name + ": expected a text, got an empty word");
    const char delimiter = option.get_delimiter();
    if (delimiter == '\0') return;
    const std::string twice(2, delimiter);
    if (value.front() == delimiter || value.back() == delimiter || value.find(twice) != std::string::npos)
      throw WrongWord(
          fmt::format("{} {}: expected a list without an empty element", name, printable_path(value)));
  }

  const CLI::App* verb_;
  const CLI::Option* option_ = nullptr;  // whose values may follow
  int left_ = 0;                         // of them
  int operands_ = 0;
  bool only_operands_ = false;  // behind "--"
};

}  // namespace

void check_words(const CLI::App& app, const std::vector<std::string>& words) {
  Walk walk(app);
  for (const std::string& word : words) walk.take(word);
}

void refuse_typed(const CLI::App& verb, const std::vector<std::string>& options,
                  const std::string& expected) {
  for (const std::string& option : options) {
    if (verb.count(option) > 0) throw InputError(option + ": expected " + expected);
  }
}

}  // namespace collisionchip
