// Makes three.min.js, plot.min.js, LICENSES.txt and the table of VENDOR.md from npm packages (VENDOR.md says how to call it).
import { build } from 'esbuild';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';

const packages = new Map();  // name -> {version, licence, bundle}
for (const [bundle, name] of [['three', 'THREE'], ['plot', 'Plot']]) {
  const { metafile } = await build({
    entryPoints: [`${bundle}_entry.js`], bundle: true, minify: true, format: 'iife', globalName: name, target: 'es2020',
    legalComments: 'none', charset: 'ascii', metafile: true, outfile: `${bundle}.min.js`,
    banner: { js: `/* Bundled by esbuild from the packages named in VENDOR.md; licences: LICENSES.txt. */` },
  });
  for (const file of Object.keys(metafile.inputs)) {
    const found = file.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/);
    if (!found) continue;
    const description = JSON.parse(readFileSync(`node_modules/${found[1]}/package.json`, 'utf8'));
    packages.set(found[1], { version: description.version, licence: description.license, bundle });
  }
}

// One copy of each text, headed by the packages it covers.
const texts = new Map();
for (const [name, { version }] of packages) {
  const file = readdirSync(`node_modules/${name}`).find((f) => /^licen[cs]e/i.test(f));
  const text = readFileSync(`node_modules/${name}/${file}`, 'utf8').replace(/\r/g, '').trim();
  texts.set(text, [...(texts.get(text) || []), `${name} ${version}`]);
}
const rule = '-'.repeat(80);
writeFileSync('LICENSES.txt', [...texts].map(([text, names]) => `${names.join(', ')}\n\n${text}\n`).join(`\n${rule}\n\n`));

const rows = [...packages].map(([name, { version, licence, bundle }]) => `| \`${name}\` | ${version} | ${licence} | \`${bundle}.min.js\` |`);
const [head] = readFileSync('VENDOR.md', 'utf8').split('| package |');
writeFileSync('VENDOR.md', `${head}| package | version | licence | in |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`);
