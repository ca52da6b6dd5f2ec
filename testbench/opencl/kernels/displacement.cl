// The case study's kernels that move vertices, as printed except for two changes. "read_only" is for images and pipes and does
// not compile, so arguments that are only read are const. The range is rounded up to whole groups, so it ends at `count`.
#pragma OPENCL FP_CONTRACT OFF

__kernel void CalcTransl(__global const float* Displacement, __global float* DisplacedVertexes,
                         int count) {
  int k = get_global_id(0);
  if (k >= count) return;
  int i = k / 3;
  int r = k - 3 * i;
  DisplacedVertexes[k] += Displacement[r];
}

// rotM[r + 3 s] is row r, column s.
__kernel void CalcRotacoes(__global const float* rotM, __global const float* V, __global float* DisplacedVertexes,
                           int count) {
  int k = get_global_id(0);
  if (k >= count) return;
  int i = k / 3;
  int r = k - 3 * i;
  DisplacedVertexes[k] = V[3 * i] * rotM[r] + V[3 * i + 1] * rotM[r + 3] + V[3 * i + 2] * rotM[r + 6];
}
