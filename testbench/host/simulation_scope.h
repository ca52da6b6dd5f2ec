// A fresh SystemC simulation. SystemC knows only one simulation per process; this exchanges the
// kernel's global context, so that each scope starts at time zero with nothing elaborated.
//
//   SimulationScope scope;          // first: the modules must be destroyed before it
//   Sdram sdram("sdram", config);
//   ...                             // build and bind
//   sc_core::sc_start();            // once per scope elaborated; may be resumed
//
// Scopes must not overlap. No SystemC object may outlive its scope, and none (not even an sc_event or an
// sc_time other than zero) may be made before the first one in static storage.
#pragma once

#include <systemc>

namespace collisionchip {

class SimulationScope {
 public:
  // The context of the process (the first one) is kept for ever: the library's exit code still uses it.
  SimulationScope() : outer_(sc_core::sc_get_curr_simcontext()) { enter(new sc_core::sc_simcontext); }
  ~SimulationScope() {
    sc_core::sc_simcontext* const own = sc_core::sc_curr_simcontext;
    delete own;
    enter(outer_);
  }
  SimulationScope(const SimulationScope&) = delete;
  SimulationScope& operator=(const SimulationScope&) = delete;

 private:
  static void enter(sc_core::sc_simcontext* context) {
    sc_core::sc_curr_simcontext = context;
    sc_core::sc_default_global_context = context;
  }

  sc_core::sc_simcontext* const outer_;
};

}  // namespace collisionchip
