// What stands under a name that nobody has typed, in a folder of results: a pipe there would be waited for without end.
#pragma once

#include <filesystem>
#include <string>

namespace collisionchip {

// For messages: "a file", "a folder", "a pipe", "a link", "a device", "a socket" or "nothing".
const char* name_of(std::filesystem::file_type type);

// InputError, with what is there, unless it is a regular file, or a link to one, or nothing.
void expect_regular_file(const std::string& path);

// FNV-1a of all bytes, 16 hexadecimal digits; of no bytes if the file cannot be read.
std::string digest_of_file(const std::string& path);

}  // namespace collisionchip
