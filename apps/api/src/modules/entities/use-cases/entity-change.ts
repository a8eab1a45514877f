import { type AuditEntry, type AuditSubject, recordAudit } from '../../../platform/audit/index.js';
import type { TransactionClient } from '../../../platform/database/index.js';
import { type OutboxEvent, writeEvents } from '../../../platform/outbox/index.js';
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

/** What else happened in the same transaction. */
export interface Beside {
  readonly events?: readonly OutboxEvent[] | undefined;
  readonly entries?: readonly AuditEntry[] | undefined;
}

/**
 * Announces changes of entities and writes them into the audit trail, in the transaction that makes them; its last call. Who changes
 * an entity further before the transaction ends (a run of the rules) hands in the last `after`.
 */
export async function writeEntityChanges(
  client: TransactionClient,
  by: AuditSubject,
  changes: readonly EntityChange[],
  { events = [], entries = [] }: Beside = {},
): Promise<void> {
  await writeEvents(client, [...changes.flatMap((change) => changeEvents(change, by.actor)), ...events]);
  await recordAudit(client, by, [...changes.flatMap(changeEntries), ...entries]);
}
