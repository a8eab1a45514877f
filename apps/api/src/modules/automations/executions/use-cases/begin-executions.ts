import { Injectable } from '@nestjs/common';

import { bySystem, recordAudit } from '../../../../platform/audit/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { findRecipients, notificationEvents } from '../../../tenancy/members/index.js';
import { automationLimits, countStarted, pauseAutomation } from '../../definitions/index.js';
import { type NewExecution, recordOf, type StopReason } from '../domain/execution.js';
import { countRecent, insertExecutions } from '../persistence/execution-store.js';

/** Starts executions and breaks loops of them: each stop is recorded as an execution with its reason. */
@Injectable()
export class BeginExecutions {
  /** Returns the ids of executions that were not started before, including stopped ones. */
  async begin(
    client: Transaction,
    organizationId: string,
    wanted: readonly NewExecution[],
  ): Promise<ReadonlySet<string>> {
    const keys = wanted.flatMap(({ automationId, trigger }) => {
      const recordId = recordOf(trigger);
      return recordId === null ? [] : [{ automationId, recordId }];
    });
    const recent = new Map(await countRecent(client, organizationId, keys));
    const executions = wanted.map((each) => ({ ...each, stopped: stopOf(each, recent) }));
    const begun = await insertExecutions(client, organizationId, executions);
    const running = executions.filter(({ id, stopped }) => begun.has(id) && stopped === null);
    if (running.length > 0)
      countStarted(
        client,
        organizationId,
        running.map(({ automationId }) => automationId),
      );
    const tooMany = executions.filter(({ id, stopped }) => begun.has(id) && stopped === 'too_many');
    for (const id of new Set(tooMany.map(({ automationId }) => automationId))) await pause(client, organizationId, id);
    return begun;
  }
}

/** Returns why an execution is stopped, and counts those that are not. */
function stopOf({ automationId, chain, trigger }: NewExecution, recent: Map<string, number>): StopReason | null {
  if (chain.includes(automationId)) return 'own_chain';
  if (chain.length + 1 > automationLimits.depth) return 'too_deep';
  const recordId = recordOf(trigger);
  if (recordId === null) return null;
  const key = `${automationId} ${recordId}`;
  const before = recent.get(key) ?? 0;
  if (before >= automationLimits.perEntityAndHour) return 'too_many';
  recent.set(key, before + 1);
  return null;
}

async function pause(client: Transaction, organizationId: string, id: string): Promise<void> {
  const reason = `more than ${automationLimits.perEntityAndHour} executions on one record within an hour`;
  if (!(await pauseAutomation(client, organizationId, id, reason))) return;
  await tellOwners(client, organizationId, { id, title: 'An automation was disabled', body: `It had ${reason}.` });
  await recordAudit(client, bySystem(organizationId, 'automations'), [
    {
      ...{ event: 'automation_paused', resourceType: 'automation', resourceId: id },
      summary: `automation disabled: ${reason}`,
      changes: { enabled: { previous: true, current: false } },
    },
  ]);
}

/** Notifies the owners of the account about an automation. */
export async function tellOwners(
  client: Transaction,
  organizationId: string,
  { id, title, body }: { readonly id: string; readonly title: string; readonly body: string },
): Promise<void> {
  const owners = await findRecipients(client, organizationId, 'owners');
  const notification = { title, body, link: `/automations/${id}` };
  await writeEvents(client, notificationEvents(organizationId, owners, notification));
}
