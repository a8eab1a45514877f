import { e0211 } from '../diagnostics/codes/e0211.js';
import { e0916 } from '../diagnostics/codes/e0916.js';
import { didYouMean } from '../diagnostics/did-you-mean.js';
import { limits } from '../limits.js';
import type { SetFile } from './collect-names.js';

/** Normalizes a path: `rules/kyt/../lists.rules` becomes `rules/lists.rules`. */
function normalized(path: string): string {
  const steps: string[] = [];
  for (const step of path.split('/')) {
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}

const folderOf = (name: string): string => name.split('/').slice(0, -1).join('/');

/** Returns the depth of the imports that follow from an import; cycles are harmless. */
function importDepths(start: string, imports: ReadonlyMap<string, readonly string[]>): number {
  let depth = 0;
  const seen = new Set([start]);
  for (let level: readonly string[] = imports.get(start) ?? []; level.length > 0; depth++) {
    const next = level.filter((name) => !seen.has(name));
    for (const name of next) seen.add(name);
    level = next.flatMap((name) => imports.get(name) ?? []).filter((name) => !seen.has(name));
  }
  return depth;
}

/** Checks imports. An import only declares that a file is required; all given files are visible anyway. */
export function checkImports(files: readonly SetFile[]): void {
  const known = new Map(files.map((each) => [normalized(each.name), each]));
  const imports = new Map<string, readonly string[]>();
  for (const { name, file, findings } of files) {
    const targets: string[] = [];
    const extra = file.imports[limits.importedFiles];
    if (extra) {
      findings.add(e0916, extra, { message: `a file imports at most ${limits.importedFiles} others` });
      continue;
    }
    for (const { file: reference } of file.imports) {
      const target = normalized(`${folderOf(name)}/${reference.value}`);
      targets.push(target);
      if (known.has(target)) continue;
      const [closest] = didYouMean(target, known.keys());
      findings.add(e0211, reference, {
        message: `there is no file \`${reference.value}\``,
        help: closest === undefined ? 'add the file' : `did you mean \`${closest}\`?`,
      });
    }
    imports.set(normalized(name), targets);
  }
  for (const { name, file, findings } of files) {
    const [first] = file.imports;
    if (first && importDepths(normalized(name), imports) > limits.importDepth)
      findings.add(e0916, first, { message: `files import each other at most ${limits.importDepth} deep` });
  }
}
