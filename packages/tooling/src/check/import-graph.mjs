import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';

const isCode = (path) => /\.(ts|cts|mjs|cjs)$/.test(path);
const literal = /(['"`])((?:\.{1,2}\/|@tamis\/)[^'"`\s$]+)\1/g;

/**
 * Returns the files that each file of the repository refers to by importing, starting or reading them, as far as its text contains a path.
 *
 * @param {string} root
 * @param {readonly string[]} paths of the files, relative to the root
 * @returns {{ texts: Map<string, string>, named: Map<string, readonly string[]> }}
 */
export function readImports(root, paths) {
  const known = new Set(paths);
  const entries = readEntries(root, paths);
  const texts = new Map(paths.filter(isCode).map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  const named = new Map();
  for (const [path, text] of texts) {
    const found = [...text.matchAll(literal)].flatMap(([, , name]) => entries.get(name) ?? besides(path, name, known));
    named.set(path, [...new Set(found)]);
  }
  return { texts, named };
}

/** Returns the source of each workspace package by its name. */
function readEntries(root, paths) {
  const manifests = paths.filter((path) => path.endsWith('/package.json') && existsSync(join(root, path)));
  return new Map(
    manifests.flatMap((path) => {
      const { name, exports = {} } = JSON.parse(readFileSync(join(root, path), 'utf8'));
      return Object.entries(exports).flatMap(([entry, target]) => {
        const source = target['@tamis/source'] ?? target;
        return typeof source === 'string' ? [[join(name, entry), join(dirname(path), source)]] : [];
      });
    }),
  );
}

/** Returns the file at a relative path. A built file stands for its source. */
function besides(path, name, known) {
  const file = join(dirname(path), name).replace('/dist/', '/src/');
  const bare = file.replace(/\.(js|mjs|cjs)$/, '');
  return [file, `${bare}.ts`, `${bare}.cts`, `${bare}.mjs`, `${bare}/index.ts`].find((each) => known.has(each)) ?? [];
}

/**
 * Returns all files that lead to the given ones. The search does not continue beyond a file for which `isEnd` holds.
 *
 * @param {Iterable<string>} starts
 * @param {Map<string, readonly string[]>} edges
 * @param {(path: string) => boolean} [isEnd]
 */
export function closure(starts, edges, isEnd = () => false) {
  const found = new Set(starts);
  for (const path of found) if (!isEnd(path)) for (const next of edges.get(path) ?? []) found.add(next);
  return found;
}

/** @param {Map<string, readonly string[]>} edges */
export function reversed(edges) {
  const back = new Map();
  for (const [from, targets] of edges) for (const to of targets) back.set(to, [...(back.get(to) ?? []), from]);
  return back;
}
