// collisionchip mesh KIND FILE: the built-in objects, and a mesh file in another format.
#include <memory>

#include <fmt/format.h>

#include "collisionchip/reference/mesh/mesh_file.h"
#include "collisionchip/reference/procedural/comb.h"
#include "collisionchip/reference/procedural/procedural_mesh.h"
#include "collisionchip/testbench/cli/common_options.h"
#include "collisionchip/testbench/cli/file_roles.h"
#include "collisionchip/testbench/cli/typed_words.h"
#include "collisionchip/testbench/cli/verbs.h"
#include "collisionchip/testbench/cli/word_checks.h"
#include "collisionchip/testbench/sources/mesh_source.h"

namespace collisionchip {

namespace {

struct MeshOptions {
  std::string kind, output;
  std::uint32_t triangles = 30000;
  std::uint64_t seed = 0;
  bool collide = false;
};

constexpr std::uint32_t kFewestOfComb = 12;

std::string kinds_text() {
  std::string text =
      "Write a built-in object to a file, the same bytes on every machine, or a mesh file in another "
      "format.\n"
      "Kinds:";
  for (const ProceduralKind& kind : procedural_kinds())
    text += fmt::format("\n  {:<16}{}", kind.name, kind.description);
  return text;
}

// No kind has a dot or a slash in its name.
bool is_file(const std::string& kind) {
  return kind.find_first_of("./") != std::string::npos;
}

// What was typed and has no effect is refused.
void check_typed(const CLI::App& verb, const std::string& kind) {
  if (is_file(kind))
    refuse_typed(verb, {"--triangles", "--seed", "--collide"}, "a KIND; a file has the triangles it has");
  if (kind != "comb") refuse_typed(verb, {"--collide"}, "the kind comb");
  for (const ProceduralKind& known : procedural_kinds()) {
    if (known.name == kind && !known.is_random)
      refuse_typed(verb, {"--seed"}, "a kind with a random part, got " + kind);
  }
}

Mesh make(const MeshOptions& options) {
  if (is_file(options.kind)) return load_mesh(options.kind);
  if (!options.collide)
    return typed([&] { return make_procedural_mesh(options.kind, options.triangles, options.seed); });
  return typed([&] { return make_colliding_comb(options.triangles); });
}

// As --pose takes it.
std::string pose_text(const Pose& pose) {
  std::string text;
  for (int i = 0; i < 3; ++i) {
    const auto& row = pose.r[static_cast<std::size_t>(i)];
    text += fmt::format("{}{} {} {} {}", i > 0 ? "  " : "", row[0], row[1], row[2], pose.t[i]);
  }
  return text;
}

}  // namespace

Verb add_mesh(CLI::App& app) {
  auto options = std::make_shared<MeshOptions>();
  CLI::App* verb = app.add_subcommand("mesh", kinds_text());
  verb->add_option("KIND", options->kind,
                   "kind of object, see above; or a mesh file, whose triangles keep their numbers")
      ->required();
  verb->add_option("FILE,-o,--output", options->output, "file to write; .obj, .stl, .ply or .off")
      ->type_name("FILE");
  verb->add_option("-n,--triangles", options->triangles, "exact number of triangles")
      ->check(whole_number())
      ->capture_default_str();
  add_seed_option(*verb, options->seed, "for kinds with a random part");
  verb->add_flag("--collide", options->collide,
                 "comb with a burr that meets one triangle of the other comb; B in the printed pose");
  return [options, verb] {
    // Either way of saying it will do: declared as required, help would ask for both.
    if (options->output.empty()) throw WrongWord("mesh: expected FILE, got none");
    mesh_format_of(options->output);  // complain before the work
    check_typed(*verb, options->kind);
    if (is_file(options->kind)) {
      check_file_roles({{"KIND", options->kind}}, {{"FILE", options->output}});
    }
    const Mesh mesh = make(*options);
    write_mesh(mesh, options->output);
    fmt::print("{}: {} with {} triangles\n", options->output, options->kind, mesh.triangle_count());
    if (options->kind == "comb" && options->triangles >= kFewestOfComb)
      fmt::print("between the tines of another one: --pose \"{}\"\n",
                 pose_text(interlaced_comb_pose(options->triangles)));
    return kExitDone;
  };
}

}  // namespace collisionchip
