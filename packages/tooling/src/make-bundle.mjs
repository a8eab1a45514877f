import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const modifiedMs = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;

/**
 * Bundles the built modules of a workspace into files of `dist/bundle`. `projects.json` there lists the projects that they were made from:
 * @tamis/stdx/current-bundle asks whether one of them was built since. Does nothing when nothing has changed.
 *
 * @param {string} folder of the workspace
 * @param {string} script that asks for it, by its path from the folder
 * @param {import('esbuild').BuildOptions} options
 * @returns {Promise<boolean>} whether it was made
 */
export async function makeBundle(folder, script, options) {
  const target = join(folder, 'dist/bundle');
  const projectsFile = join(target, 'projects.json');
  if (isCurrent(folder, projectsFile, script)) return false;
  rmSync(target, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: folder,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    outdir: target,
    outExtension: { '.js': '.mjs' },
    // CommonJS packages among them load built-in modules of Node with `require`.
    banner: { js: "import{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);" },
    metafile: true,
    logLevel: 'warning',
    ...options,
  });
  const own = Object.keys(metafile.inputs).filter((path) => !path.includes('node_modules'));
  const projects = new Set(own.map((path) => path.replace(/dist\/.*$/, 'dist/.tsbuildinfo')));
  writeFileSync(projectsFile, JSON.stringify({ projects: [...projects] }));
  return true;
}

function isCurrent(folder, projectsFile, script) {
  try {
    const { projects } = JSON.parse(readFileSync(projectsFile, 'utf8'));
    // For other packages, the lock file shows whether they have changed.
    const inputs = [...projects, '../../package-lock.json', script, '../../packages/tooling/src/make-bundle.mjs'];
    return inputs.every((path) => modifiedMs(join(folder, path)) <= modifiedMs(projectsFile));
  } catch {
    return false;
  }
}
