'use strict';
// The two objects as geometry: each is split into triangles that meet the other object and triangles that do not.
// Both parts share one buffer of vertices.
const sceneObjects = (() => {
  // For every triangle of `side` (0: A, 1: B) of the pose: the triangles of the other object that it meets.
  function partners(pairs, side) {
    const result = new Map();
    for (let i = 0; i < pairs.length; i += 2) {
      const own = pairs[i + side];
      if (!result.has(own)) result.set(own, []);
      result.get(own).push(pairs[i + 1 - side]);
    }
    return result;
  }

  function split(corners, meets) {
    const count = corners.length / 3;
    let hits = 0;
    for (const triangle of meets.keys()) hits += triangle < count ? 1 : 0;
    const hit = new Uint32Array(3 * hits);
    const free = new Uint32Array(corners.length - hit.length);
    const hitIds = new Uint32Array(hits);
    const freeIds = new Uint32Array(count - hits);
    let h = 0, f = 0;
    for (let triangle = 0; triangle < count; ++triangle) {
      const [target, ids, at] = meets.has(triangle) ? [hit, hitIds, h++] : [free, freeIds, f++];
      ids[at] = triangle;
      for (let c = 0; c < 3; ++c) target[3 * at + c] = corners[3 * triangle + c];
    }
    return { hit, free, hitIds, freeIds };
  }

  function part(position, index, ids, colour) {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', position);
    geometry.setIndex(new THREE.BufferAttribute(index, 1));
    const material = new THREE.MeshLambertMaterial({ color: colour, flatShading: true, side: THREE.DoubleSide });
    const mesh = new THREE.Mesh(geometry, material);
    mesh.userData.ids = ids;
    return mesh;
  }

  // {group, free, hit, meets}: group is drawn in A's frame once its matrix is set.
  function build(object, pairs, side) {
    const position = new THREE.BufferAttribute(report.numbers(object.vertices), 3);
    const meets = partners(pairs, side);
    const { hit, free, hitIds, freeIds } = split(report.numbers(object.corners), meets);
    const group = new THREE.Group();
    const parts = {
      free: part(position, free, freeIds, theme.colour(side ? 'object-b' : 'object-a')),
      hit: part(position, hit, hitIds, theme.colour(side ? 'hit-b' : 'hit-a')),
    };
    group.add(parts.free, parts.hit);
    group.matrixAutoUpdate = false;
    return { group, meets, ...parts };
  }

  function setPose(group, matrix) {
    const m = matrix;
    group.matrix.set(m[0], m[1], m[2], m[3], m[4], m[5], m[6], m[7], m[8], m[9], m[10], m[11], 0, 0, 0, 1);
    group.matrixWorldNeedsUpdate = true;
  }

  // The corners of the triangles a mesh shows, in A's frame.
  function eachCorner(mesh, visit) {
    const point = new THREE.Vector3();
    const { index, attributes: { position } } = mesh.geometry;
    mesh.updateWorldMatrix(true, false);
    for (let i = 0; i < index.count; ++i) {
      visit(point.fromBufferAttribute(position, index.getX(i)).applyMatrix4(mesh.matrixWorld));
    }
  }

  // A sphere around all of them: the centre of their box, and the farthest from it.
  function sphereOf(meshes) {
    const box = new THREE.Box3();
    for (const mesh of meshes) eachCorner(mesh, (point) => box.expandByPoint(point));
    if (box.isEmpty()) return null;
    const sphere = new THREE.Sphere(box.getCenter(new THREE.Vector3()), 0);
    for (const mesh of meshes) {
      eachCorner(mesh, (point) => { sphere.radius = Math.max(sphere.radius, point.distanceTo(sphere.center)); });
    }
    return sphere;
  }

  function dispose(object) {
    for (const mesh of [object.free, object.hit]) {
      mesh.geometry.dispose();
      mesh.material.dispose();
    }
  }

  return { build, setPose, sphereOf, dispose };
})();
