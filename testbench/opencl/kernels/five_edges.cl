// The case study's test of an edge against a triangle, and two searches that use it: the printed one for "yes" or "no",
// with its race removed, and ours for all pairs. The mirror in C++: reference/all_pairs/edge_solver.h.
#pragma OPENCL FP_CONTRACT OFF

// alpha, beta, delta, determinant; a determinant of 0: the edge is parallel to the triangle, and the rest is not computed.
float4 SolveEdge(float4 A, float4 B, float4 C, float4 D, float4 E) {
  float4 AB = B - A;
  float4 CD = D - C;
  float4 CE = E - C;
  float det = fma(CD.x, fma(CE.y, AB.z, -AB.y * CE.z),
                  fma(CD.y, fma(AB.x, CE.z, -CE.x * AB.z), CD.z * fma(CE.x, AB.y, -AB.x * CE.y)));
  if (det == 0) return (float4)(0, 0, 0, det);
  float invdet = -1 / det;
  float M[9];
  M[0] = fma(-CE.y, AB.z, CE.z * AB.y);
  M[1] = fma(CD.y, AB.z, -CD.z * AB.y);
  M[2] = fma(CD.y, CE.z, -CD.z * CE.y);
  M[3] = fma(-CE.z, AB.x, AB.z * CE.x);
  M[4] = fma(CD.z, AB.x, -AB.z * CD.x);
  M[5] = fma(CD.z, CE.x, -CE.z * CD.x);
  M[6] = fma(CE.y, AB.x, -CE.x * AB.y);
  M[7] = fma(-CD.y, AB.x, CD.x * AB.y);
  M[8] = fma(-CD.y, CE.x, CD.x * CE.y);
  float4 CA = A - C;
  return (float4)(fma(M[0], CA.x, fma(M[3], CA.y, M[6] * CA.z)) * invdet,
                  fma(M[1], CA.x, fma(M[4], CA.y, M[7] * CA.z)) * invdet,
                  fma(M[2], CA.x, fma(M[5], CA.y, M[8] * CA.z)) * invdet, det);
}

bool RetaCruzaTriangulo(float4 A, float4 B, float4 C, float4 D, float4 E) {
  float4 sol = SolveEdge(A, B, C, D, E);
  return sol.w != 0 && 0 <= sol.z && sol.z <= 1 && sol.x >= 0 && sol.y >= 0 && sol.x + sol.y <= 1;
}

typedef struct {
  float4 v[3];
} Corners;

Corners ReadCorners(__global const float* vertexes, __global const int* triangles, size_t triangle) {
  Corners corners;
  for (int i = 0; i < 3; ++i) {
    __global const float* v = vertexes + 3 * triangles[3 * triangle + i];
    corners.v[i] = (float4)(v[0], v[1], v[2], 0);
  }
  return corners;
}

bool FiveEdges(const Corners* a, const Corners* b) {
  return RetaCruzaTriangulo(a->v[0], a->v[1], b->v[0], b->v[1], b->v[2]) ||
         RetaCruzaTriangulo(a->v[0], a->v[2], b->v[0], b->v[1], b->v[2]) ||
         RetaCruzaTriangulo(a->v[1], a->v[2], b->v[0], b->v[1], b->v[2]) ||
         RetaCruzaTriangulo(b->v[0], b->v[1], a->v[0], a->v[1], a->v[2]) ||
         RetaCruzaTriangulo(b->v[0], b->v[2], a->v[0], a->v[1], a->v[2]);
}

// One collision ends all work-items. Every one of them reading the counter that another one writes is a race, and an
// atomic read by each costs more than the test: the first item of a group reads it for the group.
__kernel void CalcExactCollision(__global const float* Obj1Vertexes, __global const int* Obj1Triangles,
                                 __global const float* Obj2Vertexes, __global const int* Obj2Triangles,
                                 __global int* numCollisions, int n, int m) {
  __local int found;
  if (get_local_id(0) == 0 && get_local_id(1) == 0) found = atomic_or(numCollisions, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  int i = get_global_id(0);
  int j = get_global_id(1);
  if (found > 0 || i >= n || j >= m) return;
  Corners a = ReadCorners(Obj1Vertexes, Obj1Triangles, i);
  Corners b = ReadCorners(Obj2Vertexes, Obj2Triangles, j);
  if (FiveEdges(&a, &b)) atomic_inc(numCollisions);
}

void Append(uint i, uint j, __global uint* count, __global uint2* list, uint capacity) {
  uint k = atomic_inc(count);
  if (k < capacity) list[k] = (uint2)(i, j);
}

__kernel void FiveEdgePairs(__global const float* Obj1Vertexes, __global const int* Obj1Triangles,
                            __global const float* Obj2Vertexes, __global const int* Obj2Triangles,
                            __global uint* count, __global uint2* list, uint capacity, int n, int m) {
  int i = get_global_id(0);
  int j = get_global_id(1);
  if (i >= n || j >= m) return;
  Corners a = ReadCorners(Obj1Vertexes, Obj1Triangles, i);
  Corners b = ReadCorners(Obj2Vertexes, Obj2Triangles, j);
  if (FiveEdges(&a, &b)) Append(i, j, count, list, capacity);
}

// The same with the 16 + 16 triangles of a group in local memory, read once instead of 16 times each.
__kernel __attribute__((reqd_work_group_size(16, 16, 1))) void FiveEdgePairsTiled(
    __global const float* Obj1Vertexes, __global const int* Obj1Triangles, __global const float* Obj2Vertexes,
    __global const int* Obj2Triangles, __global uint* count, __global uint2* list, uint capacity, int n, int m) {
  __local Corners a[16];
  __local Corners b[16];
  int x = get_local_id(0);
  int y = get_local_id(1);
  int i = get_global_id(0);
  int j = get_global_id(1);
  if (y == 0 && i < n) a[x] = ReadCorners(Obj1Vertexes, Obj1Triangles, i);
  if (x == 0 && j < m) b[y] = ReadCorners(Obj2Vertexes, Obj2Triangles, j);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i >= n || j >= m) return;
  Corners of_a = a[x];
  Corners of_b = b[y];
  if (FiveEdges(&of_a, &of_b)) Append(i, j, count, list, capacity);
}

// The solutions themselves, for a comparison bit by bit: triangle i against triangle i, five edges each.
__kernel void FiveEdgeSolutions(__global const float* vertexes1, __global const float* vertexes2,
                                __global const int* triangles, __global float4* solutions) {
  int i = get_global_id(0);
  Corners a = ReadCorners(vertexes1, triangles, i);
  Corners b = ReadCorners(vertexes2, triangles, i);
  __global float4* s = solutions + 5 * i;
  s[0] = SolveEdge(a.v[0], a.v[1], b.v[0], b.v[1], b.v[2]);
  s[1] = SolveEdge(a.v[0], a.v[2], b.v[0], b.v[1], b.v[2]);
  s[2] = SolveEdge(a.v[1], a.v[2], b.v[0], b.v[1], b.v[2]);
  s[3] = SolveEdge(b.v[0], b.v[1], a.v[0], a.v[1], a.v[2]);
  s[4] = SolveEdge(b.v[0], b.v[2], a.v[0], a.v[1], a.v[2]);
}
