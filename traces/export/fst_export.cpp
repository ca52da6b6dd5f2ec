#include "collisionchip/traces/export/fst_export.h"

#ifdef COLLISIONCHIP_FST
#include "collisionchip/traces/export/fst_writer.h"
#else
#include "collisionchip/reference/text/input_error.h"
#endif

namespace collisionchip {

bool can_export_fst() {
#ifdef COLLISIONCHIP_FST
  return true;
#else
  return false;
#endif
}

void export_fst([[maybe_unused]] const TraceReader& trace, const std::string& path,
                [[maybe_unused]] const ExportWindow& window) {
#ifdef COLLISIONCHIP_FST
  write_fst(trace, path, window);
#else
  throw InputError(Place::in(path), "a program built with FST",
                   ": install verilator and zlib1g-dev and build it again");
#endif
}

}  // namespace collisionchip
