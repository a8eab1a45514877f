import type { Transaction } from '../../../../platform/database/index.js';
import { hasNewEventsSql } from '../../../../platform/outbox/index.js';
import { organizationsWithAutomationsText, organizationsWithDueText } from '../../definitions/index.js';

/** Organizations with pending work, by kind of work. */
export interface AutomationWork {
  /** Whether there are any automations. */
  readonly areAny: boolean;
  /** Organizations with unread events that may start automations. */
  readonly events: readonly string[];
  /** Organizations with due schedules. */
  readonly schedules: readonly string[];
  /** Organizations with due executions that no process holds. */
  readonly executions: readonly string[];
}

/** Uses a single statement, since every process executes it repeatedly. The transaction of `client` does not belong to an organization. */
export async function findAutomationWork(client: Transaction): Promise<AutomationWork> {
  const allowed = client.allowLookup('automations');
  const found = client.query<AutomationWork>({
    name: 'automation-work',
    text: `with active as materialized (${organizationsWithAutomationsText})
      select exists (select from active) or exists (select from automation_executions where finished_at is null) as "areAny",
        array(select a.id from active a left join automation_cursors c on c.organization_id = a.id
          where c.snapshot is null or c.until is not null or ${hasNewEventsSql('a.id', 'c.snapshot::pg_snapshot')}) as events,
        array(${organizationsWithDueText}) as schedules,
        array(select distinct organization_id from automation_executions
          where finished_at is null and due_at <= now() and (leased_until is null or leased_until < now())) as executions`,
  });
  // Both are sent in one write.
  const [, { rows }] = await Promise.all([allowed, found]);
  return rows[0]!;
}
