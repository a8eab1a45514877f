import type { EntityContext, PartyIdentifiers } from '../../../parties/entities/index.js';

export const partyRoles = ['origin', 'destination'] as const;
export type PartyRole = (typeof partyRoles)[number];

/** A reference of a payment that leads to no entity. */
export interface UnresolvedReference {
  readonly role: PartyRole;
  readonly identifierType: 'entityId' | 'externalId' | 'taxId';
  readonly value: string;
}

/**
 * The identifiers that were tried before the entity was found, or all of them when none was found. An entity that a later
 * identifier led to does not excuse an earlier one that leads nowhere.
 */
export function unresolvedReferences(
  role: PartyRole,
  names: PartyIdentifiers,
  entity: EntityContext | null,
): readonly UnresolvedReference[] {
  const unresolved: UnresolvedReference[] = [];
  const { entityId, externalId, taxId } = names;
  if (entityId != null) {
    if (entity?.id === entityId.toLowerCase()) return unresolved;
    unresolved.push({ role, identifierType: 'entityId', value: entityId });
  }
  if (externalId != null) {
    if (entity !== null && entity.externalId === externalId) return unresolved;
    unresolved.push({ role, identifierType: 'externalId', value: externalId });
  }
  if (taxId != null && entity === null) unresolved.push({ role, identifierType: 'taxId', value: taxId });
  return unresolved;
}
