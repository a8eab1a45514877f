import type { EntityStatus } from './entity-enumerations.js';

/** Nothing is done for an entity with one of these. */
export const blockingStatuses: ReadonlySet<EntityStatus> = new Set(['blocked', 'suspended', 'rejected', 'deleted']);

/** Whoever sets one of these says why. */
export const statusesRequiringReason: ReadonlySet<EntityStatus> = new Set(['blocked', 'suspended', 'rejected']);
