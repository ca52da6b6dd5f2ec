'use strict';
// The query in three dimensions: both objects at their pose, the triangles that meet in another colour.
(() => {
  const { element, integer, toggle } = report;

  const show = { a: true, b: true, only: false, ghost: true, wire: false };  // kept from pose to pose
  let view = null;  // one renderer for the life of the page
  const kContext = { antialias: true, alpha: true, preserveDrawingBuffer: true };  // kept, so that it is printed

  function makeView() {
    const canvas = element('canvas', { class: 'scene', tabindex: 0, role: 'img', 'aria-label': 'Both objects in three dimensions' });
    if (!canvas.getContext('webgl2', kContext)) return null;
    const renderer = new THREE.WebGLRenderer({ canvas, context: canvas.getContext('webgl2', kContext) });
    const camera = new THREE.PerspectiveCamera(40, 1, 0.01, 100);
    const controls = new THREE.OrbitControls(camera, canvas);
    const scene = new THREE.Scene();
    const sky = new THREE.HemisphereLight(0xffffff, 0x666a70, 2.2);
    const lamp = new THREE.DirectionalLight(0xffffff, 1.6);
    camera.add(lamp);
    lamp.position.set(0.6, 1, 0.4);
    scene.add(sky, camera);
    const it = { canvas, renderer, camera, controls, scene, objects: [], place: element('div', { class: 'stage' }, canvas) };
    controls.addEventListener('change', () => paint(it));
    new ResizeObserver(() => requestAnimationFrame(() => resize(it))).observe(canvas);
    theme.follow(canvas, () => recolour(it));
    canvas.addEventListener('keydown', (event) => turnByKey(it, event));
    pickOnClick(it);
    return it;
  }

  function paint(it) {
    it.renderer.render(it.scene, it.camera);
  }

  function resize(it) {
    const { clientWidth: width, clientHeight: height } = it.canvas;
    if (width === 0 || height === 0) return;
    it.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    it.renderer.setSize(width, height, false);
    it.camera.aspect = width / height;
    it.camera.updateProjectionMatrix();
    paint(it);
  }

  function recolour(it) {
    it.objects.forEach((object, side) => {
      object.free.material.color.set(theme.colour(side ? 'object-b' : 'object-a'));
      object.hit.material.color.set(theme.colour(side ? 'hit-b' : 'hit-a'));
    });
    paint(it);
  }

  // Puts the camera where the sphere fills the picture, in the direction it looks from already.
  function look(it, sphere, from = it.camera.position.clone().sub(it.controls.target)) {
    const radius = Math.max(sphere.radius, 1e-20);
    const half = Math.tan(it.camera.fov * Math.PI / 360) * Math.min(1, it.camera.aspect);
    if (from.length() === 0) from.set(0.5, 0.35, 0.8);
    it.controls.target.copy(sphere.center);
    it.camera.position.copy(sphere.center).addScaledVector(from.normalize(), 0.9 * radius / Math.sin(Math.atan(half)));
    it.camera.near = radius / 500;
    it.camera.far = radius * 200;
    it.camera.updateProjectionMatrix();
    it.controls.update();
    paint(it);
  }

  function whole(it) {
    return sceneObjects.sphereOf(it.objects.flatMap((object) => [object.free, object.hit]));
  }
  function contact(it) {
    return sceneObjects.sphereOf(it.objects.map((object) => object.hit)) || whole(it);
  }

  function turnByKey(it, event) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1], '+': 0.8, '-': 1.25 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const arm = it.camera.position.clone().sub(it.controls.target);
    if (typeof step === 'number') {
      arm.multiplyScalar(step);
    } else {
      arm.applyAxisAngle(it.camera.up, -0.15 * step[0]);
      const side = new THREE.Vector3().crossVectors(it.camera.up, arm).normalize();
      arm.applyAxisAngle(side, 0.15 * step[1]);
    }
    it.camera.position.copy(it.controls.target).add(arm);
    it.controls.update();
    paint(it);
  }

  function applyToggles(it) {
    it.objects.forEach((object, side) => {
      object.group.visible = side ? show.b : show.a;
      object.free.visible = !show.only;
      for (const { material } of [object.free, object.hit]) material.wireframe = show.wire;
      const { material } = object.free;
      material.transparent = show.ghost;
      material.opacity = show.ghost ? 0.25 : 1;
      material.depthWrite = !show.ghost;
      // Drawn after what is see-through, which writes no depth: nothing dims the colliding triangles then.
      object.hit.material.transparent = show.ghost;
      object.hit.renderOrder = 1;
      for (const part of [object.free, object.hit]) part.material.needsUpdate = true;
    });
    paint(it);
  }

  // A click without a drag names the triangle under it and what it meets.
  function pickOnClick(it) {
    let start = null;
    it.canvas.addEventListener('pointerdown', (event) => { start = [event.clientX, event.clientY]; });
    it.canvas.addEventListener('pointerup', (event) => {
      if (!start || Math.hypot(event.clientX - start[0], event.clientY - start[1]) > 4) return;
      const frame = it.canvas.getBoundingClientRect();
      const at = new THREE.Vector2(2 * (event.clientX - frame.left) / frame.width - 1,
        1 - 2 * (event.clientY - frame.top) / frame.height);
      it.message.textContent = describe(it, at);
    });
  }

  function describe(it, at) {
    const caster = new THREE.Raycaster();
    caster.setFromCamera(at, it.camera);
    const meshes = it.objects.filter((o) => o.group.visible).flatMap((o) => (show.only ? [o.hit] : [o.free, o.hit]));
    // See-through parts are not what was meant when a highlighted triangle lies behind them.
    const hits = caster.intersectObjects(meshes, false);
    const found = (show.ghost && hits.find((hit) => it.objects.some((o) => o.hit === hit.object))) || hits[0];
    if (!found) return it.summary;
    const side = it.objects.findIndex((o) => o.free === found.object || o.hit === found.object);
    const triangle = found.object.userData.ids[found.faceIndex];
    const others = it.objects[side].meets.get(triangle) || [];
    const [own, other] = side ? ['B', 'A'] : ['A', 'B'];
    if (others.length === 0) return `triangle ${triangle} of ${own} meets none of ${other}`;
    const list = others.slice(0, 12).join(', ') + (others.length > 12 ? `, … (${others.length})` : '');
    return `triangle ${triangle} of ${own} meets ${list} of ${other}`;
  }

  function load(it, run, query) {
    for (const object of it.objects) {
      it.scene.remove(object.group);
      sceneObjects.dispose(object);
    }
    const pairs = report.numbers(run.pairs[query.pose]);
    it.objects = [0, 1].map((side) => sceneObjects.build(run.objects[side], pairs, side));
    sceneObjects.setPose(it.objects[1].group, query.matrix);
    for (const object of it.objects) it.scene.add(object.group);
    it.summary = `${integer(it.objects[0].meets.size)} triangles of A and ${integer(it.objects[1].meets.size)} of B meet in ${integer(pairs.length / 2)} pairs`;
    it.message = element('div', { class: 'message' }, it.summary);
    it.place.replaceChildren(it.canvas, it.message);
    applyToggles(it);
  }

  function controls(it) {
    const switchOf = (label, key, title) => toggle(label, show[key], (on) => {
      show[key] = on;
      applyToggles(it);
    }, { title, 'data-switch': key });
    return element('div', { class: 'controls' },
      switchOf('A', 'a', 'show object A'), switchOf('B', 'b', 'show object B'),
      switchOf('colliding only', 'only', 'hide the triangles that meet nothing'),
      switchOf('see through', 'ghost', 'show colliding triangles behind others'),
      switchOf('wireframe', 'wire'),
      element('button', { type: 'button', onclick: () => look(it, whole(it), new THREE.Vector3()) }, 'whole view'),
      element('button', { type: 'button', onclick: () => look(it, contact(it)) }, 'zoom to contact'));
  }

  let shownRun = null;

  function render(body, { run, query }) {
    if (typeof THREE === 'undefined') {
      body.append(element('p', { class: 'warning' }, 'The objects are drawn by three.js, which this page lacks.'));
      return;
    }
    view = view || makeView();
    if (!view) {
      body.append(element('p', { class: 'warning' }, 'This browser offers no WebGL 2; the objects cannot be drawn.'));
      return;
    }
    load(view, run, query);
    body.append(controls(view), view.place, report.legend([
      ['A', 'var(--object-a)'], ['A, meets B', 'var(--hit-a)'], ['B', 'var(--object-b)'], ['B, meets A', 'var(--hit-b)']]),
    element('p', { class: 'note' }, 'Drag turns, wheel or two fingers zoom, right button or two fingers move, arrow keys turn; a click names a triangle.'));
    resize(view);
    if (shownRun !== run) look(view, whole(view), new THREE.Vector3());
    shownRun = run;
  }

  report.section({ id: 'scene', title: 'The query in three dimensions', short: '3D',
    applies: ({ run, query }) => query && run.objects && run.pairs && run.pairs[query.pose] !== undefined, render });
})();
