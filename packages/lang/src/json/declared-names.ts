import type { RuleFile } from '../ast/rule-file.js';
import type { DeclaredNames, NameKind } from './encode-context.js';

/** Returns the names a file declares for its rules, for use in `encodeRule` and `conditionItems`. */
export function declaredNames(file: RuleFile): DeclaredNames {
  const kinds: readonly [NameKind, readonly { readonly name: { readonly text: string } }[]][] = [
    ['list', file.lists],
    ['const', file.constants],
    ['param', file.parameters],
    ['define', file.definitions],
  ];
  return new Map(kinds.flatMap(([kind, all]) => all.map(({ name }): [string, NameKind] => [name.text, kind])));
}
