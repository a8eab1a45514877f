import type { Transaction } from '../../../../platform/database/index.js';
import { outboxNow, type OutboxCursor } from '../../../../platform/outbox/index.js';

/**
 * Returns the cursor of an organization, locked until the transaction ends; `null` if another transaction holds it. A new cursor starts
 * where the first automation did.
 */
export async function lockCursor(
  client: Transaction,
  organizationId: string,
  firstSince: string | null,
): Promise<OutboxCursor | null> {
  await client.query({
    name: 'automation-cursor-begin',
    text: `insert into automation_cursors (organization_id, snapshot) values ($1, $2) on conflict do nothing`,
    values: [organizationId, firstSince ?? (await outboxNow(client))],
  });
  const { rows } = await client.query<OutboxCursor>({
    name: 'automation-cursor-lock',
    text: `select snapshot, until, after::text from automation_cursors where organization_id = $1 for update skip locked`,
    values: [organizationId],
  });
  return rows[0] ?? null;
}

/** Called within the transaction that stored the executions started by the events. */
export const moveCursor = (
  client: Transaction,
  organizationId: string,
  { snapshot, until, after }: OutboxCursor,
): void =>
  client.enqueue({
    name: 'automation-cursor-move',
    text: 'update automation_cursors set snapshot = $2, until = $3, after = $4 where organization_id = $1',
    values: [organizationId, snapshot, until, after],
  });
