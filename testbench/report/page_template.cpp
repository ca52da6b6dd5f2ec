#include "collisionchip/testbench/report/page.h"

// The assembler takes the file as it is: a megabyte of string literals would cost the compilers more than the
// rest of the program.
__asm__(
    ".pushsection .rodata\n"
    ".global collisionchip_page_begin\n"
    ".global collisionchip_page_end\n"
    "collisionchip_page_begin:\n"
    ".incbin \"" COLLISIONCHIP_PAGE_FILE
    "\"\n"
    "collisionchip_page_end:\n"
    ".byte 0\n"
    ".popsection\n");

extern "C" const char collisionchip_page_begin[];
extern "C" const char collisionchip_page_end[];

namespace collisionchip {

std::string_view page_template() {
  return {collisionchip_page_begin,
          static_cast<std::size_t>(collisionchip_page_end - collisionchip_page_begin)};
}

}  // namespace collisionchip
