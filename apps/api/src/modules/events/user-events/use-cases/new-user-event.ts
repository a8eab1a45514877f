import { newId } from '../../../../platform/database/index.js';
import { elementProblems, invalid, memberText } from '../../../../platform/http/index.js';
import type { Sighting } from '../../../parties/devices/index.js';
import type { EntityContext } from '../../../parties/entities/index.js';
import type { UserEvent } from '../domain/user-event.js';
import { CreateUserEventBody } from '../dto/create-user-event.body.js';

/** Fields of a body that identify the entity. At least one is required. */
export const entityIdentifiers = ['entityId', 'entityExternalId', 'taxId'] as const;

/**
 * Checks rules that span several fields of a body. Throws 400 if one is violated. `isDescribed` is set if the event comes with its entity.
 */
export function checkUserEvent(body: CreateUserEventBody, isDescribed = false): void {
  const problems = crossFieldProblems(body, isDescribed);
  if (Object.keys(problems).length > 0) throw invalid(problems);
}

function crossFieldProblems(body: CreateUserEventBody, isDescribed = false): Readonly<Record<string, string>> {
  if (!isDescribed && entityIdentifiers.every((name) => body[name] == null))
    return { entityId: 'one of entityId, entityExternalId and taxId is required' };
  const name = (body.metadata as { name?: unknown } | null | undefined)?.name;
  if (body.eventType === 'CUSTOM' && (typeof name !== 'string' || name.trim() === ''))
    return { 'metadata.name': 'metadata.name is required: it is the name of a CUSTOM event' };
  return {};
}

/** Does the same for a row that was not validated yet, and reports any other problems of the row along with it. */
export function checkUserEventRow(sent: object): void {
  const problems = crossFieldProblems(sent as CreateUserEventBody);
  if (Object.keys(problems).length > 0) throw invalid({ ...problems, ...elementProblems(CreateUserEventBody, sent) });
}

/** Returns the JSON text of a body member that is an object, or `null` if it is absent or null. */
function objectText(raw: string, member: string): string | null {
  const text = memberText(raw, member);
  return text === undefined || text === 'null' ? null : text;
}

interface UserEventRequest {
  readonly body: CreateUserEventBody;
  /** Body as JSON text. */
  readonly raw: string;
  readonly batchJobId?: string | undefined;
}

/** Returns the event that a body describes. Free-form objects are taken from its text, so that they are returned as they were sent. */
export function newUserEvent(entity: EntityContext, { body, raw, batchJobId }: UserEventRequest, now: Date): UserEvent {
  return {
    id: newId(now.getTime()),
    organizationId: entity.organizationId,
    externalId: body.externalId ?? null,
    eventType: body.eventType,
    userId: body.userId,
    entityId: entity.id,
    entityExternalId: entity.externalId,
    taxId: body.taxId ?? entity.taxId,
    timestamp: body.timestamp == null ? now : new Date(body.timestamp),
    eventDate: body.eventDate ?? null,
    deviceId: body.deviceId ?? body.deviceDetails?.deviceId ?? null,
    ipAddress: body.ipAddress ?? body.deviceDetails?.ipAddress ?? null,
    country: body.country?.toUpperCase() ?? null,
    isVpn: body.isVpn ?? null,
    isProxy: body.isProxy ?? null,
    isNewDevice: body.isNewDevice ?? null,
    failedAttemptsCount: body.failedAttemptsCount ?? null,
    destinationAccountId: body.destinationAccountId ?? null,
    destinationCuit: body.destinationCuit ?? null,
    previousValue: body.previousValue ?? null,
    userAgent: body.userAgent ?? null,
    deviceDetails: objectText(raw, 'deviceDetails'),
    metadata: objectText(raw, 'metadata'),
    riskScore: null,
    decision: null,
    lastEvaluationId: null,
    ruleSetVersion: null,
    lastRiskEvaluationAt: null,
    batchJobId: batchJobId ?? null,
    createdAt: now,
  };
}

/** Returns the device sighting of an event, or `null` if the event names no device. */
export function sightingOf(event: UserEvent, { deviceDetails, isVpn, isProxy }: CreateUserEventBody): Sighting | null {
  const { organizationId, entityId, deviceId, ipAddress, timestamp } = event;
  if (deviceId === null) return null;
  const told = deviceDetails ?? {};
  const countryCode = told.countryCode?.toUpperCase() ?? event.country;
  return {
    organizationId,
    entityId,
    deviceId,
    at: timestamp,
    isEvent: true,
    facts: { ...told, ipAddress, countryCode },
    address: {
      isVpn: isVpn ?? told.isVpn ?? null,
      isProxy: isProxy ?? told.isProxy ?? null,
      isTor: told.isTor ?? null,
    },
  };
}
