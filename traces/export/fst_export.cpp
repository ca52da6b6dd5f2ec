#include "collisionchip/traces/export/fst_export.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>

#include <fstapi.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/output_file.h"
#include "collisionchip/traces/export/signal_changes.h"

namespace collisionchip {

using namespace trace_detail;

namespace {

struct CloseWriter {
  void operator()(void* writer) const { fstWriterClose(writer); }
};
using Writer = std::unique_ptr<void, CloseWriter>;

std::vector<std::string> split(const std::string& scope) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at < scope.size();) {
    const std::size_t dot = std::min(scope.find('.', at), scope.size());
    parts.push_back(scope.substr(at, dot - at));
    at = dot + 1;
  }
  return parts;
}

// Declares the signals; scopes that follow one another share what their names begin with.
std::vector<fstHandle> declare(void* writer, const std::vector<Signal>& signals) {
  std::vector<fstHandle> handles;
  std::vector<std::string> open;
  fstWriterSetScope(writer, FST_ST_VCD_MODULE, "chip", nullptr);
  for (const Signal& signal : signals) {
    const std::vector<std::string> scope = split(signal.scope);
    std::size_t common = 0;
    while (common < std::min(scope.size(), open.size()) && scope[common] == open[common]) ++common;
    for (; open.size() > common; open.pop_back()) fstWriterSetUpscope(writer);
    for (; open.size() < scope.size(); open.push_back(scope[open.size()]))
      fstWriterSetScope(writer, FST_ST_VCD_MODULE, scope[open.size()].c_str(), nullptr);
    const bool text = signal.bits == 0;
    handles.push_back(fstWriterCreateVar(writer, text ? FST_VT_GEN_STRING : FST_VT_VCD_WIRE, FST_VD_IMPLICIT,
                                         text ? 0 : signal.bits, signal.name.c_str(), 0));
  }
  for (std::size_t i = 0; i <= open.size(); ++i) fstWriterSetUpscope(writer);
  return handles;
}

void emit(void* writer, fstHandle handle, const Signal& signal, const SignalChange& change) {
  if (signal.bits == 0) {
    fstWriterEmitVariableLengthValueChange(writer, handle, change.text.data(),
                                           static_cast<std::uint32_t>(change.text.size()));
    return;
  }
  std::string bits(signal.bits, 'x');
  for (std::uint32_t bit = 0; change.defined && bit < signal.bits; ++bit)
    bits[signal.bits - 1 - bit] = static_cast<char>('0' + (change.number >> bit & 1));
  fstWriterEmitValueChange(writer, handle, bits.data());
}

}  // namespace

bool can_export_fst() {
  return true;
}

void export_fst(const TraceReader& trace, const std::string& path, const ExportWindow& window) {
  // The library unlinks what stands at its path, and says nothing when it cannot write.
  OutputFile file(path);
  if (!file.is_replaced())
    throw InputError(path + ": expected a regular file: waves cannot be written to a device");
  file.leave_to_others();
  Writer writer(fstWriterCreate(file.unfinished().c_str(), 1));
  if (writer == nullptr) throw InputError(path + ": expected a file that can be written");
  fstWriterSetDate(writer.get(), "");  // the same trace gives the same bytes
  fstWriterSetVersion(writer.get(), "collisionchip");
  fstWriterSetTimescaleFromString(writer.get(), "1ps");
  const SignalSource source(trace);
  const std::vector<fstHandle> handles = declare(writer.get(), source.signals());
  TraceCycle at = kTraceBegin;
  for (const TraceQuery& query : trace.queries()) {
    if (!window.holds(query)) continue;
    for (const SignalChange& change : source.changes(query, window.cycles)) {
      if (change.cycle > at) {
        at = change.cycle;
        fstWriterEmitTimeChange(writer.get(), static_cast<std::uint64_t>(at) * trace.run().clock_period_ps);
      }
      emit(writer.get(), handles[change.signal], source.signals()[change.signal], change);
    }
  }
  if (fstWriterGetFseekFailed(writer.get()) != 0) throw InputError(path + ": expected to write all of it");
  writer.reset();
  file.close();
}

}  // namespace collisionchip
