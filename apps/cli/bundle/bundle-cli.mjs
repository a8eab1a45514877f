// Joins the thousand modules behind `tamis` into a few files, as most of the time of a short command went into finding and
// reading them. Part of `npm run build`; does nothing when nothing has changed.
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundleFile, sourcesFile } from './bundle-files.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const target = dirname(bundleFile);

const modifiedMs = (/** @type {string} */ path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;

/** Files the last bundle was made from; null: there is none, or what it was made by has changed. */
function lastInputs() {
  try {
    const { inputs } = JSON.parse(readFileSync(sourcesFile, 'utf8'));
    return [...inputs.map((/** @type {string} */ path) => join(root, path)), fileURLToPath(import.meta.url)];
  } catch {
    return null;
  }
}

const isCurrent = () => lastInputs()?.every((path) => modifiedMs(path) <= modifiedMs(bundleFile)) ?? false;

async function bundle() {
  rmSync(target, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: root,
    // Threads of a dry run begin with a file of their own, which they look for beside the others.
    entryPoints: { main: 'dist/main.js', 'replay-part': '../../packages/dry-run/dist/files/parts/replay-part.js' },
    bundle: true,
    // A file for each command, so that `--help` reads none of the language.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    outdir: target,
    outExtension: { '.js': '.mjs' },
    minifySyntax: true,
    minifyWhitespace: true,
    // Packages of the older kind among them load what Node brings with `require`.
    banner: { js: "import{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);" },
    metafile: true,
    logLevel: 'warning',
  });
  const own = Object.keys(metafile.inputs).filter((path) => !path.includes('node_modules'));
  const projects = new Set(own.map((path) => path.replace(/dist\/.*$/, 'dist/.tsbuildinfo')));
  // Of other packages the lock file says whether they have changed.
  const inputs = [...own, '../../package-lock.json'];
  mkdirSync(target, { recursive: true });
  writeFileSync(sourcesFile, JSON.stringify({ inputs, projects: [...projects] }));
}

if (!isCurrent()) {
  await bundle();
  process.stdout.write(`bundled ${relative(process.cwd(), bundleFile)}\n`);
}
