import { Injectable } from '@nestjs/common';

import type { TransactionClient } from '../../../platform/database/index.js';
import { notFound } from '../../../platform/http/index.js';
import { findDevice } from '../../devices/index.js';
import { type EntityContext, ResolveParties, setStatusByRule } from '../../entities/index.js';
import type {
  EvaluatedRecord,
  EvaluatedRecords,
  FoundRecord,
  RecordType,
  RunnableRecord,
  RunReport,
  SentRecord,
} from '../../evaluations/index.js';
import { withDecision } from '../domain/decided-user-event.js';
import { userEventSubject } from '../domain/user-event-subject.js';
import { lockUserEvent, userEventRiskUpdate, UserEventStore } from '../persistence/user-event-store.js';
import { readSentUserEvent, sentEventSubject } from './sent-user-event.js';

/** User events, as rules are run on them on demand: with their entity and their device as they are now. */
@Injectable()
export class EvaluatedUserEvents implements EvaluatedRecords {
  constructor(
    private readonly events: UserEventStore,
    private readonly parties: ResolveParties,
  ) {}

  async find(organizationId: string, id: string): Promise<FoundRecord> {
    const event = await this.events.findOne(organizationId, id);
    const [entity] = event ? await this.parties.run(organizationId, [{ entityId: event.entityId }]) : [];
    if (!entity) throw notFound('User event');
    return { recordType: 'user_event', queue: entity.id, lock: (client) => locked(client, id, entity) };
  }

  /** Throws 404 `ENTITY_NOT_FOUND` where it names no entity, and none is described. */
  async read(organizationId: string, record: SentRecord): Promise<RunnableRecord> {
    const sent = await readSentUserEvent(organizationId, record, async (names) => {
      const [entity] = await this.parties.run(organizationId, [names]);
      return entity ?? null;
    });
    return { recordType: 'user_event', lock: (client) => sentEventSubject(client, sent) };
  }

  newest(organizationId: string, _recordType: RecordType, count: number): Promise<readonly string[]> {
    return this.events.newest(organizationId, count);
  }
}

async function locked(client: TransactionClient, id: string, entity: EntityContext): Promise<EvaluatedRecord> {
  const { organizationId } = entity;
  const event = await lockUserEvent(client, organizationId, id);
  if (!event) throw notFound('User event');
  const { deviceId } = event;
  const device = deviceId === null ? null : await findDevice(client, organizationId, entity.id, deviceId);
  return {
    subject: userEventSubject(event, entity, device),
    assigned: [],
    setEntityStatus: setStatusByRule,
    keep: (report: RunReport) => ({
      record: userEventRiskUpdate(withDecision(event, report)),
      events: [],
      entries: [],
    }),
  };
}
