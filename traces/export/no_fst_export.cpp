// In the place of fst_export.cpp where the library that writes FST is not installed.
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/traces/export/fst_export.h"

namespace collisionchip {

bool can_export_fst() {
  return false;
}

void export_fst(const TraceReader&, const std::string& path, const ExportWindow&) {
  throw InputError(
      path + ": expected a program built with FST: install verilator and zlib1g-dev and build it again");
}

}  // namespace collisionchip
