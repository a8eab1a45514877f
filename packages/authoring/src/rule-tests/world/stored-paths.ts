import type { Schema, Target } from '@tamis/lang';

const parts: Readonly<Record<string, readonly string[]>> = {
  person: ['entityData', 'person'],
  company: ['entityData', 'company'],
  enrichment: ['enrichmentData', 'mapped'],
  normalized: ['enrichmentData', 'normalized'],
};

const heads: Readonly<Record<string, readonly string[]>> = {
  originAccount: ['origin'],
  destinationAccount: ['destination'],
  origin: ['originEntity'],
  destination: ['destinationEntity'],
};

function translated(steps: readonly string[], table: Readonly<Record<string, readonly string[]>>): readonly string[] {
  const [head = '', ...rest] = steps;
  return Object.hasOwn(table, head) ? [...(table[head] ?? []), ...rest] : steps;
}

/** Returns the stored path below an entity (language manual 1.4). */
export const entityPath = (steps: readonly string[]): readonly string[] => translated(steps, parts);

const partyWords: ReadonlySet<string> = new Set(['origin', 'destination', 'related', 'entity']);

/** Returns the stored path below a transaction, a user event or any other record, including linked entities. */
export function recordPath(steps: readonly string[]): readonly string[] {
  const [head = '', ...rest] = steps;
  if (rest.length === 0 && (head === 'origin' || head === 'destination')) return [`${head}EntityId`];
  if (!partyWords.has(head)) return translated(steps, heads);
  return [...translated([head], heads), ...entityPath(rest)];
}

/**
 * Returns the stored paths for a plain key of the subject of an entity rule: a field of the person or company, of the entity, or of both.
 */
export function subjectEntityPaths(
  steps: readonly string[],
  target: Target,
  schema: Schema,
): readonly (readonly string[])[] {
  const [head = ''] = steps;
  if (Object.hasOwn(parts, head)) return [entityPath(steps)];
  const isOwn = schema.field(target, [target, ...steps]) !== null;
  const isShared = schema.field(target, ['entity', ...steps]) !== null;
  return [...(isOwn ? [['entityData', target, ...steps]] : []), ...(isShared || !isOwn ? [steps] : [])];
}
