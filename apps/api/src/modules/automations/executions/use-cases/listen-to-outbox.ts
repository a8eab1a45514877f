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
 * Starts automations on events of the outbox: each one once per event, regardless of which process reads it and how often. The read
 * position is stored in the transaction that stores the executions.
 */
@Injectable()
export class ListenToOutbox {
  private readonly work = new BackgroundWork('automations were not started for some events');

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

  /** Starts reading for these organizations, unless reading is already in progress. */
  begin(organizationIds: readonly string[]): void {
    if (organizationIds.length > 0) this.work.begin('outbox', () => this.listen(organizationIds));
  }

  /** Reads one page of each organization in turn, so that an organization with many events does not hold up others. */
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

  /** Returns whether there is more to read. */
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
    // The executions need not be looked for first.
    if (begun > 0) this.executions.begin(organizationId);
    return hasMore;
  }
}

/** Returns the snapshot before which no event is relevant to any of these automations. */
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

/** Finds the entities of events for automations that filter by type or country, since few events contain both of these. */
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

/** Returns the executions that an event starts. A rule that names an automation starts it, unless the rule hit already does. */
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

/** Whether a request by a rule starts the automation: the record must match its trigger, and the rule hit must not start it anyway. */
function isRequested({ triggerType, triggerConfig }: StartableAutomation, payload: JsonObject): boolean {
  const { ruleIds: _of, ...others } = triggerConfig;
  return passesTrigger(triggerType, others, payload) && !passesTrigger(triggerType, triggerConfig, payload);
}
