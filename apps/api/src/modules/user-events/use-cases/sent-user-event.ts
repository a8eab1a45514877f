import { type Queryable, type TransactionClient, undoPoint } from '../../../platform/database/index.js';
import { ApiError, atPath, validElement } from '../../../platform/http/index.js';
import { type Device, recordSighting, type Sighting, unstoredDevice } from '../../devices/index.js';
import { describedEntity, type EntityContext, type PartyNames, readDescription } from '../../entities/index.js';
import type { EvaluatedRecord, SentRecord } from '../../evaluations/index.js';
import { userEventSubject } from '../domain/user-event-subject.js';
import type { UserEvent } from '../domain/user-event.js';
import { SentUserEventBody } from '../http/sent-user-event.body.js';
import { findEventId } from '../persistence/user-event-store.js';
import { checkUserEvent, entityIdentifiers, newUserEvent, sightingOf } from './new-user-event.js';

/** A user event that is not stored, and its entity. */
export interface SentUserEvent {
  readonly event: UserEvent;
  readonly sighting: Sighting | null;
  readonly entity: EntityContext;
  readonly isStored: boolean;
}

/** Throws 400, and 404 `ENTITY_NOT_FOUND` where it names no entity, and none is described. */
export async function readSentUserEvent(
  organizationId: string,
  { record, raw }: SentRecord,
  findEntity: (names: PartyNames) => Promise<EntityContext | null>,
): Promise<SentUserEvent> {
  const body = validElement(SentUserEventBody, record);
  const { entity: sent } = record as SentUserEventBody;
  checkUserEvent(body, sent != null);
  const { entityId, entityExternalId: externalId, taxId } = body;
  const said = sent == null ? null : atPath('entity', () => readDescription(sent));
  const stored = await findEntity({ entityId, externalId, taxId });
  const entity = said ? describedEntity(stored, said, { organizationId, name: 'Entity' }) : stored;
  if (!entity) throw unknownEntity(body);
  const event = newUserEvent(entity, { body, raw }, new Date());
  return { event, sighting: sightingOf(event, body), entity, isStored: stored !== null };
}

/** The first of the members that name its entity. */
function unknownEntity(body: SentUserEventBody): ApiError {
  const named = entityIdentifiers.find((name) => body[name] != null)!;
  const message = 'The event names no known entity';
  return new ApiError('ENTITY_NOT_FOUND', message, { [named]: 'leads to no entity; describe one in `entity`' });
}

/** The event as rules are run on it: in place of the stored one that has its external id, with its device as it would be then. */
export async function sentEventSubject(
  client: TransactionClient,
  { event, sighting, entity, isStored }: SentUserEvent,
): Promise<Pick<EvaluatedRecord, 'subject'>> {
  const id = (await storedId(client, event)) ?? event.id;
  const seen = (of: Sighting): Promise<Device> | Device =>
    isStored ? seenAndForgotten(client, of) : unstoredDevice(of, entity);
  return { subject: userEventSubject({ ...event, id }, entity, sighting && (await seen(sighting))) };
}

const storedId = async (client: Queryable, { organizationId, externalId }: UserEvent): Promise<string | null> =>
  externalId === null ? null : findEventId(client, organizationId, externalId);

/** The device as it would be after the sighting, of which nothing is left. */
async function seenAndForgotten(client: TransactionClient, sighting: Sighting): Promise<Device> {
  const undo = await undoPoint(client);
  const { device } = await recordSighting(client, sighting, new Date());
  await undo();
  return device;
}
