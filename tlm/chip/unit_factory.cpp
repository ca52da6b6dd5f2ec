#include "collisionchip/tlm/chip/unit_factory.h"

#include <string>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/tlm/chip/unit_params.h"

namespace collisionchip {

namespace {

template <typename U, typename Params>
std::unique_ptr<U> model(const char* name, UnitModel asked, const Params& params,
                         const typename U::Ports& ports) {
  if (asked != UnitModel::tlm)
    throw InputError("units." + std::string(name) +
                     " = \"rtl\": expected \"tlm\"; this program has no RTL of it");
  return std::make_unique<U>(name, params, ports);
}

}  // namespace

const UnitFactory& UnitFactory::models() {
  static const UnitFactory factory;
  return factory;
}

std::unique_ptr<PciInterface> UnitFactory::pci_interface(const ChipConfig& config,
                                                         const PciInterface::Ports& ports) const {
  return model<PciInterface>("pci_interface", config.units.pci_interface, pci_interface_params(config),
                             ports);
}

std::unique_ptr<MemoryController> UnitFactory::memory_controller(const ChipConfig& config,
                                                                 const MemoryController::Ports& ports) const {
  return model<MemoryController>("memory_controller", config.units.memory_controller,
                                 memory_controller_params(config), ports);
}

std::unique_ptr<StackEngine> UnitFactory::stack_engine(const ChipConfig& config,
                                                       const StackEngine::Ports& ports) const {
  return model<StackEngine>("stack_engine", config.units.stack_engine, stack_engine_params(config), ports);
}

std::unique_ptr<DopUnit> UnitFactory::dop_unit(const ChipConfig& config, const DopUnit::Ports& ports) const {
  return model<DopUnit>("dop_unit", config.units.dop_unit, dop_unit_params(config), ports);
}

std::unique_ptr<TriangleUnit> UnitFactory::triangle_unit(const ChipConfig& config,
                                                         const TriangleUnit::Ports& ports) const {
  return model<TriangleUnit>("triangle_unit", config.units.triangle_unit, triangle_unit_params(config),
                             ports);
}

std::unique_ptr<PointerFifo> UnitFactory::pointer_fifo(const ChipConfig& config,
                                                       const PointerFifo::Ports& ports) const {
  return model<PointerFifo>("pointer_fifo", config.units.pointer_fifo, pointer_fifo_params(config), ports);
}

}  // namespace collisionchip
