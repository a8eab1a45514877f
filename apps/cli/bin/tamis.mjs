#!/usr/bin/env node
// Committed, so that `npx tamis` can be linked before the first build.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleFile, projectsFile } from '../bundle/bundle-files.mjs';

const main = new URL('../dist/main.js', import.meta.url);

/** Whether no project has been compiled since the bundle was made. */
function isCurrent() {
  if (!existsSync(bundleFile) || !existsSync(projectsFile)) return false;
  const madeMs = statSync(projectsFile).mtimeMs;
  const { projects } = JSON.parse(readFileSync(projectsFile, 'utf8'));
  return projects.every((path) => {
    const project = statSync(new URL(`../${path}`, import.meta.url), { throwIfNoEntry: false });
    return project !== undefined && project.mtimeMs <= madeMs;
  });
}

if (!existsSync(fileURLToPath(main))) {
  process.stderr.write('tamis is not built yet: run `npm run build` first\n');
  process.exitCode = 3;
} else {
  await import(isCurrent() ? pathToFileURL(bundleFile).href : main.href);
}
