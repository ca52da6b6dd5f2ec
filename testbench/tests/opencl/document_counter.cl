// The case study's search as printed, with corrected qualifiers and without its test of triangles. Every work-item counts,
// without an atomic, in a number that all work-items read. A checker of races must find this race.
__kernel void CalcExactCollision(__global const int* meets, __global int* numCollisions) {
  int i = get_global_id(0);
  int j = get_global_id(1);
  if (numCollisions[0] <= 0)
    if (meets[i + j]) numCollisions[0]++;
}
