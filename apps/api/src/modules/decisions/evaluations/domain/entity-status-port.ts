import type { EntityStatus } from '@tamis/library';

import type { AuditActor } from '../../../../platform/audit/index.js';
import type { Transaction } from '../../../../platform/database/index.js';

/** A status that an evaluation sets on an entity. */
export interface EntityStatusChange {
  readonly organizationId: string;
  readonly entityId: string;
  readonly status: EntityStatus;
  readonly reason: string | null;
  /** The rule or matrix. */
  readonly by: AuditActor;
}

/**
 * Why a rule may not set the status: the entity does not exist or is deleted, the transition from its status is not allowed, or a person
 * has locked it.
 */
export type StatusRefusal = 'not_found' | 'not_allowed' | 'locked';

/** Outcome of setting the status of an entity. */
export interface StatusOutcome {
  readonly outcome: 'set' | 'unchanged' | StatusRefusal;
  /** `null` if there is no such entity. */
  readonly before: EntityStatus | null;
}

/**
 * Sets statuses of entities for rules. The `parties` modules implement it: rules are also evaluated for entities, so the evaluation code
 * cannot depend on those modules.
 */
export abstract class EntityStatusPort {
  /**
   * Sets the status as far as a rule may, inside the transaction of the evaluation, including history and event. The caller writes the
   * audit entry last.
   */
  abstract setByRule(client: Transaction, change: EntityStatusChange, now: Date): Promise<StatusOutcome>;
}
