#include "collisionchip/tlm/units/stack_engine/ancestor_engine.h"

namespace collisionchip {

AncestorEngine::AncestorEngine(const sc_core::sc_module_name& name, const StackEngineParams& params,
                               const Ports& ports)
    : PairWalk(name, params, ports) {
  ports_.aligned_auxiliary.bind_reader(*this);
  listen(ports_.aligned_auxiliary);
}

}  // namespace collisionchip
