import type { EntityStatus } from './entity-statuses.js';
import { ruleEntityStatuses } from './rule-entity-statuses.js';

const setByRules: ReadonlySet<EntityStatus> = new Set(ruleEntityStatuses);

/** Only a user can make entities with these statuses active again. */
const terminalStatuses: ReadonlySet<EntityStatus> = new Set(['blocked', 'rejected']);

/** Whether a rule may set this status for an entity that is neither deleted nor locked. */
export const canRuleSetStatus = (from: EntityStatus, to: EntityStatus): boolean =>
  setByRules.has(to) && !(to === 'active' && terminalStatuses.has(from));
