import type { FileDeclaration } from '@tamis/lang';

import { declarationName, libraryNames, type LibraryNames } from './library-names.js';
import { type PlannedChange, textHash } from './rule-plan.js';
import { type NamedSource, type ParsedFile, printDeclaration } from './rules-in-files.js';
import { offsetAt } from './source-slice.js';

/** File name of the shared names in an export. */
export const sharedFileName = 'shared.rules';

const isShared = ({ name }: NamedSource): boolean => name.split('/').at(-1) === sharedFileName;

/** The shared names as defined by files. */
export interface PlannedLibrary {
  /** With their new version; unchanged if nothing differs. */
  readonly shared: LibraryNames;
  readonly changes: readonly PlannedChange[];
}

interface DeclaredText {
  readonly declaration: FileDeclaration;
  readonly text: string;
}

/** Returns the names declared in `shared.rules`, with the comments above them. */
function declaredNamesIn(files: readonly ParsedFile[]): ReadonlyMap<string, DeclaredText> {
  const found = new Map<string, DeclaredText>();
  for (const { texts } of files.filter(isShared))
    for (const [declaration, text] of texts) {
      const name = declarationName(declaration);
      if (name !== null && !found.has(name)) found.set(name, { declaration, text });
    }
  return found;
}

/**
 * Returns how the names in `shared.rules` change the library: missing ones are added, different ones are changed, and those that are not in
 * the file stay. Names in other files belong to the rules of these files.
 */
export function planLibrary(files: readonly ParsedFile[], shared: LibraryNames): PlannedLibrary {
  const stored = new Map(shared.file.declarations.map((each) => [declarationName(each), each]));
  const changes: PlannedChange[] = [];
  const added: string[] = [];
  const replaced: { readonly from: number; readonly to: number; readonly text: string }[] = [];
  for (const [key, { declaration, text }] of declaredNamesIn(files)) {
    const before = stored.get(key);
    const printed = printDeclaration(declaration);
    if (before === undefined) {
      added.push(text);
      changes.push({ kind: 'name', key, change: 'create', words: [], storedHash: null });
      continue;
    }
    const old = printDeclaration(before);
    if (old !== printed) {
      const { start, end } = before.range!;
      replaced.push({ from: offsetAt(shared.source, start), to: offsetAt(shared.source, end), text: printed });
      changes.push({ kind: 'name', key, change: 'update', words: [`${old} → ${printed}`], storedHash: textHash(old) });
    }
  }
  if (changes.length === 0) return { shared, changes };
  const kept = replaced
    .sort((a, b) => b.from - a.from)
    .reduce((source, { from, to, text }) => source.slice(0, from) + text + source.slice(to), shared.source);
  const parts = [kept.trimEnd(), ...added].filter((part) => part !== '');
  return { shared: libraryNames(shared.version + 1, `${parts.join('\n')}\n`, shared.parameters), changes };
}
