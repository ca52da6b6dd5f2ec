// Names of files that are not complete: hidden, beside the file that they become, with the number of the process that writes.
#pragma once

#include <string>

namespace collisionchip {

// ".NAME.PROCESS.new", and with `attempt` above 0 ".NAME.PROCESS.ATTEMPT.new": two processes that write the same file do not
// disturb one another. Of a long name its begin.
std::string hidden_name(const std::string& place, int attempt);

// Of this process or another one, that of a file called `file`.
bool is_hidden_name(const std::string& name, const std::string& file);

// Removes the hidden files that killed processes left of this place: regular files of this user, with such a name, whose
// process does not live. A folder is read once in a process.
void remove_leftovers(const std::string& place);

}  // namespace collisionchip
