// collisionchip mesh KIND FILE: the built-in objects.
#include <memory>

#include <fmt/format.h>

#include "collisionchip/reference/mesh/mesh_file.h"
#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/cli/verbs.h"

namespace collisionchip {

namespace {

struct MeshOptions {
  std::string kind, output;
  std::uint32_t triangles = 30000;
  std::uint64_t seed = 0;
};

std::string kinds_text() {
  std::string text = "Write a built-in object to a file: the same bytes on every machine. Kinds:";
  for (const ProceduralKind& kind : procedural_kinds())
    text += fmt::format("\n  {:<16}{}", kind.name, kind.description);
  return text;
}

}  // namespace

Verb add_mesh(CLI::App& app) {
  auto options = std::make_shared<MeshOptions>();
  CLI::App* verb = app.add_subcommand("mesh", kinds_text());
  verb->add_option("KIND", options->kind, "what to make, see above")->required();
  verb->add_option("FILE,-o,--output", options->output, "where to: .obj, .stl, .ply or .off");
  verb->add_option("-n,--triangles", options->triangles, "exact number of triangles")->capture_default_str();
  verb->add_option("--seed", options->seed, "varies the kinds that have a random part")
      ->capture_default_str();
  return [options] {
    // Either way of saying it will do: declared as required, help would ask for both.
    if (options->output.empty()) throw CLI::RequiredError("FILE");
    mesh_format_of(options->output);  // complain before the work
    write_mesh(make_procedural_mesh(options->kind, options->triangles, options->seed), options->output);
    fmt::print("{}: {} with {} triangles\n", options->output, options->kind, options->triangles);
    return kExitDone;
  };
}

}  // namespace collisionchip
