#!/usr/bin/env bash
# float_cores_iverilog.sh IVERILOG FLOAT_CORES_TESTS SOURCES...: the float32 cores under Icarus Verilog, on vectors that
# the test program writes.
set -euo pipefail

iverilog=$1 tests=$2
shift 2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
FLOAT_VECTOR_FILE=$folder/vectors.hex "$tests" --gtest_filter='FloatVectorFile.*' --gtest_brief=1
"$iverilog" -g2012 -s float_cores_tb -o "$folder/tb.vvp" "$@"
output=$("$(dirname "$iverilog")/vvp" "$folder/tb.vvp" "+vectors=$folder/vectors.hex")
echo "$output"
[[ $output == *" 0 differences"* ]]
