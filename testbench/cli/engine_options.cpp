#include "collisionchip/testbench/cli/engine_options.h"

#include <fmt/format.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/cli/word_checks.h"

namespace collisionchip {

void add_model_option(CLI::App& verb, std::string& model, bool (*fits)(const EngineKind& kind)) {
  std::vector<Choice> choices;
  for (const EngineKind& kind : engine_kinds()) {
    if (fits(kind)) choices.push_back({kind.name, kind.what});
  }
  verb.add_option("--model", model, "what answers")->check(one_of_choices(choices))->capture_default_str();
}

void add_device_option(CLI::App& verb, std::string& device) {
  verb.add_option("--device", device, "device that does the work")
      ->check(one_of_choices({{"cpu", "one core of this host, without OpenCL"},
                              {"pocl", "OpenCL on this host's cores"},
                              {"gpu", "the first GPU"},
                              {"oclgrind", "a checker of races"}}))
      ->capture_default_str();
}

const EngineKind& load_engine(const std::string& model) {
  const EngineKind& kind = *find_engine(model);
  if (kind.lacks.empty()) return kind;
  throw InputError(fmt::format("--model {}", model), "another engine",
                   fmt::format("; this program has no {}", kind.lacks));
}

void add_first_option(CLI::App& verb, bool& first) {
  verb.add_flag("--first", first, "stop at the first intersecting pair");
}

}  // namespace collisionchip
