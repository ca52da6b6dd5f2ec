// Answers that are kept in files named by numbers while a command runs, so that it can be broken off and go on.
#pragma once

#include <string>

namespace collisionchip {

// Makes the folder if need be. InputError if a link stands there, or if it holds anything but such files.
void make_answer_store(const std::string& path);
// InputError as above; a folder that is not there is none to complain of.
void check_answer_store(const std::string& path);
// Removes its files, also what killed processes left of them, and the folder. Anything else stays, and the folder with it.
void remove_answer_store(const std::string& path);

}  // namespace collisionchip
