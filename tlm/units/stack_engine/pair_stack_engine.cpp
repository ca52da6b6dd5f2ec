#include "collisionchip/tlm/units/stack_engine/pair_stack_engine.h"

namespace collisionchip {

PairStackEngine::PairStackEngine(const sc_core::sc_module_name& name, const PairStackEngineParams& params,
                                 const Ports& ports)
    : PairWalk(name, params, ports) {}

}  // namespace collisionchip
