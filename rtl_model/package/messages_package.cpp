// Writes the SystemVerilog package of the messages (rtl/chip/messages.sv) to standard output, from their
// descriptions (tlm/machine/messages.h): for each message that travels through a channel_fifo of the chip the
// width of its item, a function that packs the fields in their order, and one for each field that takes it out
// again. The first field has the lowest bits.
#include <cctype>
#include <cstdio>
#include <string>

#include "collisionchip/tlm/machine/messages.h"

namespace collisionchip {
namespace {

// "LeafTests" as "leaf_tests".
std::string snake_case(const std::string& name) {
  std::string text;
  for (const char c : name) {
    if (std::isupper(static_cast<unsigned char>(c)) != 0 && !text.empty()) text += '_';
    text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return text;
}

std::string upper_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::string logic(std::uint32_t bits) {
  return bits == 1 ? "logic" : "logic [" + std::to_string(bits - 1) + ":0]";
}

std::string slice(std::uint32_t first, std::uint32_t bits) {
  const std::string lowest = std::to_string(first);
  return bits == 1 ? "[" + lowest + "]" : "[" + std::to_string(first + bits - 1) + ":" + lowest + "]";
}

std::string packing(const std::string& message, const std::string& item, const MessageFields& fields) {
  std::string inputs, names;
  for (const MessageField& field : fields) {
    inputs += (inputs.empty() ? "" : ",\n") + ("  input " + logic(field.bits) + " " + field.name);
    names = field.name + (names.empty() ? "" : ", ") + names;
  }
  return "function automatic " + item + " " + message + "(\n" + inputs + "\n);\n  " + message + " = {" +
         names + "};\nendfunction\n";
}

template <typename Message>
std::string functions_of() {
  const MessageFields& fields = fields_of_type<Message>();
  const std::string message = snake_case(Message::kName), width = upper_case(message) + "_WIDTH";
  const std::string item = "logic [" + width + "-1:0]";
  std::string accessors;
  std::uint32_t bits = 0;
  for (const MessageField& field : fields) {
    const std::string function = message + "_" + field.name;
    accessors += "function automatic " + logic(field.bits) + " " + function + "(input " + item +
                 " item);\n  " + function + " = item" + slice(bits, field.bits) + ";\nendfunction\n";
    bits += field.bits;
  }
  return "\nlocalparam int " + width + " = " + std::to_string(bits) + ";\n" + packing(message, item, fields) +
         accessors;
}

constexpr const char* kBegin =
    R"(// The messages as packed items, the first field in the lowest bits. Written from tlm/machine/messages.h by
// the target messages_package.
package messages;

// An accessor looks at its own bits only.
// verilator lint_off UNUSEDSIGNAL
)";
constexpr const char* kEnd = R"(
// verilator lint_on UNUSEDSIGNAL
endpackage
)";

std::string messages_package() {
  return kBegin + functions_of<StartCommand>() + functions_of<ReadRequest>() + functions_of<PairAuxiliary>() +
         functions_of<ListCommand>() + functions_of<OverlapFlags>() + functions_of<LeafTests>() +
         functions_of<Finding>() + functions_of<QueryDone>() + kEnd;
}

}  // namespace
}  // namespace collisionchip

int main() {
  return std::fputs(collisionchip::messages_package().c_str(), stdout) < 0 ? 1 : 0;
}
