#include "collisionchip/rtl_model/adapter/pointer_fifo_pins.h"

#include <Vpointer_fifo.h>

#include "collisionchip/rtl_model/adapter/verilated_top.h"

namespace collisionchip {

struct PointerFifoPins::Rtl : VerilatedTop<Vpointer_fifo> {};

PointerFifoPins::PointerFifoPins() : rtl_(std::make_unique<Rtl>()) {}
PointerFifoPins::~PointerFifoPins() = default;

void PointerFifoPins::evaluate() {
  Rtl& rtl = *rtl_;
  rtl->findings_valid_i = findings_valid_i;
  rtl->findings_kind_i = findings_kind_i;
  rtl->findings_tumbled_i = findings_tumbled_i;
  rtl->findings_aligned_i = findings_aligned_i;
  rtl->findings_error_kind_i = findings_error_kind_i;
  rtl->findings_error_address_i = findings_error_address_i;
  rtl->entries_ready_i = entries_ready_i;
  rtl->done_ready_i = done_ready_i;
  rtl.evaluate();
  findings_pop_o = rtl->findings_pop_o;
  entries_put_o = rtl->entries_put_o;
  done_put_o = rtl->done_put_o;
  entries_kind_o = rtl->entries_kind_o;
  entries_tumbled_o = rtl->entries_tumbled_o;
  entries_aligned_o = rtl->entries_aligned_o;
  done_error_kind_o = rtl->done_error_kind_o;
  done_error_address_o = rtl->done_error_address_o;
  done_unfinished_o = rtl->done_unfinished_o;
  busy_o = rtl->busy_o;
  stall_host_o = rtl->stall_host_o;
  idle_o = rtl->idle_o;
}

void PointerFifoPins::clock() {
  rtl_->clock();
}

void PointerFifoPins::reset() {
  rtl_->reset();
}

}  // namespace collisionchip
