// Names of files that are not complete: hidden, in the folder of the final file, with the number of the process that writes.
#pragma once

#include <string>

namespace collisionchip {

// ".NAME.PROCESS.new", and with `attempt` above 0 ".NAME.PROCESS.ATTEMPT.new": two processes that write the same file do not
// disturb one another. A long NAME is cut.
std::string hidden_name(const std::string& place, int attempt);

// Whether `name` is a hidden name of the file `file`, from this process or another one.
bool is_hidden_name(const std::string& name, const std::string& file);

// Removes hidden files that killed processes left at this place: regular files of this user, with such a name, whose
// process has ended. A process reads a folder only once.
void remove_leftovers(const std::string& place);

}  // namespace collisionchip
