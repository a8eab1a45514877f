import { isObject, type JsonValue } from '@tamis/stdx';

import { newId } from '../../../../platform/database/index.js';
import type { EntityRecord } from './entity-record.js';

/** Members of an entity as somebody says them; null takes away what is known. */
export type EntityDescription = Readonly<Record<string, JsonValue>>;

/** What code and answers read of every entity; the rest of one that is not stored is absent. */
const unknownFields = { externalId: null, taxId: null, countryCode: null, riskScore: null, status: null };

/** Objects are merged, all else is replaced. */
function mergeJson(before: JsonValue | undefined, said: JsonValue): JsonValue {
  if (!isObject(before) || !isObject(said)) return said;
  const merged = Object.entries(said).map(([name, value]) => [name, mergeJson(before[name], value)]);
  return { ...before, ...(Object.fromEntries(merged) as Record<string, JsonValue>) };
}

/** An entity as it is described: the stored one with something else about it, or one of which nothing else is known. */
export function applyDescription(
  stored: EntityRecord<JsonValue> | null,
  said: EntityDescription,
  { organizationId, name }: { readonly organizationId: string; readonly name: string },
): EntityRecord<JsonValue> {
  const base = stored ?? { ...unknownFields, id: newId(Date.now()), organizationId, type: 'person', name };
  // Every entity has both.
  const kept = { ...said, type: said['type'] ?? base.type, name: said['name'] ?? base.name };
  return mergeJson(base as unknown as JsonValue, kept) as unknown as EntityRecord<JsonValue>;
}
