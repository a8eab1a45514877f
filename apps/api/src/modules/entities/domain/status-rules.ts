import { ruleEntityStatuses } from '@tamis/library';

import type { EntityStatus } from './entity-enumerations.js';

/** Nothing is done for an entity with one of these. */
export const blockingStatuses: ReadonlySet<EntityStatus> = new Set(['blocked', 'suspended', 'rejected', 'deleted']);

/** Whoever sets one of these says why. */
export const needsReason: ReadonlySet<EntityStatus> = new Set(['blocked', 'suspended', 'rejected']);

/** What a rule may set. */
const setByRules: ReadonlySet<EntityStatus> = new Set(ruleEntityStatuses);

/** Nothing but a person brings these back to work. */
const final: ReadonlySet<EntityStatus> = new Set(['blocked', 'rejected']);

/** Whether a rule may take the status of an entity that is neither deleted nor locked. */
export const ruleMayMove = (from: EntityStatus, to: EntityStatus): boolean =>
  setByRules.has(to) && !(to === 'active' && final.has(from));
