// Answers that are kept in files named by numbers while a command runs, so that it can be broken off and go on.
#pragma once

#include <string>

namespace collisionchip {

// Makes the folder if it does not exist. InputError if the path is a link, or if the folder holds other files than answers.
void make_answer_store(const std::string& path);
// InputError as above; a folder that does not exist is accepted.
void check_answer_store(const std::string& path);
// Removes the folder and its files, and leftovers of killed processes. If there are other files, these and the folder stay.
void remove_answer_store(const std::string& path);

}  // namespace collisionchip
