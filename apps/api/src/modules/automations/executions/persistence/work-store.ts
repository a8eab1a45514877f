import type { Transaction } from '../../../../platform/database/index.js';
import { hasNewEventsSql } from '../../../../platform/outbox/index.js';
import { organizationsWithAutomationsText, organizationsWithDueText } from '../../definitions/index.js';

/** Organizations, by what automations have to do there. */
export interface AutomationWork {
  /** Whether there is an automation at all. */
  readonly areAny: boolean;
  /** What may start automations was announced and not read. */
  readonly events: readonly string[];
  /** The time of some has come. */
  readonly schedules: readonly string[];
  /** Executions are due that no process has. */
  readonly executions: readonly string[];
}

/** One statement, as it is asked again and again by each process. The transaction of `client` is of no organization. */
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
  // Both leave in one write.
  const [, { rows }] = await Promise.all([allowed, found]);
  return rows[0]!;
}
