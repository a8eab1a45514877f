import { readFileSync, statSync } from 'node:fs';

/**
 * Returns the URL of a file of `dist/bundle` in the folder of a workspace; `null` if there is none, or if a project it was made from was
 * built later. `dist/bundle/projects.json` lists these projects by paths relative to the folder.
 */
export function currentBundle(folder: URL, name: string): URL | null {
  const projectsFile = new URL('dist/bundle/projects.json', folder);
  const modifiedMs = (file: URL): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
  const madeMs = modifiedMs(projectsFile);
  if (madeMs === Infinity) return null;
  const { projects } = JSON.parse(readFileSync(projectsFile, 'utf8')) as { readonly projects: readonly string[] };
  const isCurrent = projects.every((path) => modifiedMs(new URL(path, folder)) <= madeMs);
  return isCurrent ? new URL(`dist/bundle/${name}.mjs`, folder) : null;
}
