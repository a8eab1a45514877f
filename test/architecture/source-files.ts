import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';

/** Directory of the repository. */
export const repository = resolve(__dirname, '../..');

export interface SourceFile {
  /** Relative to the repository, with `/`. */
  readonly path: string;
  readonly text: string;
}

const notOurs = new Set(['node_modules', 'dist', '.git', 'coverage', 'generated', 'rules-fixtures']);
const written = /[.](ts|tsx|cts|mjs|cjs|js|json|md|css|html|sql|yml|yaml)$|^[.]ci\/|^[.][a-z]+$/;

/** Returns every text file that people write: sources, tests, settings, documents. */
export function readSourceFiles(): readonly SourceFile[] {
  const paths = walk(repository).filter((path) => written.test(path) && path !== 'package-lock.json');
  return paths.map((path) => ({ path, text: readFileSync(join(repository, path), 'utf8') }));
}

function walk(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    // `.git` is a file if several working copies share one repository.
    if (notOurs.has(entry.name)) return [];
    if (entry.isDirectory()) return walk(path);
    return entry.isFile() ? [relative(repository, path).split(sep).join('/')] : [];
  });
}
