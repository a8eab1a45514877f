import { type AuditActor, type AuditEntry, type AuditSubject, recordAudit } from '../../../../platform/audit/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import type { EntityRow } from '../persistence/entity-row.js';
import { changeEntries } from './change-entries.js';
import { changeEvents } from './change-events.js';

/** What was done to an entity, as it was and as it is. */
export type EntityChange =
  | { readonly kind: 'created'; readonly after: EntityRow }
  | {
      /** Everything but `deleted` and back. */
      readonly kind: 'updated';
      readonly before: EntityRow;
      readonly after: EntityRow;
      readonly reason: string | null;
      /** Of the first entry in the audit trail; default: any. */
      readonly entryId?: string;
      /** The caller changed attributes and nothing else. */
      readonly attributesOnly?: boolean;
    }
  | {
      readonly kind: 'deleted' | 'restored';
      readonly before: EntityRow;
      readonly after: EntityRow;
      readonly reason: string | null;
    };

/**
 * Announces what `by` changed, in the transaction that makes the changes and before rules run on them: who follows the announcements
 * hears of an entity before what its rules made of it.
 */
export const announceChanges = (client: Transaction, by: AuditActor, changes: readonly EntityChange[]): Promise<void> =>
  writeEvents(
    client,
    changes.flatMap((change) => changeEvents(change, by)),
  );

/** Writes changes that were announced into the audit trail, with what else happened; the last call of the transaction. */
export const recordChanges = (
  client: Transaction,
  by: AuditSubject,
  changes: readonly EntityChange[],
  others: readonly AuditEntry[] = [],
): Promise<void> => recordAudit(client, by, [...changes.flatMap(changeEntries), ...others]);
