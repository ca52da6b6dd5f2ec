// Makes three.js, plot.js and LICENSES.txt, the libraries of the report's page, from the packages in node_modules.
// Runs in a folder that `npm ci` has filled (get_libraries.cmake).
import { build } from 'esbuild';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';

const packages = new Set();
for (const [bundle, name] of [['three', 'THREE'], ['plot', 'Plot']]) {
  const { metafile } = await build({
    entryPoints: [`${bundle}_entry.js`], bundle: true, minify: true, format: 'iife', globalName: name, target: 'es2020',
    legalComments: 'none', charset: 'ascii', metafile: true, outfile: `${bundle}.js`,
    banner: { js: '/* Bundled by esbuild; packages, versions and licences stand at the end of the page. */' },
  });
  for (const file of Object.keys(metafile.inputs)) {
    const found = file.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/);
    if (found) packages.add(found[1]);
  }
}

// One copy of each text, headed by the packages it covers.
const texts = new Map();
for (const name of packages) {
  const { version } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'));
  const file = readdirSync(`node_modules/${name}`).find((f) => /^licen[cs]e/i.test(f));
  const text = readFileSync(`node_modules/${name}/${file}`, 'utf8').replace(/\r/g, '').trim();
  texts.set(text, [...(texts.get(text) || []), `${name} ${version}`]);
}
const rule = '-'.repeat(80);
writeFileSync('LICENSES.txt', [...texts].map(([text, names]) => `${names.join(', ')}\n\n${text}\n`).join(`\n${rule}\n\n`));
