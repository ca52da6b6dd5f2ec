// The filter of the triangle test, operation by operation as reference/triangle/triangle_filter.h has it: hit, miss or
// uncertain, never wrong (docs/exactness.md). A record is 25 words: corners, matrix, bounds, number.
#pragma OPENCL FP_CONTRACT OFF

#define RECORD 25
#define MATRIX 9
#define BOUND 21
#define MISS 0
#define HIT 1
#define UNCERTAIN 2

// A triangle's corners after the first stage: coordinates, and S + |y| / 4 of each; corner by corner.
#define STAGED 18

float AtLeast(float v, float least) { return v < least ? least : v; }

float Dotadd(const float* row, const float* p) { return (row[0] * p[0] + row[1] * p[1]) + (row[2] * p[2] + row[3]); }

float MagnitudeDotadd(const float* row, float bound, const float* p) {
  return (fabs(row[0]) * p[0] + fabs(row[1]) * p[1]) + (fabs(row[2]) * p[2] + bound);
}

// frame: three rows of a matrix and their bounds, 15 numbers.
void Stage(__global const float* record, __constant float* frame, float* staged) {
  for (int corner = 0; corner < 3; ++corner) {
    float p[3], m[3];
    for (int axis = 0; axis < 3; ++axis) {
      p[axis] = record[3 * corner + axis];
      m[axis] = fabs(p[axis]);
    }
    for (int axis = 0; axis < 3; ++axis) {
      float row[4];
      for (int i = 0; i < 4; ++i) row[i] = frame[4 * axis + i];
      float y = Dotadd(row, p);
      staged[6 * corner + axis] = y;
      staged[6 * corner + 3 + axis] =
          AtLeast(MagnitudeDotadd(row, frame[12 + axis], m), 0x1p-112f) + fabs(y) * 0.25f;
    }
  }
}

__kernel void FirstStage(__global const float* records, __constant float* frame, __global float* staged, uint n) {
  size_t t = get_global_id(0);
  if (t >= n) return;
  float words[STAGED];
  Stage(records + RECORD * t, frame, words);
  for (int i = 0; i < STAGED; ++i) staged[STAGED * t + i] = words[i];
}

// A coordinate in the unit frame and its bound.
typedef struct {
  float value, error;
} Bounded;

Bounded InUnitFrame(__global const float* record, int axis, const float* corner) {
  float row[4];
  for (int i = 0; i < 4; ++i) row[i] = record[MATRIX + 4 * axis + i];
  float e = AtLeast(MagnitudeDotadd(row, record[BOUND + axis], corner + 3), 0x1p-40f);
  Bounded number;
  number.value = Dotadd(row, corner);
  number.error = e < 0x1p60f ? e * 0x1p-21f : INFINITY;
  return number;
}

bool Above(Bounded n, float limit) { return n.value > limit + n.error; }
bool Below(Bounded n, float limit) { return n.value < limit - n.error; }

Bounded Add(Bounded a, Bounded b) {
  Bounded sum;
  sum.value = a.value + b.value;
  sum.error = a.error + b.error;
  return sum;
}

Bounded CrossProduct(Bounded p, Bounded pz, Bounded q, Bounded qz) {
  Bounded product;
  product.value = p.value * qz.value - q.value * pz.value;
  product.error = ((fabs(p.value) + p.error) * qz.error + fabs(qz.value) * p.error) +
                  ((fabs(q.value) + q.error) * pz.error + fabs(pz.value) * q.error);
  return product;
}

typedef struct {
  bool hit, apart, missed;  // an edge hits; all corners are beyond one plane; all edges miss
} EdgeVerdicts;

EdgeVerdicts Edges(__global const float* record, const float* staged) {
  EdgeVerdicts verdicts;
  verdicts.hit = false;
  verdicts.apart = true;
  verdicts.missed = true;
  Bounded x[3], y[3], z[3];
  uint beyond[3];  // over, under, left, front, right
  for (int i = 0; i < 3; ++i) {
    z[i] = InUnitFrame(record, 2, staged + 6 * i);
    beyond[i] = (Above(z[i], 0) ? 1 : 0) | (Below(z[i], 0) ? 2 : 0);
  }
  if (beyond[0] & beyond[1] & beyond[2]) return verdicts;
  for (int i = 0; i < 3; ++i) {
    x[i] = InUnitFrame(record, 0, staged + 6 * i);
    y[i] = InUnitFrame(record, 1, staged + 6 * i);
    beyond[i] |= (Below(x[i], 0) ? 4 : 0) | (Below(y[i], 0) ? 8 : 0) | (Above(Add(x[i], y[i]), 1) ? 16 : 0);
  }
  if (beyond[0] & beyond[1] & beyond[2]) return verdicts;
  verdicts.apart = false;
  for (int i = 0; i < 3; ++i) {
    int next = i == 2 ? 0 : i + 1;
    bool ordered = z[i].value <= z[next].value;
    int p = ordered ? i : next, q = ordered ? next : i;
    Bounded pz = z[p], qz = z[q];
    Bounded cx = CrossProduct(x[p], pz, x[q], qz), cy = CrossProduct(y[p], pz, y[q], qz);
    Bounded third;
    third.value = (qz.value - pz.value) - (cx.value + cy.value);
    third.error = (cx.error + cy.error) + (pz.error + qz.error);
    bool rising = qz.value - pz.value > pz.error + qz.error;
    bool outside = rising && (Below(cx, 0) || Below(cy, 0) || Below(third, 0));
    bool inside = Below(pz, 0) && Above(qz, 0) && Above(cx, 0) && Above(cy, 0) && Above(third, 0);
    verdicts.hit = verdicts.hit || inside;
    verdicts.missed = verdicts.missed && ((beyond[i] & beyond[next]) != 0 || outside);
  }
  return verdicts;
}

int TriangleVerdict(__global const float* tumbled, const float* tumbled_staged, __global const float* aligned,
                    const float* aligned_staged) {
  EdgeVerdicts here = Edges(aligned, tumbled_staged);
  if (here.apart) return MISS;
  if (here.hit) return HIT;
  EdgeVerdicts there = Edges(tumbled, aligned_staged);
  if (there.apart) return MISS;
  if (there.hit) return HIT;
  return here.missed && there.missed ? MISS : UNCERTAIN;
}

// counts: hits, uncertain pairs. Both lists hold pairs of a tumbled and an aligned triangle.
__kernel void FilterPairs(__global const float* tumbled, __global const float* tumbled_staged,
                          __global const float* aligned, __global const float* aligned_staged, __global uint* counts,
                          __global uint2* hits, __global uint2* uncertain, uint capacity, uint n, uint m) {
  size_t a = get_global_id(0);
  size_t t = get_global_id(1);
  if (a >= n || t >= m) return;
  float of_tumbled[STAGED], of_aligned[STAGED];
  for (int i = 0; i < STAGED; ++i) {
    of_tumbled[i] = tumbled_staged[STAGED * t + i];
    of_aligned[i] = aligned_staged[STAGED * a + i];
  }
  int verdict = TriangleVerdict(tumbled + RECORD * t, of_tumbled, aligned + RECORD * a, of_aligned);
  if (verdict == MISS) return;
  uint k = atomic_inc(counts + (verdict == HIT ? 0 : 1));
  if (k < capacity) (verdict == HIT ? hits : uncertain)[k] = (uint2)((uint)t, (uint)a);
}

// The numbers themselves, for a comparison bit by bit: of each corner x, y, z in the unit frame of record i, with bounds.
__kernel void UnitCorners(__global const float* records, __global const float* staged, __global float* numbers) {
  size_t i = get_global_id(0);
  float words[STAGED];
  for (int j = 0; j < STAGED; ++j) words[j] = staged[STAGED * i + j];
  for (int corner = 0; corner < 3; ++corner) {
    for (int axis = 0; axis < 3; ++axis) {
      Bounded number = InUnitFrame(records + RECORD * i, axis, words + 6 * corner);
      numbers[STAGED * i + 6 * corner + 2 * axis] = number.value;
      numbers[STAGED * i + 6 * corner + 2 * axis + 1] = number.error;
    }
  }
}
