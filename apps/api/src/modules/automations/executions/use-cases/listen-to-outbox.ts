import { Injectable } from '@nestjs/common';

import { newId, TenantDatabase } from '../../../../platform/database/index.js';
import { EventReaders, type ReadEvent, readOutbox } from '../../../../platform/outbox/index.js';
import {
  findStartable,
  hasAutomationsSql,
  type JsonObject,
  type StartableAutomation,
  triggerOf,
} from '../../definitions/index.js';
import { passesTrigger, subjectOf } from '../domain/event-subject.js';
import type { NewExecution } from '../domain/execution.js';
import { lockCursor, moveCursor } from '../persistence/cursor-store.js';
import { BackgroundWork } from './background-work.js';
import { BeginExecutions } from './begin-executions.js';
import { RunExecutions } from './run-executions.js';

/**
 * Starts automations on events of the outbox: each once on each event, whichever process reads it and however often. What was read is
 * remembered in the transaction that stores the executions.
 */
@Injectable()
export class ListenToOutbox {
  private readonly work = new BackgroundWork('events did not start automations');

  constructor(
    private readonly database: TenantDatabase,
    private readonly beginning: BeginExecutions,
    private readonly executions: RunExecutions,
    readers: EventReaders,
  ) {
    readers.add('automations', hasAutomationsSql);
  }

  /** Reads for these organizations, unless it reads already. */
  begin(organizationIds: readonly string[]): void {
    if (organizationIds.length > 0) this.work.begin('outbox', () => this.listen(organizationIds));
  }

  /** A part of each organization after the other, so that nobody waits behind one that has much. */
  async listen(organizationIds: readonly string[]): Promise<void> {
    let open = organizationIds;
    while (open.length > 0 && !this.work.isStopped) {
      const rest: string[] = [];
      for (const organizationId of open) if (await this.readPage(organizationId)) rest.push(organizationId);
      open = rest;
    }
  }

  stop(): Promise<void> {
    return this.work.stop();
  }

  /** Whether there is more. */
  private async readPage(organizationId: string): Promise<boolean> {
    const { hasMore, begun } = await this.database.transaction(organizationId, async (client) => {
      const automations = await findStartable(client, organizationId);
      const cursor = await lockCursor(client, organizationId, earliest(automations));
      if (!cursor) return { hasMore: false, begun: 0 };
      const names = [...new Set(automations.flatMap(({ triggerType }) => triggerOf(triggerType).events))];
      const { events, next } = await readOutbox(client, organizationId, cursor, { names, subscribers: automations });
      const byId = new Map(automations.map((each) => [each.id, each]));
      const started = events.flatMap((event) => executionsOf(event, byId));
      const { size: begun } = await this.beginning.begin(client, organizationId, started);
      moveCursor(client, organizationId, next);
      return { hasMore: next.until !== null, begun };
    });
    // Nobody has to look for them first.
    if (begun > 0) this.executions.begin(organizationId);
    return hasMore;
  }
}

/** The snapshot before which nothing is of interest to any of them. */
function earliest(automations: readonly StartableAutomation[]): string | null {
  const oldest = (snapshot: string): bigint => BigInt(snapshot.split(':')[0]!);
  const [first] = automations.map(({ since }) => since).sort((a, b) => (oldest(a) < oldest(b) ? -1 : 1));
  return first ?? null;
}

/** What an event starts. A rule that names an automation starts it, unless the hit itself does. */
function executionsOf(read: ReadEvent, automations: ReadonlyMap<string, StartableAutomation>): readonly NewExecution[] {
  const { id, event, payload: data, cause, subscribers } = read;
  const candidates = subscribers.flatMap((each) => {
    const automation = automations.get(each);
    return automation && triggerOf(automation.triggerType).events.includes(event) ? [automation] : [];
  });
  if (candidates.length === 0) return [];
  const payload = JSON.parse(data) as JsonObject;
  const isRequest = event === 'automation.requested';
  return candidates
    .filter((automation) =>
      isRequest
        ? payload['automationId'] === automation.id && isRequested(automation, payload)
        : passesTrigger(automation.triggerType, automation.triggerConfig, payload),
    )
    .map(({ id: automationId, version, triggerType, enabledBy: actsFor }) => ({
      ...{ id: newId(), automationId, version, eventKey: id, actsFor, data },
      trigger: { type: triggerType, event, ...subjectOf(triggerType, payload) },
      chain: cause?.automations ?? [],
      stopped: null,
    }));
}

/** Whether a rule that names it starts it: where it is about such records, and the hit of the rule does not start it anyway. */
function isRequested({ triggerType, triggerConfig }: StartableAutomation, payload: JsonObject): boolean {
  const { ruleIds: _of, ...others } = triggerConfig;
  return passesTrigger(triggerType, others, payload) && !passesTrigger(triggerType, triggerConfig, payload);
}
