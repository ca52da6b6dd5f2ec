#include "collisionchip/rtl_model/adapter/rtl_table.h"

#include "collisionchip/rtl_model/adapter/dop_unit_rtl.h"
#include "collisionchip/rtl_model/adapter/memory_controller_rtl.h"
#include "collisionchip/rtl_model/adapter/pci_interface_rtl.h"
#include "collisionchip/rtl_model/adapter/pointer_fifo_rtl.h"
#include "collisionchip/rtl_model/adapter/stack_engine_rtl.h"
#include "collisionchip/rtl_model/adapter/triangle_unit_rtl.h"
#include "collisionchip/tlm/chip/unit_params.h"
#include "collisionchip/tlm/chip/unit_wiring.h"

namespace collisionchip {

namespace {

// Of one machine.
template <typename Rtl, typename Model, auto params>
std::unique_ptr<Unit> make(const std::string& instance, const ChipConfig& config, const UnitPorts& ports) {
  check_requirements(config, instance, Rtl::requirements());
  return std::make_unique<Rtl>(instance.c_str(), params(config), wired<Model>(ports));
}

// Its builds are for several machines: it takes the one that fits.
std::unique_ptr<Unit> make_engine(const std::string& instance, const ChipConfig& config,
                                  const UnitPorts& ports) {
  return std::make_unique<StackEngineRtl>(instance.c_str(), config, wired<StackEngine>(ports));
}

// Likewise; the chip takes the first.
const ChipConfig& whole(const ChipConfig& config) {
  return config;
}

}  // namespace

const std::vector<RtlRow>& rtl_table() {
  static const std::vector<RtlRow> all = {
      {"pci_interface", PciInterfaceRtl::requirements,
       make<PciInterfaceRtl, PciInterface, pci_interface_params>},
      {"memory_controller", MemoryControllerRtl::requirements,
       make<MemoryControllerRtl, MemoryController, whole>},
      {"dop_unit", DopUnitRtl::requirements, make<DopUnitRtl, DopUnit, dop_unit_params>},
      {"triangle_unit", TriangleUnitRtl::requirements,
       make<TriangleUnitRtl, TriangleUnit, triangle_unit_params>},
      {"pointer_fifo", PointerFifoRtl::requirements, make<PointerFifoRtl, PointerFifo, pointer_fifo_params>},
      {"stack_engine", StackEngineRtl::requirements, make_engine}};
  return all;
}

}  // namespace collisionchip
