#include "collisionchip/rtl_model/adapter/rtl_table.h"

#include "collisionchip/rtl_model/adapter/dop_unit_rtl.h"
#include "collisionchip/rtl_model/adapter/memory_controller_rtl.h"
#include "collisionchip/rtl_model/adapter/pci_interface_rtl.h"
#include "collisionchip/rtl_model/adapter/pointer_fifo_rtl.h"
#include "collisionchip/rtl_model/adapter/stack_engine_rtl.h"
#include "collisionchip/rtl_model/adapter/triangle_unit_rtl.h"
#include "collisionchip/tlm/chip/unit_wiring.h"

namespace collisionchip {

namespace {

template <typename Rtl, typename Model>
std::unique_ptr<Unit> make(const std::string& instance, const ChipConfig& config, const UnitPorts& ports) {
  return std::make_unique<Rtl>(instance.c_str(), config, wired<Model>(ports));
}

}  // namespace

const std::vector<RtlRow>& rtl_table() {
  static const std::vector<RtlRow> all = {{"pci_interface", make<PciInterfaceRtl, PciInterface>},
                                          {"memory_controller", make<MemoryControllerRtl, MemoryController>},
                                          {"dop_unit", make<DopUnitRtl, DopUnit>},
                                          {"triangle_unit", make<TriangleUnitRtl, TriangleUnit>},
                                          {"pointer_fifo", make<PointerFifoRtl, PointerFifo>},
                                          {"stack_engine", make<StackEngineRtl, StackEngine>}};
  return all;
}

}  // namespace collisionchip
