import type { EntitySummary } from './stored-evaluation.js';

/** Returns what lists of records show about an entity in the context of an evaluation; `null` if there is none. */
export function toEntitySummary(value: unknown): EntitySummary | null {
  if (typeof value !== 'object' || value === null) return null;
  const { id, externalId = null, name, type } = value as Partial<EntitySummary>;
  return typeof id === 'string' && typeof name === 'string' && typeof type === 'string'
    ? { id, externalId, name, type }
    : null;
}
