// Text that must be UTF-8, of names that need not be.
#include "collisionchip/reference/text/utf8_text.h"

#include <gtest/gtest.h>

namespace collisionchip {
namespace {

TEST(Utf8Text, CharactersStayAndOtherBytesAreReplacedOneByOne) {
  for (const char* text :
       {"", "gear.obj", "g\xc3\xa4r", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xf4\x8f\xbf\xbf"}) {
    EXPECT_TRUE(is_utf8(text));
    EXPECT_EQ(utf8_text(text), text);
  }
  EXPECT_EQ(utf8_text("g\xe4r"), "g\xef\xbf\xbdr");
  EXPECT_EQ(utf8_text("\xe2\x82"), "\xef\xbf\xbd\xef\xbf\xbd") << "cut short";
}

TEST(Utf8Text, WhatUnicodeDoesNotAllowIsNoCharacter) {
  for (const char* text : {"\x80", "\x82\x80", "\xc0\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80",
                           "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xff", "\xc3("})
    EXPECT_FALSE(is_utf8(text)) << text;
}

}  // namespace
}  // namespace collisionchip
