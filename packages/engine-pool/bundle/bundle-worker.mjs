// Joins the modules of a worker thread into one file: most of the second that a thread took to begin went into finding and reading
// them, also where it takes the place of one that died. Part of `npm run build`; does nothing when nothing has changed.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const bundleFile = join(root, 'dist/bundle/evaluate-batch.mjs');
/** Which projects it was made from: src/dispatch/worker-file.ts asks whether one of them was built since. */
const projectsFile = join(root, 'dist/bundle/projects.json');

const modifiedMs = (/** @type {string} */ path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;

function isCurrent() {
  try {
    const { projects } = JSON.parse(readFileSync(projectsFile, 'utf8'));
    const inputs = [...projects, '../../package-lock.json', 'bundle/bundle-worker.mjs'];
    return inputs.every((/** @type {string} */ path) => modifiedMs(join(root, path)) <= modifiedMs(projectsFile));
  } catch {
    return false;
  }
}

async function bundle() {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['dist/worker/evaluate-batch.js'],
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    outfile: bundleFile,
    // Packages of the older kind among them load what Node brings with `require`.
    banner: { js: "import{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);" },
    metafile: true,
    logLevel: 'warning',
  });
  const own = Object.keys(metafile.inputs).filter((path) => !path.includes('node_modules'));
  const projects = [...new Set(own.map((path) => path.replace(/dist\/.*$/, 'dist/.tsbuildinfo')))];
  writeFileSync(projectsFile, JSON.stringify({ projects }));
}

if (!isCurrent()) await bundle();
