// A line of evaluate, taken apart: an id of any JSON, keys once each, and what is no JSON object.
#include "collisionchip/testbench/explore/asked_line.h"

#include <gtest/gtest.h>

#include "collisionchip/reference/text/input_error.h"

namespace collisionchip {
namespace {

std::string complaint_of(const std::string& line) {
  try {
    AskedLine(line, "line 1").keys();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(AskedLine, KeepsAnIdByteForByte) {
  for (const std::string id :
       {"123456789012345678901234567890", "1e400", "-0", "0.1000", "1E+2", "[1, 1e999 ,-0.0]", "null", "\"\"",
        "[ ]", R"({"a": 1, "a": {"id": 2.50}})", R"("a\u0041\"}, \\/[[")"}) {
    for (const char* const keys : {"}", ", \"sdram.banks\": 2}", " ,\"sdram\":{\"banks\":1e400} } "}) {
      const AskedLine line("{\"i\\u0064\" : " + id + keys, "line 1");
      EXPECT_EQ(line.id(), id);
      EXPECT_FALSE(line.keys().contains("id"));
    }
  }
  EXPECT_EQ(AskedLine("{}", "line 1").id(), "");
}

TEST(AskedLine, KeepsKeysAsTheyStandThere) {
  const AskedLine line(R"({"sdram.banks": 8, "id": 1, "sdram": {"t_cl": 2.0}, "a": 1e400, "b": "1e400"})",
                       "line 1");
  EXPECT_EQ(line.keys().dump(), R"({"sdram.banks":8,"sdram":{"t_cl":2.0},"a":"1e400","b":"1e400"})");
}

TEST(AskedLine, NamesAKeyThatStandsThereTwice) {
  const char* const twice[][2] = {{R"({"sdram.banks": 8, "sdram.banks": 4})", "sdram.banks"},
                                  {R"({"sdram": {"banks": 8, "banks": 8}})", "sdram.banks"},
                                  {R"({"sdram.banks": 8, "sdram": {"banks": 4}})", "sdram.banks"},
                                  {R"({"sdram": {"banks": 8}, "sdram": {"t_cl": 4}})", "sdram"},
                                  {R"({"sdram.banks": 8, "sdram\u002ebanks": 4})", "sdram.banks"},
                                  {R"({"id": 1, "sdram.banks": 8, "id": 1})", "id"}};
  for (const auto& [line, name] : twice)
    EXPECT_EQ(complaint_of(line), std::string("line 1: ") + name + ": expected each key once, got it twice");
  EXPECT_EQ(AskedLine(twice[5][0], "line 1").id(), "");
  EXPECT_EQ(AskedLine(R"({"id": 7, "a": 8, "a": 4})", "line 1").id(), "7");
}

TEST(AskedLine, RefusesWhatIsNoJsonObject) {
  for (const std::string line : {"",
                                 " ",
                                 "{\"id\": 01}",
                                 "{\"id\": 1.}",
                                 "{\"id\": +1}",
                                 "{\"id\": 1e}",
                                 "{\"id\": -}",
                                 "{\"id\": .5}",
                                 "{\"id\": 1 2}",
                                 "{\"id\": tru}",
                                 "{\"id\": 1,}",
                                 "{\"id\": \"a}",
                                 "{\"id\": [1}",
                                 "{\"id\" 1}",
                                 "{",
                                 "[{\"id\": 1}]",
                                 "\"{\\\"id\\\": 1}\"",
                                 "12",
                                 "{\"id\": \"\xff\"}",
                                 "{\"id\": 1}}"})
    EXPECT_NE(complaint_of(line).find("line 1: expected a JSON object of keys, got "), std::string::npos)
        << line;
  const std::string deep = std::string(200, '[') + std::string(200, ']');
  EXPECT_EQ(complaint_of("{\"id\": " + deep + "}"), "line 1: expected a JSON object with at most 100 levels");
  EXPECT_EQ(complaint_of("{\"id\": \"" + deep + "\"}"), "") << "brackets of a text";
}

}  // namespace
}  // namespace collisionchip
