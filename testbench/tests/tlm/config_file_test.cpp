// Chip configuration files: good ones, wrong ones, and what is said of them.
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/testbench/tests/tlm/chip_file.h"
#include "collisionchip/tlm/config/config_file.h"
#include "collisionchip/tlm/machines/presets.h"

namespace collisionchip {
namespace {

TEST(ChipFiles, ChangeOnlyWhatTheySay) {
  const ChipFile plain(
      "sdram.banks = 8\n[stack_engine]\nprefetch = false\n[dop_unit]\ne_register = \"node\"\n");
  ChipConfig expected;
  expected.sdram.banks = 8;
  expected.stack_engine.prefetch = false;
  expected.dop_unit.e_register = ERegister::node;
  EXPECT_EQ(effective_toml(load_chip(plain.path())), effective_toml(expected));

  expected = preset("paper52");
  expected.sdram.banks = 16;
  EXPECT_EQ(effective_toml(load_chip(ChipFile("base = 'paper52'\n[sdram]\nbanks = 0x10\n").path())),
            effective_toml(expected));
  EXPECT_EQ(effective_toml(load_chip(ChipFile("").path())), effective_toml(ChipConfig{}));
  const ChipFile dotted_and_inline("chip = {}\nsdram.banks = 2\npci = { wait_clocks = 0, burst_words = 8 }");
  expected = ChipConfig{};
  expected.sdram.banks = 2;
  expected.pci.wait_clocks = 0;
  expected.pci.burst_words = 8;
  EXPECT_EQ(effective_toml(load_chip(dotted_and_inline.path())), effective_toml(expected));
}

TEST(ChipFiles, MessagesNameFileLineAndKey) {
  EXPECT_EQ(complaint_of(std::string(11, '\n') + "sdram.t_rpp = 4\n"),
            "my.toml:12: sdram.t_rpp: unknown key; nearest is sdram.t_rp");
  EXPECT_EQ(complaint_of("# one\n# two\n# three\n\n\n[sdram]\nbanks = 'four'\n"),
            "my.toml:7: sdram.banks: expected an integer in 1..64, got 'four'");
  EXPECT_EQ(complaint_of("[sdram]\npage_policy = 'opened'"),
            "my.toml:2: sdram.page_policy: expected 'closed' or 'open', got 'opened'");
  EXPECT_EQ(complaint_of("[sdram]\npage_policy = 1"),
            "my.toml:2: sdram.page_policy: expected 'closed' or 'open', got 1");
  EXPECT_EQ(complaint_of("[stack_engine]\nprefetch = 'true'"),
            "my.toml:2: stack_engine.prefetch: expected true or false, got 'true'");
  EXPECT_EQ(complaint_of("[stack_engine]\nprefetch = 1"),
            "my.toml:2: stack_engine.prefetch: expected true or false, got 1");
  EXPECT_EQ(complaint_of("base = 'paper50'\n"),
            "my.toml:1: base: expected paper41, paper52, paper52-eq5, bruteforce, beyond, beyond-small, "
            "beyond-triangle-unit, beyond-contact, beyond-max or today, got 'paper50'; nearest is paper52");
  EXPECT_EQ(complaint_of("base = 'fcl'\n"),
            "my.toml:1: base: expected paper41, paper52, paper52-eq5, bruteforce, beyond, beyond-small, "
            "beyond-triangle-unit, beyond-contact, beyond-max or today, got 'fcl'");
  EXPECT_EQ(complaint_of("\n[base]\n"),
            "my.toml:2: base: expected paper41, paper52, paper52-eq5, bruteforce, beyond, beyond-small, "
            "beyond-triangle-unit, beyond-contact, beyond-max or today, got a table");
  EXPECT_EQ(complaint_of("banks = 4\n"), "my.toml:1: banks: unknown key; nearest is sdram.banks");
  EXPECT_EQ(complaint_of("[sdrm]\nbanks = 4\n"),
            "my.toml:2: sdrm.banks: unknown key; nearest is sdram.banks");
  EXPECT_EQ(complaint_of("\n[sdrm]\n"), "my.toml:2: sdrm: unknown table; nearest is sdram");
  EXPECT_EQ(complaint_of("[sdram]\nt.rp = 4\n"), "my.toml:2: sdram.t.rp: unknown key; nearest is sdram.t_rp");
}

TEST(ChipFiles, OfSeveralMistakesTheFirstLineIsReported) {
  EXPECT_EQ(complaint_of("[sdram]\nzzz = 1\nbanks = 3\n[chip]\naaa = 1\n").substr(0, 18),
            "my.toml:2: sdram.z");
  EXPECT_EQ(complaint_of("[stack_engine]\nzzz = 1\n[chip]\naaa = 1\n").substr(0, 15), "my.toml:2: stac");
}

TEST(ChipFiles, MissingOrUnreadable) {
  const ChipFile file("");
  const std::string missing = file.path() + ".none.toml";
  try {
    load_chip(missing);
    FAIL() << "loaded a file that does not exist";
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()),
              missing + ": expected a readable file, got No such file or directory");
  }
  const std::string directory = file.path() + ".toml";
  std::filesystem::create_directory(directory);
  EXPECT_THROW(load_chip(directory), InputError);
  EXPECT_THROW(load_chip("paper42"), InputError);
  EXPECT_THROW(load_chip(""), InputError);
}

TEST(ChipFiles, MalformedToml) {
  struct Case {
    std::string text, line, reason, place;
  };
  const std::string unquoted = "a value must be a number, true, false or a word in quotes";
  const std::string sdram_again = "table (\"sdram\") already exists";
  const std::vector<Case> cases = {
      {"[sdram]\nmodel = \"open\n", "2", "the next token is not a valid string", "model = \"open"},
      {"[sdram]\nmodel = 'open", "2", "the next token is not a valid literal string", "model = 'open"},
      {"[sdram]\nmodel = open\n", "2", unquoted, "model = open"},
      {"[sdram]\nmodel = node\n", "2", unquoted, "model = node"},
      {"[sdram]\nmodel = flags\n", "2", unquoted, "model = flags"},
      {"[sdram]\nbanks = 4\n\nbanks = 8\n", "4", "value (\"banks\") already exists", "banks = 8"},
      {"[sdram]\r\nbanks = 4\r\nbanks = 8\r\n", "3", "value (\"banks\") already exists", "banks = 8"},
      {"[sdram]\n[chip]\n[sdram]\n", "3", sdram_again, "[sdram]"},
      {"sdram.banks = 4\n[sdram]\nt_rp = 4\n", "2", sdram_again, "[sdram]"},
      {"sdram = 4\n[sdram]\n", "2", "value (\"sdram\") already exists", "[sdram]"},
      {"[sdram\nbanks = 4\n", "1", "an invalid key appeared", "[sdram"},
      {"[sdram]\nbanks = 4 t_rp = 4\n", "2", "invalid line format", "banks = 4 t_rp = 4"},
      {"[sdram]\n\nbanks = 1979-99-99\n", "3", "invalid date: it does not conform RFC3339", "1979-99-99"},
  };
  for (const auto& [text, line, reason, place] : cases) {
    EXPECT_EQ(complaint_of(text), "my.toml:" + line + ": not valid TOML: " + reason + ", at '" + place + "'");
  }
}

TEST(ChipFiles, ValuesOfTheWrongType) {
  const std::string big(20, '9');
  for (const std::string& value : {big, "-" + big, std::string("nan"), std::string("4.0"),
                                   std::string("1979-05-27"), std::string("true"), std::string("65")}) {
    EXPECT_EQ(complaint_of("[sdram]\nbanks = " + value),
              "my.toml:2: sdram.banks: expected an integer in 1..64, got " + value);
  }
  EXPECT_EQ(complaint_of("[sdram]\nt_rp = 4\nbanks = [\n4\n]"),
            "my.toml:3: sdram.banks: expected an integer in 1..64, got an array");
  EXPECT_EQ(complaint_of("[sdram.banks]\n"),
            "my.toml:1: sdram.banks: expected an integer in 1..64, got a table");
  EXPECT_EQ(complaint_of("[[sdram]]\nbanks = 4"), "my.toml:1: sdram: expected a table, got an array");
  EXPECT_EQ(complaint_of("chip.clock_period_ps = 3750\nsdram.banks = 'x'"),
            "my.toml:2: sdram.banks: expected an integer in 1..64, got 'x'");
  EXPECT_EQ(complaint_of("\"sdram.banks\" = 8"),
            "my.toml:1: \"sdram.banks\": unknown key; nearest is sdram.banks");
  EXPECT_EQ(complaint_of("[sdram]\r\n\r\n# comment\r\nbanks = 'x'\r\n"),
            "my.toml:4: sdram.banks: expected an integer in 1..64, got 'x'");
  EXPECT_EQ(complaint_of("[sdram]\nmodel = \"\"\"a\nb\"\"\""),
            "my.toml:2: sdram.model: expected 'banks' or 'constant', got 'a\\x0ab'");
  EXPECT_EQ(complaint_of("[stack_engine]\nprefetch = 1"),
            "my.toml:2: stack_engine.prefetch: expected true or false, got 1");
}

TEST(ChipFiles, GoodFileWithCrLf) {
  const ChipFile file("base = \"paper52\"\r\n\r\n[sdram]\r\nbanks = 8\r\n");
  EXPECT_EQ(load_chip(file.path()).sdram.banks, 8u);
}

// Any bytes give an InputError of one line, or a configuration.
TEST(ChipFiles, AnyDamageIsOneLine) {
  const std::string good = "base = \"paper52\"\n" + effective_toml(ChipConfig{});
  std::vector<std::string> texts = {std::string(70000, '#'), std::string(1, '\0'), "\xff\xfe",
                                    "\xef\xbb\xbf[chip]"};
  for (const char* const part : {"[", "{", "a.", "[a.", "a=["}) {
    for (const std::size_t times : {300u, 900u, 30000u}) {
      std::string text = "x = ";
      for (std::size_t i = 0; i < times; ++i) text += part;
      texts.push_back(text);
      texts.push_back(text.substr(4));
    }
  }
  std::uint64_t state = 1;
  const auto random = [&state](std::size_t below) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<std::size_t>(state >> 33) % below;
  };
  for (int i = 0; i < 500; ++i) {
    std::string text = good;
    for (std::size_t n = 1 + random(3); n-- > 0;) {
      const char c = "=[]{}\"'.,\n\r\0#0x-_\x7f\x80"[random(19)];
      if (random(2) == 0) text.erase(random(text.size()), 1 + random(8));
      text.insert(random(text.size()), 1, c);
    }
    texts.push_back(text);
  }
  for (const std::string& text : texts) {
    const std::string complaint = complaint_of(text);  // anything but an InputError fails the test
    EXPECT_EQ(complaint.find_first_of("\n\r\x1b"), std::string::npos) << complaint;
    EXPECT_LT(complaint.size(), 400u) << complaint;
  }
}

TEST(ChipFiles, AreValidatedAndTheKeyTheySetIsTheOneToBlame) {
  EXPECT_EQ(complaint_of("[sdram]\n\nt_rc = 8\n"), "my.toml:3: sdram.t_rc = 8 is less than sdram.t_ras = 12");
  EXPECT_EQ(complaint_of("[sdram]\n\nt_ras = 17\n"),
            "my.toml:3: sdram.t_rc = 16 is less than sdram.t_ras = 17");
  EXPECT_EQ(complaint_of("[sdram]\nt_ras = 20\nt_rc = 24\n"), "");
}

}  // namespace
}  // namespace collisionchip
