// Pins by their names: the complaint about a pin of a user's own RTL that differs from its unit's described
// ports; and which build of the RTL serves a configuration.
#include "collisionchip/rtl_model/adapter/rtl_pins.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <functional>
#include <regex>
#include <sstream>

#include <gtest/gtest.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/rtl_model/adapter/rtl_builds.h"
#include "collisionchip/rtl_model/adapter/rtl_ports.h"
#include "collisionchip/tlm/config/rtl_parameters.h"

namespace collisionchip {
namespace {

// The unit's RTL, with one of its pins changed.
class ChangedModule final : public VerilatedModule {
 public:
  using Change = std::function<bool(VerilatedPort&)>;  // false: the pin is gone

  ChangedModule(const std::string& unit, Change change)
      : module_(build_for(unit, ChipConfig{}).make()), change_(std::move(change)) {}

  std::vector<VerilatedPort> ports() override {
    std::vector<VerilatedPort> all;
    for (VerilatedPort port : module_->ports()) {
      if (change_(port)) all.push_back(port);
    }
    return all;
  }
  void evaluate() override { module_->evaluate(); }
  void clock() override { module_->clock(); }
  void reset() override { module_->reset(); }

 private:
  std::unique_ptr<VerilatedModule> module_;
  Change change_;
};

const char* const kPin = "leaf_tests_error_kind_o";

// What is said when the Stack Engine's messages for the Triangle Unit are bound to such a module.
std::string said(const ChangedModule::Change& change) {
  const RtlPins pins("stack_engine", std::make_unique<ChangedModule>("stack_engine", change));
  Channel<LeafTests> channel("leaf_tests", 1);
  try {
    const MessageOutput<LeafTests> bound(pins, port_of("stack_engine", "leaf_tests"), channel);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(RtlPins, TheRtlHasAllPins) {
  EXPECT_EQ(said([](VerilatedPort&) { return true; }), "");
}

TEST(RtlPins, AMissingPinIsNamed) {
  EXPECT_EQ(said([](VerilatedPort& port) { return std::string(port.name) != kPin; }),
            "stack_engine: the RTL has no pin leaf_tests_error_kind_o (output, 2 bits)");
}

TEST(RtlPins, ANarrowPinIsNamed) {
  const auto narrow = [](VerilatedPort& port) {
    if (std::string(port.name) == kPin) port.bits = 1;
    return true;
  };
  EXPECT_EQ(said(narrow),
            "stack_engine: the RTL's pin leaf_tests_error_kind_o is an output of 1 bit, expected an output "
            "of 2 bits");
}

TEST(RtlPins, APinOfTheWrongDirectionIsNamed) {
  const auto turned = [](VerilatedPort& port) {
    if (std::string(port.name) == kPin) port.output = false;
    return true;
  };
  EXPECT_EQ(said(turned),
            "stack_engine: the RTL's pin leaf_tests_error_kind_o is an input of 2 bits, expected an output "
            "of 2 bits");
}

TEST(RtlPins, WordsGoInAndComeOutWhateverTheWidth) {
  std::array<std::uint32_t, 4> storage{};
  const std::array<std::uint32_t, 3> words = {0x89abcdef, 0x01234567, 0x76543210};
  for (const unsigned bits : {1u, 8u, 9u, 32u, 33u, 64u, 96u}) {
    storage.fill(0);
    const unsigned bytes = bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : bits <= 64 ? 8 : 12;
    Pin pin({"pin", true, bits, bytes, storage.data()});
    pin.set_words(words.data());
    std::array<std::uint32_t, 3> got{};
    pin.get_words(got.data());
    for (unsigned word = 0; word < 3; ++word) {
      const unsigned left = bits > 32 * word ? bits - 32 * word : 0;
      const std::uint32_t mask = left >= 32 ? ~0u : (1u << left) - 1;
      EXPECT_EQ(got[word], words[word] & mask) << bits << " bits, word " << word;
    }
    EXPECT_EQ(storage[3], 0u) << bits;
  }
}

// A parameter that a key names is one of the module's, and begins as the key does: the first build
// has no others.
TEST(RtlBuilds, TheModulesParametersBeginAsTheKeys) {
  const std::filesystem::path rtl = std::filesystem::path(COLLISIONCHIP_SOURCE_DIR) / "rtl_model" / "rtl";
  for (const char* unit :
       {"dop_unit", "triangle_unit", "memory_controller", "pci_interface", "stack_engine"}) {
    std::ostringstream text;
    text << std::ifstream(rtl / unit / (std::string(unit) + ".sv")).rdbuf();
    const std::string source = text.str();
    const auto parameters = rtl_parameters(unit, ChipConfig{});
    EXPECT_FALSE(parameters.empty()) << unit;
    for (const auto& [name, value] : parameters) {
      std::smatch found;
      const std::regex line("parameter (int|bit) " + name + " = (1'b)?([0-9]+)");
      ASSERT_TRUE(std::regex_search(source, found, line)) << unit << " has no parameter " << name;
      EXPECT_EQ(std::stoul(found[3]), value) << unit << " " << name;
    }
  }
}

// Each build is that of its own machine, and of no other one's.
TEST(RtlBuilds, AConfigurationGetsTheBuildWithItsParameters) {
  for (const RtlBuild& build : rtl_builds()) {
    const RtlBuild& found = build_for(build.unit, machine_of(build));
    EXPECT_EQ(found.unit, build.unit);
    EXPECT_EQ(found.name, build.name);
  }
  ChipConfig config;
  config.dop_unit.register_sets = 1;  // then there is no prefetch
  EXPECT_EQ(build_for("stack_engine", config).name, "on_demand");
}

}  // namespace
}  // namespace collisionchip
