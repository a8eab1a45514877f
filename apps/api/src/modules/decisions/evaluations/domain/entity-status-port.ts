import type { EntityStatus } from '@tamis/library';

import type { AuditActor } from '../../../../platform/audit/index.js';
import type { Transaction } from '../../../../platform/database/index.js';

/** The status a run gives an entity. */
export interface EntityStatusChange {
  readonly organizationId: string;
  readonly entityId: string;
  readonly status: EntityStatus;
  readonly reason: string | null;
  /** The rule or the matrix. */
  readonly by: AuditActor;
}

/** Why a rule may not: no such entity or a deleted one; not from the status it has; a person has locked it. */
export type StatusRefusal = 'not_found' | 'not_allowed' | 'locked';

/** What became of the status an entity was to have. */
export interface StatusOutcome {
  readonly outcome: 'set' | 'unchanged' | StatusRefusal;
  /** Null: no such entity. */
  readonly before: EntityStatus | null;
}

/** Sets statuses of entities for rules. The room `parties` provides it: rules run on entities as well, so what runs them cannot know them. */
export abstract class EntityStatusPort {
  /**
   * Sets the status as a rule may, inside the transaction of the run, with its history and its announcement. The caller writes the entry
   * of the audit trail, last.
   */
  abstract setByRule(client: Transaction, change: EntityStatusChange, now: Date): Promise<StatusOutcome>;
}
