// Document 003's search as printed, its qualifiers corrected and its test of triangles left out: every work-item counts
// without an atomic what all of them read. A checker of races that does not find this one finds none.
__kernel void CalcExactCollision(__global const int* meets, __global int* numCollisions) {
  int i = get_global_id(0);
  int j = get_global_id(1);
  if (numCollisions[0] <= 0)
    if (meets[i + j]) numCollisions[0]++;
}
