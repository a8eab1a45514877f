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

/**
 * Sets the status of an entity as a rule may, inside the transaction of the run. Given by who asks for the run: entities are run on
 * as well, so what runs rules cannot know them.
 */
export type SetEntityStatus = (
  client: Transaction,
  change: EntityStatusChange,
  now: Date,
) => Promise<{ readonly outcome: 'set' | 'unchanged' | StatusRefusal; readonly before: string | null }>;
