// What a file is, by its first bytes: for the complaint of a reader that was given something else.
#pragma once

#include <string>
#include <string_view>

namespace collisionchip {

// "a gzip file", "UTF-16 text", "an STL file (binary)", ...; empty for bytes that it does not know. `bytes` is the whole
// file. A file of a text format of this project (poses, TOML, CSV) is one that it does not know.
std::string kind_of_file(std::string_view bytes);

// InputError "PATH: expected WHAT, got KIND" for a file whose kind is known. For readers of text that has no mark of its own.
void refuse_known_kind(const std::string& path, const std::string& what, std::string_view bytes);

}  // namespace collisionchip
