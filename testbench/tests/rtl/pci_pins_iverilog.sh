#!/usr/bin/env bash
# pci_pins_iverilog.sh IVERILOG PCI_PINS_TESTS SOURCES...: the PCI Interface at its pins under Icarus Verilog, on traffic
# that the test program writes.
set -euo pipefail

iverilog=$1 tests=$2
shift 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
PCI_PINS_FILE=$folder/pins.hex "$tests" --gtest_filter='PciPinsFile.*' --gtest_brief=1
"$iverilog" -g2012 -s pci_pins_tb -o "$folder/tb.vvp" "$@" 2>"$folder/messages" || { cat "$folder/messages"; exit 1; }
output=$("$(dirname "$iverilog")/vvp" -n "$folder/tb.vvp" "+pins=$folder/pins.hex")
echo "$output"
[[ $output == *" 0 differences"* ]]
