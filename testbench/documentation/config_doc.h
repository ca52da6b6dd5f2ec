// What there is to say about the keys of a configuration, from the table of keys, the presets and the rules between keys.
#pragma once

#include <string>

namespace collisionchip {

// docs/configuration.md.
std::string configuration_page();

// docs/tables/keys.csv, a line for each key: key,default,unit,values,neutral,paper,meaning.
std::string keys_csv();

// The rules between keys, each with the machines that have it: as text, and as docs/tables/key_rules.csv (machines,rule).
std::string rules_text();
std::string rules_csv();

// "sdram.t_rp", or "sdram" for each key of the section: all that is known about it, and the rules that name it.
// InputError with the nearest name if there is no such key and no such section.
std::string explanation(const std::string& name);

}  // namespace collisionchip
