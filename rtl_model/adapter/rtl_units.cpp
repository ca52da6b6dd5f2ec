#include "collisionchip/rtl_model/adapter/rtl_units.h"

#include <algorithm>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/rtl_model/adapter/dop_unit_rtl.h"
#include "collisionchip/rtl_model/adapter/memory_controller_rtl.h"
#include "collisionchip/rtl_model/adapter/pci_interface_rtl.h"
#include "collisionchip/rtl_model/adapter/pointer_fifo_rtl.h"
#include "collisionchip/rtl_model/adapter/stack_engine_rtl.h"
#include "collisionchip/rtl_model/adapter/triangle_unit_rtl.h"
#include "collisionchip/tlm/chip/unit_params.h"
#include "collisionchip/tlm/machine/config_keys.h"

namespace collisionchip {

const std::vector<std::string>& replaceable_units() {
  static const std::vector<std::string> units = [] {
    std::vector<std::string> all;
    for (const ConfigKey& key : config_keys()) {
      if (key.section() == "units") all.push_back(key.leaf());
    }
    return all;
  }();
  return units;
}

namespace {

// The macros say which units CMake has verilated.
struct RtlUnitEntry {
  std::string name;
  const std::vector<RtlRequirement>& (*requirements)();
};

const std::vector<RtlUnitEntry>& entries() {
  static const std::vector<RtlUnitEntry> all = {
#ifdef COLLISIONCHIP_RTL_PCI_INTERFACE
      {"pci_interface", PciInterfaceRtl::requirements},
#endif
#ifdef COLLISIONCHIP_RTL_MEMORY_CONTROLLER
      {"memory_controller", MemoryControllerRtl::requirements},
#endif
#ifdef COLLISIONCHIP_RTL_DOP_UNIT
      {"dop_unit", DopUnitRtl::requirements},
#endif
#ifdef COLLISIONCHIP_RTL_TRIANGLE_UNIT
      {"triangle_unit", TriangleUnitRtl::requirements},
#endif
#ifdef COLLISIONCHIP_RTL_POINTER_FIFO
      {"pointer_fifo", PointerFifoRtl::requirements},
#endif
#ifdef COLLISIONCHIP_RTL_STACK_ENGINE
      {"stack_engine", StackEngineRtl::requirements},
#endif
  };
  return all;
}

}  // namespace

const std::vector<RtlRequirement>& requirements_of(const std::string& unit) {
  static const std::vector<RtlRequirement> none;
  for (const RtlUnitEntry& entry : entries()) {
    if (entry.name == unit) return entry.requirements();
  }
  return none;
}

const std::vector<std::string>& rtl_units() {
  static const std::vector<std::string> units = [] {
    std::vector<std::string> all;
    for (const RtlUnitEntry& entry : entries()) all.push_back(entry.name);
    return all;
  }();
  return units;
}

UnitModel model_of(const ChipConfig& config, const std::string& unit) {
  return static_cast<UnitModel>(find_key("units." + unit)->get(config));
}

void set_model(ChipConfig& config, const std::string& unit, UnitModel model) {
  find_key("units." + unit)->set(config, static_cast<std::uint32_t>(model));
}

bool has_rtl(const ChipConfig& config) {
  const std::vector<std::string>& units = replaceable_units();
  return std::any_of(units.begin(), units.end(),
                     [&](const std::string& unit) { return model_of(config, unit) == UnitModel::rtl; });
}

void check_rtl(const ChipConfig& config) {
  for (const std::string& unit : replaceable_units()) {
    if (model_of(config, unit) == UnitModel::tlm) continue;
    const auto entry = std::find_if(entries().begin(), entries().end(),
                                    [&](const RtlUnitEntry& candidate) { return candidate.name == unit; });
    if (entry != entries().end()) {
      check_requirements(config, unit, entry->requirements());
      continue;
    }
    throw InputError("units." + unit + " = \"rtl\": expected \"tlm\"; this program has no RTL of it" +
                     (rtl_units().empty() ? ", for it was built without Verilator" : ""));
  }
}

std::unique_ptr<PciInterface> RtlUnits::pci_interface(const ChipConfig& config,
                                                      const PciInterface::Ports& ports) const {
#ifdef COLLISIONCHIP_RTL_PCI_INTERFACE
  if (config.units.pci_interface == UnitModel::rtl) {
    check_requirements(config, "pci_interface", PciInterfaceRtl::requirements());
    return std::make_unique<PciInterfaceRtl>("pci_interface", pci_interface_params(config), ports);
  }
#endif
  return UnitFactory::pci_interface(config, ports);
}

std::unique_ptr<MemoryController> RtlUnits::memory_controller(const ChipConfig& config,
                                                              const MemoryController::Ports& ports) const {
#ifdef COLLISIONCHIP_RTL_MEMORY_CONTROLLER
  if (config.units.memory_controller == UnitModel::rtl) {
    check_requirements(config, "memory_controller", MemoryControllerRtl::requirements());
    return std::make_unique<MemoryControllerRtl>("memory_controller", config, ports);
  }
#endif
  return UnitFactory::memory_controller(config, ports);
}

std::unique_ptr<DopUnit> RtlUnits::dop_unit(const ChipConfig& config, const DopUnit::Ports& ports) const {
#ifdef COLLISIONCHIP_RTL_DOP_UNIT
  if (config.units.dop_unit == UnitModel::rtl) {
    check_requirements(config, "dop_unit", DopUnitRtl::requirements());
    return std::make_unique<DopUnitRtl>("dop_unit", dop_unit_params(config), ports);
  }
#endif
  return UnitFactory::dop_unit(config, ports);
}

std::unique_ptr<TriangleUnit> RtlUnits::triangle_unit(const ChipConfig& config,
                                                      const TriangleUnit::Ports& ports) const {
#ifdef COLLISIONCHIP_RTL_TRIANGLE_UNIT
  if (config.units.triangle_unit == UnitModel::rtl) {
    check_requirements(config, "triangle_unit", TriangleUnitRtl::requirements());
    return std::make_unique<TriangleUnitRtl>("triangle_unit", triangle_unit_params(config), ports);
  }
#endif
  return UnitFactory::triangle_unit(config, ports);
}

std::unique_ptr<PointerFifo> RtlUnits::pointer_fifo(const ChipConfig& config,
                                                    const PointerFifo::Ports& ports) const {
#ifdef COLLISIONCHIP_RTL_POINTER_FIFO
  if (config.units.pointer_fifo == UnitModel::rtl)
    return std::make_unique<PointerFifoRtl>("pointer_fifo", pointer_fifo_params(config), ports);
#endif
  return UnitFactory::pointer_fifo(config, ports);
}

std::unique_ptr<StackEngine> RtlUnits::stack_engine(const ChipConfig& config,
                                                    const StackEngine::Ports& ports) const {
#ifdef COLLISIONCHIP_RTL_STACK_ENGINE
  if (config.units.stack_engine == UnitModel::rtl)
    return std::make_unique<StackEngineRtl>("stack_engine", config, ports);
#endif
  return UnitFactory::stack_engine(config, ports);
}

}  // namespace collisionchip
