#include "collisionchip/testbench/explore/slurm.h"

#include <sys/wait.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/output_file.h"
#include "collisionchip/testbench/results/result_folder.h"
#include "collisionchip/testbench/slurm_template.h"
#include "collisionchip/tlm/machine/config_value.h"

namespace collisionchip {

namespace {

namespace fs = std::filesystem;

using Words = std::vector<std::pair<std::string, std::string>>;

std::string read_template(const std::string& path) {
  if (path.empty()) return kSlurmTemplate;
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) throw InputError(path + ": cannot open: " + std::strerror(errno));
  return text.str();
}

// Every word in its place, except in comments. One that the
// template lacks would make a job that does something else.
std::string filled(const std::string& text, const std::string& name, const Words& words) {
  std::string result;
  std::vector<bool> found(words.size(), false);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line); result += line + "\n") {
    if (line.rfind("# ", 0) == 0) continue;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::size_t at = line.find(words[i].first);
      if (at == std::string::npos) continue;
      line.replace(at, words[i].first.size(), words[i].second);
      found[i] = true;
    }
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!found[i]) throw InputError(fmt::format("{}: expected the word {} in it", name, words[i].first));
  }
  return result;
}

// squeue shows the first eight characters: what tells explorations apart comes first.
std::string job_name(const std::string& plan) {
  std::string name = fs::path(plan).stem().string();
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-' && c != '_') c = '_';
  }
  return name;
}

// Submits a script; the number of the job.
std::string sbatch(const std::string& script) {
  FILE* const pipe = popen(("sbatch --parsable " + shell_word(script) + " 2>&1").c_str(), "r");
  if (pipe == nullptr)
    throw InputError(fmt::format("sbatch: expected to start it: {}", std::strerror(errno)));
  std::string printed;
  char buffer[256];
  while (std::fgets(buffer, sizeof buffer, pipe) != nullptr) printed += buffer;
  const int status = pclose(pipe);
  while (!printed.empty() && printed.back() == '\n') printed.pop_back();
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) throw InputError("sbatch: " + printable(printed));
  return printed.substr(0, printed.find(';'));  // behind it: the cluster
}

std::string write_script(const std::string& path, const std::string& text) {
  write_output_file(path, text);
  return path;
}

}  // namespace

SlurmIds submit(const SlurmJob& job) {
  const std::string name = job.template_file.empty() ? "the template" : job.template_file;
  const std::string text = read_template(job.template_file);
  const std::string folder = job.directory + "/slurm";
  fs::create_directories(folder);
  fs::create_directories(job.directory + "/shards");
  const std::string command =
      fmt::format("{} explore {} --out {}", shell_word(fs::read_symlink("/proc/self/exe").string()),
                  shell_word(job.plan), shell_word(job.directory));
  const std::string task =
      fmt::format(R"({} --shard "$SLURM_ARRAY_TASK_ID/{}" --jobs "${{SLURM_CPUS_PER_TASK:-1}}"{})", command,
                  job.tasks, job.options);
  SlurmIds ids;
  ids.array = sbatch(
      write_script(folder + "/array.sbatch", filled(text, name,
                                                    {{"@NAME@", job_name(job.plan)},
                                                     {"@WHICH@", fmt::format("--array=0-{}", job.tasks - 1)},
                                                     {"@LOG@", folder + "/task-%a.log"},
                                                     {"@COMMAND@", task}})));
  ids.merge =
      sbatch(write_script(folder + "/merge.sbatch", filled(text, name,
                                                           {{"@NAME@", "merge-" + job_name(job.plan)},
                                                            {"@WHICH@", "--dependency=afterany:" + ids.array},
                                                            {"@LOG@", folder + "/merge.log"},
                                                            {"@COMMAND@", command + " --merge"}})));
  return ids;
}

std::string snapshot_file(const std::string& directory) {
  return directory + "/shards/known.sqlite";
}

std::string shard_file(const std::string& directory, std::uint64_t index) {
  return fmt::format("{}/shards/{}.sqlite", directory, index);
}

Shard parse_shard(const std::string& text) {
  Shard shard;
  const char* const end = text.data() + text.size();
  const auto index = std::from_chars(text.data(), end, shard.index);
  const bool slash = index.ec == std::errc() && index.ptr != end && *index.ptr == '/';
  const auto count = slash ? std::from_chars(index.ptr + 1, end, shard.count) : index;
  if (!slash || count.ec != std::errc() || count.ptr != end || shard.index >= shard.count)
    throw InputError("--shard: expected I/N with I from 0 to N - 1, got '" + excerpt(text) + "'");
  return shard;
}

std::uint64_t merge_shards(const std::string& directory, ResultStore& store) {
  std::vector<std::string> files;
  const std::string folder = directory + "/shards";
  if (fs::is_directory(folder)) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      const std::string stem = entry.path().stem().string();
      const bool is_shard =
          entry.path().extension() == ".sqlite" &&
          std::all_of(stem.begin(), stem.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
      if (is_shard) files.push_back(entry.path().string());
    }
  }
  std::sort(files.begin(), files.end());
  for (const std::string& file : files) store.merge(file);
  return files.size();
}

}  // namespace collisionchip
