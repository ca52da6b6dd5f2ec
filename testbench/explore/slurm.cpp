#include "collisionchip/testbench/explore/slurm.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "collisionchip/reference/files/output_file.h"
#include "collisionchip/reference/files/temporary_folder.h"
#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/text_scanner.h"
#include "collisionchip/testbench/results/result_folder.h"
#include "collisionchip/testbench/slurm_template.h"
#include "collisionchip/tlm/config/config_value.h"

namespace collisionchip {

namespace {

namespace fs = std::filesystem;

constexpr const char *kArrayScript = "slurm/array.sbatch", *kMergeScript = "slurm/merge.sbatch";

using Words = std::vector<std::pair<std::string, std::string>>;

std::string read_template(const std::string& path) {
  if (path.empty()) return kSlurmTemplate;
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file)
    throw InputError(Place::in(path), "a readable file", std::string(", got ") + std::strerror(errno));
  return text.str();
}

// The place of the first word in the text from `from` on, or npos. `word` becomes its number.
std::size_t next_word(const std::string& text, std::size_t from, const Words& words, std::size_t& word) {
  std::size_t first = std::string::npos;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::size_t at = text.find(words[i].first, from);
    if (at >= first) continue;
    first = at;
    word = i;
  }
  return first;
}

// Every word in its place, except in comments. One that the template lacks would make a job that does
// something else. What was filled in is not looked at again: a path may look like a word.
std::string filled(const std::string& text, const std::string& name, const Words& words) {
  std::string result;
  std::vector<bool> found(words.size(), false);
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line); result += "\n") {
    const bool comment = line.rfind("# ", 0) == 0;
    std::size_t from = 0, word = 0;
    while (!comment) {
      const std::size_t at = next_word(line, from, words, word);
      if (at == std::string::npos) break;
      result += line.substr(from, at - from) + words[word].second;
      found[word] = true;
      from = at + words[word].first.size();
    }
    result += line.substr(from);
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!found[i]) throw InputError(name, fmt::format("the word {} in it", words[i].first));
  }
  return result;
}

// As sbatch reads `#SBATCH` lines, within double quotes and without: a backslash takes the next character as
// it is. In the name itself a % begins a pattern and %% is one.
std::string log_word(const std::string& path) {
  std::string word;
  for (const char c : path) {
    if (c == '%') word += '%';
    if (c == '"' || c == '\'' || c == '#') word += '\\';
    word += c;
  }
  return word;
}

std::string program() {
  return fs::read_symlink("/proc/self/exe").string();
}

void refuse_path(const std::string& path, const char* what, bool is_log) {
  const auto control = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
  if (std::any_of(path.begin(), path.end(), control))
    throw InputError(Place::in(path), std::string(what) + " without control characters for Slurm");
  if (is_log && path.find('\\') != std::string::npos)
    throw InputError(Place::in(path), std::string(what) + " without a backslash",
                     ": Slurm would put all tasks into one log");
}

bool can_be_found(const char* name) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (access((fs::path(folder) / name).c_str(), X_OK) == 0) return true;
  }
  return false;
}

std::string template_name(const SlurmJob& job) {
  return job.template_file.empty() ? "the template" : job.template_file;
}

// squeue shows the first eight characters: what tells explorations apart comes first.
std::string job_name(const std::string& plan) {
  std::string name = fs::path(plan).stem().string();
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-' && c != '_') c = '_';
  }
  return name;
}

std::vector<std::string> lines_of(std::istream& text) {
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) {
    if (!line.empty()) lines.push_back(line);
  }
  return lines;
}

struct Said {
  int status = 0;  // as wait has it
  std::vector<std::string> output, notes;
};

// What a site has to say goes to standard error, and is no part of the number.
Said run_sbatch(const std::string& script) {
  const TemporaryFolder folder;
  const std::string notes = folder.path() + "/notes";
  const std::string command = "sbatch --parsable " + shell_word(script) + " 2> " + shell_word(notes);
  FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) throw InputError("sbatch", fmt::format("to start it: {}", std::strerror(errno)));
  std::stringstream printed;
  char buffer[256];
  while (std::fgets(buffer, sizeof buffer, pipe) != nullptr) printed << buffer;
  Said said;
  said.status = pclose(pipe);
  said.output = lines_of(printed);
  std::ifstream noted(notes, std::ios::binary);
  said.notes = lines_of(noted);
  return said;
}

std::string in_one_line(const Said& said) {
  std::string text;
  for (const auto* lines : {&said.notes, &said.output}) {
    for (const std::string& line : *lines) text += (text.empty() ? "" : "; ") + printable(line);
  }
  return text.empty() ? "not a word" : text;
}

// "NUMBER", or "NUMBER;CLUSTER".
bool is_job(const std::string& line) {
  const std::string number = line.substr(0, line.find(';'));
  return !number.empty() && number.find_first_not_of("0123456789") == std::string::npos;
}

// Submits a script; the number of the job. What else sbatch says becomes a note.
std::string sbatch(const std::string& script, std::vector<std::string>& notes) {
  Said said = run_sbatch(script);
  if (!WIFEXITED(said.status) || WEXITSTATUS(said.status) != 0)
    throw InputError("sbatch",
                     fmt::format("it to submit {}, got: {}", printable_path(script), in_one_line(said)));
  if (std::count_if(said.output.begin(), said.output.end(), is_job) != 1)
    throw InputError("sbatch",
                     fmt::format("the number of a job, as --parsable prints it, got: {}", in_one_line(said)),
                     fmt::format("; if it has submitted {}, scancel ends the job", printable_path(script)));
  const std::string line = *std::find_if(said.output.begin(), said.output.end(), is_job);
  for (const std::string& note : said.notes) notes.push_back(printable(note));
  return line.substr(0, line.find(';'));
}

std::string write_script(const std::string& path, const std::string& text) {
  write_output_file(path, text);
  return path;
}

}  // namespace

void refuse_unsubmittable(const SlurmJob& job) {
  if (!can_be_found("sbatch")) throw InputError("--slurm", "Slurm's sbatch in PATH", ", found none");
  refuse_path(job.plan, "a plan", false);
  refuse_path(program(), "a program", false);
  refuse_path(job.directory, "a folder", true);
  filled(read_template(job.template_file), template_name(job),
         {{"@NAME@", ""}, {"@WHICH@", ""}, {"@LOG@", ""}, {"@COMMAND@", ""}});
}

SlurmIds submit(const SlurmJob& job) {
  refuse_unsubmittable(job);
  const std::string name = template_name(job);
  const std::string text = read_template(job.template_file);
  const std::string folder = job.directory + "/slurm";
  fs::create_directories(folder);
  const std::string command = fmt::format("{} explore {} --out {}", shell_word(program()),
                                          shell_word(job.plan), shell_word(job.directory));
  const std::string task =
      fmt::format(R"({} --shard "$SLURM_ARRAY_TASK_ID/{}" --jobs "${{SLURM_CPUS_PER_TASK:-1}}"{})", command,
                  job.tasks, job.options);
  SlurmIds ids;
  const std::string array_script = write_script(
      job.directory + "/" + kArrayScript, filled(text, name,
                                                 {{"@NAME@", job_name(job.plan)},
                                                  {"@WHICH@", fmt::format("--array=0-{}", job.tasks - 1)},
                                                  {"@LOG@", log_word(folder) + "/task-%a.log"},
                                                  {"@COMMAND@", task}}));
  ids.array = sbatch(array_script, ids.notes);
  const std::string merge_script = write_script(job.directory + "/" + kMergeScript,
                                                filled(text, name,
                                                       {{"@NAME@", "merge-" + job_name(job.plan)},
                                                        {"@WHICH@", "--dependency=afterany:" + ids.array},
                                                        {"@LOG@", log_word(folder) + "/merge.log"},
                                                        {"@COMMAND@", command + " --merge"}}));
  try {
    ids.merge = sbatch(merge_script, ids.notes);
  } catch (const InputError& error) {
    throw InputError(fmt::format(
        "{}; array {} is submitted without its merge: `sbatch {}` submits that, `scancel {}` ends the array",
        error.what(), ids.array, shell_word(merge_script), ids.array));
  }
  return ids;
}

std::vector<std::string> slurm_files() {
  return {kArrayScript, kMergeScript};
}

}  // namespace collisionchip
