import type { PartyRestriction } from '@tamis/engine';

import { type EntityContext, transactionDecisions } from '../../../parties/entities/index.js';
import { partyRoles } from './party-references.js';

/** The entities a payment was linked to. */
export interface LinkedEntities {
  readonly origin: EntityContext | null;
  readonly destination: EntityContext | null;
}

/** What the statuses of the parties make of the decision on a payment, whatever rules say. */
export const partyRestrictions = (linked: LinkedEntities): readonly PartyRestriction[] =>
  partyRoles.flatMap((role) => {
    const entity = linked[role];
    const decision = entity && transactionDecisions[entity.status];
    return decision ? [{ role, entityId: entity.id, status: entity.status, decision }] : [];
  });

/** A deleted party is none to callers who want every reference to lead to an entity. */
export const withoutDeleted = (entity: EntityContext | null): EntityContext | null =>
  entity?.deletedAt == null ? entity : null;
