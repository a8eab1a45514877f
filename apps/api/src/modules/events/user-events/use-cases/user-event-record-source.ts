import { Injectable } from '@nestjs/common';
import type { Transaction, Queryable } from '../../../../platform/database/index.js';
import { notFound, ApiError, atPath, validateElement } from '../../../../platform/http/index.js';
import {
  findDevice,
  type Device,
  recordSighting,
  type Sighting,
  toTransientDevice,
} from '../../../parties/devices/index.js';
import {
  type EntityContext,
  ResolveParties,
  applyDescription,
  type PartyIdentifiers,
  readDescription,
} from '../../../parties/entities/index.js';
import {
  type EvaluatedRecord,
  type RecordSource,
  type StoredRecord,
  type RecordType,
  type EvaluableRecord,
  type EvaluationReport,
  noMatrices,
  type UnsavedRecord,
} from '../../../decisions/evaluations/index.js';
import { withDecision } from '../domain/decided-user-event.js';
import { userEventSubject } from '../domain/user-event-subject.js';
import { lockUserEvent, userEventRiskUpdate, UserEventStore, findEventId } from '../persistence/user-event-store.js';
import type { UserEvent } from '../domain/user-event.js';
import { SentUserEventBody } from '../dto/create-user-event.body.js';
import { checkUserEvent, entityIdentifiers, newUserEvent, sightingOf } from './new-user-event.js';

/** A user event that is not stored, with its entity. */
interface UnsavedUserEvent {
  readonly event: UserEvent;
  readonly sighting: Sighting | null;
  readonly entity: EntityContext;
  readonly isStored: boolean;
}

/** Parses a user event that is not stored. Throws 400, and 404 `ENTITY_NOT_FOUND` if no entity matches and none is described. */
async function parseUnsavedUserEvent(
  organizationId: string,
  { record, raw }: UnsavedRecord,
  findEntity: (names: PartyIdentifiers) => Promise<EntityContext | null>,
): Promise<UnsavedUserEvent> {
  const body = validateElement(SentUserEventBody, record);
  const { entity: sent } = record as SentUserEventBody;
  checkUserEvent(body, sent != null);
  const { entityId, entityExternalId: externalId, taxId } = body;
  const said = sent == null ? null : atPath('entity', () => readDescription(sent));
  const stored = await findEntity({ entityId, externalId, taxId });
  const entity = said ? applyDescription(stored, said, { organizationId, name: 'Entity' }) : stored;
  if (!entity) throw unknownEntity(body);
  const event = newUserEvent(entity, { body, raw }, new Date());
  return { event, sighting: sightingOf(event, body), entity, isStored: stored !== null };
}

/** Returns the error for an unknown entity, naming the first member that identifies it. */
function unknownEntity(body: SentUserEventBody): ApiError {
  const named = entityIdentifiers.find((name) => body[name] != null)!;
  const message = 'The event refers to an unknown entity';
  return new ApiError('ENTITY_NOT_FOUND', message, { [named]: 'is not an entity; describe one in `entity`' });
}

/**
 * Returns the event as rules evaluate it: in place of a stored event with the same external id, and with its device as it would be after
 * the event.
 */
async function unsavedUserEventSubject(
  client: Transaction,
  { event, sighting, entity, isStored }: UnsavedUserEvent,
): Promise<Pick<EvaluatedRecord, 'subject'>> {
  const id = (await findStoredId(client, event)) ?? event.id;
  const seen = (of: Sighting): Promise<Device> | Device =>
    isStored ? previewSighting(client, of) : toTransientDevice(of, entity);
  return { subject: userEventSubject({ ...event, id }, entity, sighting && (await seen(sighting))) };
}

const findStoredId = async (client: Queryable, { organizationId, externalId }: UserEvent): Promise<string | null> =>
  externalId === null ? null : findEventId(client, organizationId, externalId);

/** Returns the device as it would be after the sighting. The sighting is undone. */
async function previewSighting(client: Transaction, sighting: Sighting): Promise<Device> {
  const undo = await client.undoPoint();
  const { device } = await recordSighting(client, sighting, new Date());
  await undo();
  return device;
}

/** Provides user events for on-demand evaluations, with their entity and device as they are now. */
@Injectable()
export class UserEventRecordSource implements RecordSource {
  constructor(
    private readonly events: UserEventStore,
    private readonly parties: ResolveParties,
  ) {}

  async find(organizationId: string, id: string): Promise<StoredRecord> {
    const event = await this.events.findOne(organizationId, id);
    const [entity] = event ? await this.parties.resolve(organizationId, [{ entityId: event.entityId }]) : [];
    if (!entity) throw notFound('User event');
    return { recordType: 'user_event', queueKey: entity.id, lock: (client) => lockRecord(client, id, entity) };
  }

  /** Reads a user event that is not stored. Throws 404 `ENTITY_NOT_FOUND` if no entity matches and none is described. */
  async read(organizationId: string, record: UnsavedRecord): Promise<EvaluableRecord> {
    const sent = await parseUnsavedUserEvent(organizationId, record, async (names) => {
      const [entity] = await this.parties.resolve(organizationId, [names]);
      return entity ?? null;
    });
    return { recordType: 'user_event', lock: (client) => unsavedUserEventSubject(client, sent) };
  }

  newest(organizationId: string, _recordType: RecordType, count: number): Promise<readonly string[]> {
    return this.events.findNewestIds(organizationId, count);
  }
}

async function lockRecord(client: Transaction, id: string, entity: EntityContext): Promise<EvaluatedRecord> {
  const { organizationId } = entity;
  const event = await lockUserEvent(client, organizationId, id);
  if (!event) throw notFound('User event');
  const { deviceId } = event;
  const device = deviceId === null ? null : await findDevice(client, organizationId, entity.id, deviceId);
  return {
    subject: userEventSubject(event, entity, device),
    matrices: noMatrices,
    keep: (report: EvaluationReport) => ({
      record: userEventRiskUpdate(withDecision(event, report)),
      events: [],
      entries: [],
    }),
  };
}
