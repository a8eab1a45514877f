import { readFileSync, statSync } from 'node:fs';

/** The same from src/ and from dist/: threads run built JavaScript. */
const root = new URL('../../', import.meta.url);

/** What a thread runs: all its modules in one file (bundle/bundle-worker.mjs), or one by one where a project was built since. */
export function workerFile(): URL {
  return new URL(isBundled() ? 'dist/bundle/evaluate-batch.mjs' : 'dist/worker/evaluate-batch.js', root);
}

function isBundled(): boolean {
  const projectsFile = new URL('dist/bundle/projects.json', root);
  const modifiedMs = (file: URL): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
  const madeMs = modifiedMs(projectsFile);
  if (madeMs === Infinity) return false;
  const { projects } = JSON.parse(readFileSync(projectsFile, 'utf8')) as { readonly projects: readonly string[] };
  return projects.every((path) => modifiedMs(new URL(path, root)) <= madeMs);
}
