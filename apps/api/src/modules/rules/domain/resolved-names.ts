import { readRules } from '@tamis/lang';

import type { RuleText } from './rule.js';

/** A name the rule uses, with what it stands for, so that the JSON form can be read alone. */
export interface ResolvedName {
  readonly name: string;
  readonly kind: 'list';
  /** Id of the list; null when no list was found under its name. */
  readonly value: string | null;
  readonly from: 'source';
}

/** Declared lists by their alias, lists named in place by what is written there. */
export function resolvedNames({ source, lists }: RuleText): readonly ResolvedName[] {
  // Reading a text costs a millisecond, and most rules name no list.
  if (!/\blist\b/.test(source)) return [];
  const declared = readRules(source).file.lists.map((list) => [list.name.text, list.reference.value] as const);
  const aliased = new Set(declared.map(([, reference]) => reference));
  const inPlace = Object.keys(lists).filter((reference) => !aliased.has(reference));
  return [...declared, ...inPlace.map((reference) => [reference, reference] as const)].map(([name, reference]) => ({
    name,
    kind: 'list',
    value: Object.hasOwn(lists, reference) ? lists[reference]!.id : null,
    from: 'source',
  }));
}
