// Makes the units of a chip. This one makes the TLM models and refuses `units.* = rtl`; whoever has RTL
// derives from it (rtl_model/adapter/rtl_units.h) and is handed to the board.
#pragma once

#include <memory>

#include "collisionchip/tlm/machine/chip_config.h"
#include "collisionchip/tlm/units/dop_unit/dop_unit.h"
#include "collisionchip/tlm/units/memory_controller/memory_controller.h"
#include "collisionchip/tlm/units/pci_interface/pci_interface.h"
#include "collisionchip/tlm/units/pointer_fifo/pointer_fifo.h"
#include "collisionchip/tlm/units/stack_engine/stack_engine.h"
#include "collisionchip/tlm/units/triangle_unit/triangle_unit.h"

namespace collisionchip {

class UnitFactory {
 public:
  // The TLM models.
  static const UnitFactory& models();

  UnitFactory() = default;
  virtual ~UnitFactory() = default;
  UnitFactory(const UnitFactory&) = delete;
  UnitFactory& operator=(const UnitFactory&) = delete;

  // InputError if the configuration asks for a unit that the factory cannot make.
  virtual std::unique_ptr<PciInterface> pci_interface(const ChipConfig& config,
                                                      const PciInterface::Ports& ports) const;
  virtual std::unique_ptr<MemoryController> memory_controller(const ChipConfig& config,
                                                              const MemoryController::Ports& ports) const;
  virtual std::unique_ptr<StackEngine> stack_engine(const ChipConfig& config,
                                                    const StackEngine::Ports& ports) const;
  virtual std::unique_ptr<DopUnit> dop_unit(const ChipConfig& config, const DopUnit::Ports& ports) const;
  virtual std::unique_ptr<TriangleUnit> triangle_unit(const ChipConfig& config,
                                                      const TriangleUnit::Ports& ports) const;
  virtual std::unique_ptr<PointerFifo> pointer_fifo(const ChipConfig& config,
                                                    const PointerFifo::Ports& ports) const;
};

}  // namespace collisionchip
