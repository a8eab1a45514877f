import { Injectable } from '@nestjs/common';

import { newId, TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { EventReaders, type ReadEvent, readOutbox } from '../../../../platform/outbox/index.js';
import { findEntitiesById } from '../../../parties/entities/index.js';
import {
  findStartable,
  hasAutomationsSql,
  type JsonObject,
  type StartableAutomation,
  triggerOf,
} from '../../definitions/index.js';
import { isNarrowed, passesTrigger, subjectOf, withEntity } from '../domain/event-subject.js';
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
    readers.add(
      'automations',
      hasAutomationsSql,
      `select snapshot from automation_cursors where organization_id = $1 and ${hasAutomationsSql}`,
    );
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
      const candidates = events.flatMap((event) => candidatesOf(event, byId));
      const entities = await findNarrowed(client, organizationId, candidates);
      const started = candidates.flatMap((each) => executionsOf(each, entities));
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

/** An event, and the automations that it may start. */
interface Candidates extends Pick<ReadEvent, 'id' | 'event' | 'payload' | 'cause'> {
  readonly told: JsonObject;
  readonly automations: readonly StartableAutomation[];
}

function candidatesOf(
  { id, event, payload, cause, subscribers }: ReadEvent,
  automations: ReadonlyMap<string, StartableAutomation>,
): readonly Candidates[] {
  const found = subscribers.flatMap((each) => {
    const automation = automations.get(each);
    return automation && triggerOf(automation.triggerType).events.includes(event) ? [automation] : [];
  });
  if (found.length === 0) return [];
  return [{ id, event, payload, cause, told: JSON.parse(payload) as JsonObject, automations: found }];
}

type NarrowedEntities = Awaited<ReturnType<typeof findEntitiesById>>;

/** Whom events are about where automations go by type or country: few events tell both of their entity. */
async function findNarrowed(
  client: Transaction,
  organizationId: string,
  candidates: readonly Candidates[],
): Promise<NarrowedEntities> {
  const ids = candidates.flatMap(({ told, automations }) =>
    automations.flatMap(({ triggerType, triggerConfig }) =>
      isNarrowed(triggerConfig) ? (subjectOf(triggerType, told).entityId ?? []) : [],
    ),
  );
  return ids.length === 0 ? new Map() : findEntitiesById(client, organizationId, [...new Set(ids)]);
}

/** What an event starts. A rule that names an automation starts it, unless the hit itself does. */
function executionsOf(
  { id, event, payload: data, cause, told, automations }: Candidates,
  entities: NarrowedEntities,
): readonly NewExecution[] {
  const isRequest = event === 'automation.requested';
  return automations.flatMap((automation) => {
    const { id: automationId, version, triggerType, enabledBy: actsFor } = automation;
    const subject = subjectOf(triggerType, told);
    const payload = withEntity(told, entities.get(subject.entityId ?? ''));
    const isStarted = isRequest
      ? payload['automationId'] === automationId && isRequested(automation, payload)
      : passesTrigger(triggerType, automation.triggerConfig, payload);
    if (!isStarted) return [];
    return [
      {
        ...{ id: newId(), automationId, version, eventKey: id, actsFor, data },
        trigger: { type: triggerType, event, ...subject },
        chain: cause?.automations ?? [],
        stopped: null,
      },
    ];
  });
}

/** Whether a rule that names it starts it: where it is about such records, and the hit of the rule does not start it anyway. */
function isRequested({ triggerType, triggerConfig }: StartableAutomation, payload: JsonObject): boolean {
  const { ruleIds: _of, ...others } = triggerConfig;
  return passesTrigger(triggerType, others, payload) && !passesTrigger(triggerType, triggerConfig, payload);
}
