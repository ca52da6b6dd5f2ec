#include "collisionchip/tlm/units/stack_engine/stack_engine.h"

namespace collisionchip {

StackEngine::StackEngine(const sc_core::sc_module_name& name, const StackEngineParams& params,
                         const Ports& ports)
    : PairWalk(name, params, ports) {}

}  // namespace collisionchip
