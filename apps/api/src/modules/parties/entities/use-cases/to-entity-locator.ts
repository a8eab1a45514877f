import { isUUID } from 'class-validator';

import { normalizeTaxId } from '../domain/normalize-tax-id.js';
import type { EntityLocator } from '../persistence/entity-writer.js';
import type { EntityKey } from './get-entity.js';

/** Returns the locator by which the entity of a key is searched for; `null` if no entity can have this key. */
export function toEntityLocator(key: EntityKey): EntityLocator | null {
  if ('id' in key) return isUUID(key.id) ? { id: key.id.toLowerCase() } : null;
  if ('externalId' in key) return { externalId: key.externalId.trim() };
  const normalizedTaxId = normalizeTaxId(key.taxId);
  return normalizedTaxId === '' ? null : { normalizedTaxId };
}
