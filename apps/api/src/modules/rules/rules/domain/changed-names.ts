import { printFile, ruleFile, type FileDeclaration } from '@tamis/lang';

import { declarationName, resolvedDeclarations, type LibraryNames } from './library-names.js';

/** Returns the text of every declaration by its name, with current parameter values. */
function textsByName(shared: LibraryNames): ReadonlyMap<string, string> {
  const texts = resolvedDeclarations(shared).map((each): [string, string] => [
    declarationName(each) ?? '',
    printDeclaration(each),
  ]);
  return new Map(texts);
}

const printDeclaration = (declaration: FileDeclaration): string => printFile(ruleFile(null, [declaration]));

const mentions = (text: string, names: ReadonlySet<string>): boolean =>
  (text.match(/[A-Za-z_]\w*/g) ?? []).some((word) => names.has(word));

/** Returns names that were added, removed or changed in meaning, directly or through names they use. */
export function changedNames(before: LibraryNames, after: LibraryNames): ReadonlySet<string> {
  const [old, current] = [textsByName(before), textsByName(after)];
  const changed = new Set([...old.keys(), ...current.keys()].filter((name) => old.get(name) !== current.get(name)));
  if (changed.size === 0) return changed;
  for (let size = -1; size !== changed.size;) {
    size = changed.size;
    for (const [name, text] of [...old, ...current]) if (mentions(text, changed)) changed.add(name);
  }
  return changed;
}
