// Checks names that the program itself makes in a folder of results: opening a pipe with such a name would never end.
#pragma once

#include <filesystem>
#include <string>

namespace collisionchip {

// For messages: "a file", "a folder", "a pipe", "a link", "a device", "a socket" or "nothing".
const char* name_of(std::filesystem::file_type type);

// InputError, which names what is there, unless the path is a regular file, a link to one, or free.
void expect_regular_file(const std::string& path);

// FNV-1a of all bytes, 16 hexadecimal digits; of no bytes if the file cannot be read.
std::string digest_of_file(const std::string& path);

}  // namespace collisionchip
