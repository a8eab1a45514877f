import { encodeNames, type ListBinding, type RuleNameJson } from '@tamis/lang';

import type { ParsedSource } from './parse-source.js';
import type { LibraryNames } from './library-names.js';

/** A name used by the rule, with its meaning, so that the JSON form is self-contained. */
export interface ResolvedName extends Omit<RuleNameJson, 'value'> {
  /** For a list, its id; `null` if no list with its name was found. */
  readonly value: RuleNameJson['value'] | null;
}

type Lists = Readonly<Record<string, ListBinding>>;

const listIdOf = (lists: Lists, reference: unknown): string | null =>
  typeof reference === 'string' && Object.hasOwn(lists, reference) ? lists[reference]!.id : null;

/** Returns declared names with their values, and inline lists by their reference. */
export function resolveNames(
  { rule, file }: Pick<ParsedSource, 'rule' | 'file'>,
  shared: LibraryNames,
  lists: Lists,
): readonly ResolvedName[] {
  const declared = encodeNames(rule, file, shared.file);
  const aliased = new Set(declared.flatMap(({ kind, value }) => (kind === 'list' ? [value] : [])));
  const inPlace = Object.keys(lists).filter((reference) => !aliased.has(reference));
  return [
    ...declared.map((each) => (each.kind === 'list' ? { ...each, value: listIdOf(lists, each.value) } : each)),
    ...inPlace.map((reference) => ({
      name: reference,
      kind: 'list' as const,
      value: listIdOf(lists, reference),
      from: 'source' as const,
    })),
  ];
}
