// What is given to sbatch; a stand-in takes the place of the cluster (slurm_test.py has a real one).
#include "collisionchip/testbench/explore/slurm.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "collisionchip/testbench/tests/explore/explore_support.h"

namespace collisionchip {
namespace {

using namespace testing_support;

class SlurmScript : public ::testing::Test {
 protected:
  // An sbatch that does what `script` says.
  void stand_in(const std::string& script) {
    chmod(folder_.write("sbatch", "#!/bin/sh\n" + script + "\n").c_str(), 0755);
    path_ = std::getenv("PATH");
    setenv("PATH", (folder_ / ":" + path_).c_str(), 1);
  }
  ~SlurmScript() override {
    if (!path_.empty()) setenv("PATH", path_.c_str(), 1);
  }

  SlurmJob job() {
    SlurmJob job;
    job.plan = "/plans/my plan.toml";
    job.directory = folder_ / "out";
    job.tasks = 8;
    job.options = " --no-check";
    return job;
  }
  std::string complaint(const SlurmJob& job) {
    try {
      submit(job);
    } catch (const InputError& error) {
      return folder_.without(error.what());
    }
    return "";
  }

  Folder folder_;
  std::string path_;
};

TEST_F(SlurmScript, TheArrayRunsShardsAndTheMergeWaitsForIt) {
  stand_in("echo \"$2\" >> " + folder_ / "calls; if [ $(wc -l < " +
           folder_ / "calls) = 1 ]; then echo '17;cluster'; else echo 18; fi");
  const SlurmIds ids = submit(job());
  EXPECT_EQ(ids.array, "17");
  EXPECT_EQ(ids.merge, "18");
  EXPECT_EQ(folder_.without(folder_.read("calls")), "out/slurm/array.sbatch\nout/slurm/merge.sbatch\n");
  const std::string array = folder_.without(folder_.read("out/slurm/array.sbatch"));
  for (const char* const line : {"#SBATCH --job-name=my_plan\n", "#SBATCH --array=0-7\n",
                                 "#SBATCH --output=\"out/slurm/task-%a.log\"\n", "#SBATCH --requeue\n",
                                 " explore '/plans/my plan.toml' --out out --shard "
                                 "\"$SLURM_ARRAY_TASK_ID/8\" --jobs \"${SLURM_CPUS_PER_TASK:-1}\" "
                                 "--no-check\n"}) {
    EXPECT_NE(array.find(line), std::string::npos) << line << array;
  }
  const std::string merge = folder_.without(folder_.read("out/slurm/merge.sbatch"));
  for (const char* const line : {"#SBATCH --job-name=merge-my_plan\n", "#SBATCH --dependency=afterany:17\n",
                                 " explore '/plans/my plan.toml' --out out --merge\n"}) {
    EXPECT_NE(merge.find(line), std::string::npos) << line << merge;
  }
}

TEST_F(SlurmScript, ATemplateOfTheUsersIsFilledIn) {
  stand_in("echo 1");
  SlurmJob mine = job();
  mine.template_file = folder_.write(
      "mine",
      "#!/bin/sh\n# @NAME@ stays in a comment\n#SBATCH -p fast -J @NAME@ @WHICH@ -o @LOG@\nnice @COMMAND@\n");
  submit(mine);
  const std::string array = folder_.read("out/slurm/array.sbatch");
  EXPECT_EQ(
      array.rfind("#!/bin/sh\n# @NAME@ stays in a comment\n#SBATCH -p fast -J my_plan --array=0-7 -o ", 0),
      0u)
      << array;
  mine.template_file = folder_.write("bad", "#SBATCH -J @NAME@ @WHICH@ -o @LOG@\n# @COMMAND@\n");
  EXPECT_EQ(complaint(mine), "bad: expected the word @COMMAND@ in it");
  mine.template_file = folder_ / "gone";
  EXPECT_EQ(complaint(mine), "gone: expected a readable file, got No such file or directory");
}

// The value of an option in an #SBATCH line, as sbatch reads it (get_argument in its opt.c): quotes group, a
// backslash takes the next character as it is, an unquoted # begins a comment.
std::string read_as_sbatch(const std::string& script, const std::string& option) {
  std::string value;
  char quote = 0;
  for (std::size_t i = script.find(option) + option.size(); i < script.size() && script[i] != '\n'; ++i) {
    const char c = script[i];
    if (c == '\\') {
      value += script[++i];
    } else if (quote != 0 ? c == quote : c == '"' || c == '\'') {
      quote = quote != 0 ? 0 : c;
    } else if (quote == 0 && (c == '#' || c == ' ')) {
      break;
    } else {
      value += c;
    }
  }
  return value;
}

// And the name of the log, as the node makes it of the pattern.
std::string expanded(const std::string& pattern) {
  std::string name;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] != '%') {
      name += pattern[i];
    } else {
      const char letter = pattern[++i];
      name += letter == '%' ? "%" : letter == 'a' ? "7" : "?";
    }
  }
  return name;
}

TEST_F(SlurmScript, TheLogIsWhereTheFolderIsWhateverItIsCalled) {
  stand_in("echo 1");
  for (const char* const name :
       {"a b", "a\"b", "a'b", "50%j", "@COMMAND@", "@LOG@ @NAME@", "a#b", "#%a\"' b"}) {
    SlurmJob odd = job();
    odd.directory = folder_ / name;
    odd.plan = folder_ / "@LOG@.toml";
    submit(odd);
    const std::string array = folder_.read(std::string(name) + "/slurm/array.sbatch");
    EXPECT_EQ(expanded(read_as_sbatch(array, "--output=")), odd.directory + "/slurm/task-7.log") << array;
    const std::string words = array.substr(array.find("exec ") + 5);
    // The words as the shell reads them.
    const std::string printed = folder_ / "printed";
    ASSERT_EQ(
        std::system(("cat > " + folder_ / "words.sh" + " <<'END'\nset -- " + words +
                     "\nprintf '%s\\n' \"$3\" \"$5\" > " + printed + "\nEND\nsh " + folder_ / "words.sh")
                        .c_str()),
        0);
    EXPECT_EQ(folder_.read("printed"), odd.plan + "\n" + odd.directory + "\n") << array;
  }
}

TEST_F(SlurmScript, WhatNoScriptCanSayIsRefusedBeforeAnythingIsMade) {
  stand_in("echo 1");
  SlurmJob bad = job();
  bad.directory = folder_ / "out\ntouch x";
  EXPECT_EQ(complaint(bad), "out\\x0atouch x: expected a folder without control characters for Slurm");
  bad.directory = folder_ / "out\\x";
  EXPECT_EQ(complaint(bad),
            "out\\x: expected a folder without a backslash: Slurm would put all tasks into one log");
  bad = job();
  bad.plan = folder_ / "plan\r.toml";
  EXPECT_EQ(complaint(bad), "plan\\x0d.toml: expected a plan without control characters for Slurm");
  for (const auto& entry : std::filesystem::directory_iterator(folder_ / "."))
    EXPECT_EQ(entry.path().filename(), "sbatch");
}

TEST_F(SlurmScript, WithoutSlurmNothingIsMade) {
  const std::string plan = folder_.write("plan.toml", kWorkload);
  const std::string command = "PATH=" + folder_ / "nowhere " + COLLISIONCHIP_BINARY + " explore " + plan +
                              " --slurm --out " + folder_ / "out 2> " + folder_ / "complaint";
  EXPECT_EQ(WEXITSTATUS(std::system(command.c_str())), 3);
  EXPECT_EQ(folder_.read("complaint"),
            "collisionchip: --slurm: expected Slurm's sbatch in PATH, found none\n");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
}

TEST_F(SlurmScript, WhatSbatchRefusesIsSaid) {
  stand_in("echo 'sbatch: error: invalid partition specified: fast' >&2; exit 1");
  EXPECT_EQ(complaint(job()),
            "sbatch: expected it to submit out/slurm/array.sbatch, got: sbatch: error: invalid partition "
            "specified: fast");
  stand_in("exit 1");
  EXPECT_EQ(complaint(job()), "sbatch: expected it to submit out/slurm/array.sbatch, got: not a word");
}

// A site's sbatch may print other text; only the number counts.
TEST_F(SlurmScript, TheNumberOfTheJobIsTakenFromStandardOutputAlone) {
  stand_in("echo 'no partition: the default' >&2; echo; echo Welcome; echo '4711;cluster'; echo 12 >&2");
  const SlurmIds ids = submit(job());
  EXPECT_EQ(ids.array, "4711");
  EXPECT_EQ(ids.notes[0] + "|" + ids.notes[1], "no partition: the default|12");
  EXPECT_NE(folder_.read("out/slurm/merge.sbatch").find("--dependency=afterany:4711\n"), std::string::npos);
}

TEST_F(SlurmScript, WhatIsNoNumberOfAJobIsRefused) {
  const char* const said[][2] = {{"echo Submitted batch job 4711", "Submitted batch job 4711"},
                                 {"echo 4711 >&2", "4711"},
                                 {"echo 4711; echo 4712", "4711; 4712"},
                                 {"echo 4711a", "4711a"},
                                 {"true", "not a word"}};
  for (const auto& [script, words] : said) {
    stand_in(script);
    EXPECT_EQ(complaint(job()),
              "sbatch: expected the number of a job, as --parsable prints it, got: " + std::string(words) +
                  "; if it has submitted out/slurm/array.sbatch, scancel ends the job");
    EXPECT_FALSE(std::filesystem::exists(folder_ / "out/slurm/merge.sbatch"));
  }
}

TEST_F(SlurmScript, AnArrayWithoutItsMergeIsNamedWithWhatToType) {
  stand_in("case $2 in *merge*) echo too many jobs >&2; exit 1;; esac; echo 4711");
  EXPECT_EQ(
      complaint(job()),
      "sbatch: expected it to submit out/slurm/merge.sbatch, got: too many jobs; array 4711 is submitted "
      "without its merge: `sbatch out/slurm/merge.sbatch` submits that, `scancel 4711` ends the array");
}

}  // namespace
}  // namespace collisionchip
