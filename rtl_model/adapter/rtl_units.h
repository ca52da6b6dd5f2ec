// Makes every unit as `units.*` asks for it: the TLM model, or the Verilated RTL behind the same interface.
#pragma once

#include <string>
#include <vector>

#include "collisionchip/rtl_model/adapter/rtl_requirements.h"
#include "collisionchip/tlm/chip/unit_factory.h"

namespace collisionchip {

// As the keys of [units] call them, in their order.
const std::vector<std::string>& replaceable_units();
// Those that this program has as RTL; none without Verilator.
const std::vector<std::string>& rtl_units();

// What its RTL expects of a configuration.
const std::vector<RtlRequirement>& requirements_of(const std::string& unit);

UnitModel model_of(const ChipConfig& config, const std::string& unit);
void set_model(ChipConfig& config, const std::string& unit, UnitModel model);
bool has_rtl(const ChipConfig& config);  // any unit is RTL

// InputError if `units.*` asks for RTL that this program has not, or if the RTL was made for another machine:
// it names the key.
void check_rtl(const ChipConfig& config);

class RtlUnits final : public UnitFactory {
 public:
  std::unique_ptr<PciInterface> pci_interface(const ChipConfig& config,
                                              const PciInterface::Ports& ports) const override;
  std::unique_ptr<MemoryController> memory_controller(const ChipConfig& config,
                                                      const MemoryController::Ports& ports) const override;
  std::unique_ptr<DopUnit> dop_unit(const ChipConfig& config, const DopUnit::Ports& ports) const override;
  std::unique_ptr<TriangleUnit> triangle_unit(const ChipConfig& config,
                                              const TriangleUnit::Ports& ports) const override;
  std::unique_ptr<PointerFifo> pointer_fifo(const ChipConfig& config,
                                            const PointerFifo::Ports& ports) const override;
  std::unique_ptr<StackEngine> stack_engine(const ChipConfig& config,
                                            const StackEngine::Ports& ports) const override;
};

}  // namespace collisionchip
