import { type EntityContext, normalizeTaxId, type PartyIdentifiers } from '../../../parties/entities/index.js';

export const partyRoles = ['origin', 'destination'] as const;
export type PartyRole = (typeof partyRoles)[number];

/** A party reference of a payment that does not match any entity. */
export interface UnresolvedReference {
  readonly role: PartyRole;
  readonly identifierType: 'entityId' | 'externalId' | 'taxId';
  readonly value: string;
}

const identifiers: Readonly<
  Record<UnresolvedReference['identifierType'], (entity: EntityContext, value: string) => boolean>
> = {
  entityId: ({ id }, value) => id === value.toLowerCase(),
  externalId: ({ externalId }, value) => externalId === value,
  taxId: ({ taxId }, value) => taxId !== null && normalizeTaxId(taxId) === normalizeTaxId(value),
};

/**
 * Returns the identifiers that do not match the entity that was found, or all of them if none was found. Each identifier is checked by
 * itself.
 */
export const unresolvedReferences = (
  role: PartyRole,
  names: PartyIdentifiers,
  entity: EntityContext | null,
): readonly UnresolvedReference[] =>
  (Object.keys(identifiers) as UnresolvedReference['identifierType'][]).flatMap((identifierType) => {
    const value = names[identifierType];
    const leadsThere = value == null || (entity !== null && identifiers[identifierType](entity, value));
    return leadsThere ? [] : [{ role, identifierType, value }];
  });
