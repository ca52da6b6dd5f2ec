#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/host/other_machines.h"

namespace collisionchip {

namespace {

[[noreturn]] void refuse() {
  throw InputError("a machine without DOPs: not in this first part of the program; ./demo builds the rest");
}

}  // namespace

void add_volumes(const Mesh&, const ChipConfig&, CollisionObject&) {
  refuse();
}

QueryResult group_reference(const ChipConfig&, const CollisionObject&, const CollisionObject&, const Pose&,
                            QueryOptions) {
  refuse();
}

QueryCounts query_counts(const Board&, std::size_t) {
  refuse();
}

GroupRegisters group_registers(const ChipConfig&, const CollisionObject&, const CollisionObject&,
                               const QuerySetup&) {
  refuse();
}

}  // namespace collisionchip
