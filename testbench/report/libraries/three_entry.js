// What the report takes from three.js; everything else is left out of the bundle.
export {
  Box3, BufferAttribute, BufferGeometry, DirectionalLight, DoubleSide, Group, HemisphereLight, Mesh, MeshLambertMaterial,
  PerspectiveCamera, Raycaster, Scene, Sphere, Vector2, Vector3, WebGLRenderer,
} from 'three';
export { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
