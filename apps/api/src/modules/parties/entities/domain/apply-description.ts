import { isObject, type JsonValue } from '@tamis/stdx';

import { newId } from '../../../../platform/database/index.js';
import type { EntityRecord } from './entity-record.js';

/** The fields of an entity as a caller describes them; `null` removes a known value. */
export type EntityDescription = Readonly<Record<string, JsonValue>>;

/** The fields that code and responses read of every entity; all others are absent from an entity that is not stored. */
const unknownFields = { externalId: null, taxId: null, countryCode: null, riskScore: null, status: null };

/** Merges objects, and replaces all other values. */
function mergeJson(before: JsonValue | undefined, said: JsonValue): JsonValue {
  if (!isObject(before) || !isObject(said)) return said;
  const merged = Object.entries(said).map(([name, value]) => [name, mergeJson(before[name], value)]);
  return { ...before, ...(Object.fromEntries(merged) as Record<string, JsonValue>) };
}

/** Returns an entity as it is described: the stored one with changed fields, or one of which nothing else is known. */
export function applyDescription(
  stored: EntityRecord<JsonValue> | null,
  said: EntityDescription,
  { organizationId, name }: { readonly organizationId: string; readonly name: string },
): EntityRecord<JsonValue> {
  const base = stored ?? { ...unknownFields, id: newId(Date.now()), organizationId, type: 'person', name };
  // Every entity has both fields.
  const kept = { ...said, type: said['type'] ?? base.type, name: said['name'] ?? base.name };
  return mergeJson(base as unknown as JsonValue, kept) as unknown as EntityRecord<JsonValue>;
}
