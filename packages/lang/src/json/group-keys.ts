import type { AggregateLink } from '../ast/aggregate-link.js';
import { pathNode } from '../ast/path-node.js';

type SideKind = 'from' | 'to' | 'involving';

/** Keys of `groupBy` that refer to an entity of the current record instead of a field. */
const entityKeys: ReadonlyMap<string, { readonly kind: SideKind; readonly word: string }> = new Map([
  ['originEntityId', { kind: 'from', word: 'origin' }],
  ['destinationEntityId', { kind: 'to', word: 'destination' }],
  ['entityId', { kind: 'involving', word: 'entity' }],
]);

/** Returns `null` if the key is a path of the record. */
export function linkOfKey(key: string): AggregateLink | null {
  const side = entityKeys.get(key);
  return side === undefined ? null : { kind: side.kind, path: pathNode([side.word]) };
}

/** Returns the key of a link that has a key of its own; `null` for every other link. */
export function keyOfLink(link: AggregateLink): string | null {
  if (link.kind === 'per' || link.kind === 'between' || link.path.steps.length !== 1) return null;
  for (const [key, { kind, word }] of entityKeys) if (link.kind === kind && link.path.steps[0] === word) return key;
  return null;
}
