#include "collisionchip/testbench/paper/draw_figures.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "collisionchip/reference/files/output_file.h"
#include "collisionchip/testbench/paper/plot_script.h"

namespace collisionchip {

namespace {

constexpr int kNoMatplotlib = 4;  // exit status of the script
constexpr int kNoPython = -1;

int run_python(std::string python, std::string script, std::string folder) {
  char* arguments[] = {python.data(), script.data(), folder.data(), nullptr};
  pid_t process = 0;
  if (posix_spawnp(&process, python.c_str(), nullptr, nullptr, arguments, environ) != 0) return kNoPython;
  int status = 0;
  waitpid(process, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) != 127 ? WEXITSTATUS(status) : kNoPython;
}

}  // namespace

void write_plot_script(const std::string& folder) {
  write_output_file(folder + "/" + kPlotName, kPlotScript);
}

std::string draw_figures(const std::string& folder) {
  const std::string script = folder + "/" + kPlotName;
  int status = kNoPython;
  // The user's own python3 need not have matplotlib where the system's has.
  for (const char* python : {"python3", "/usr/bin/python3"}) {
    if (status == kNoPython || status == kNoMatplotlib) status = run_python(python, script, folder);
  }
  if (status == 0) return folder + "/figures: figure01.svg, figure09.svg to figure13.svg, eq5.svg";
  const std::string again = "; then: python3 " + script + " " + folder;
  if (status == kNoPython) return "no figures: python3 is not installed" + again;
  if (status == kNoMatplotlib) {
    return "no figures: matplotlib is not installed (Debian: python3-matplotlib)" + again;
  }
  return "no figures: " + script + " failed";
}

}  // namespace collisionchip
