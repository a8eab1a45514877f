import { decisions } from '../enumerations/decisions.js';
import { userEventTypes } from '../enumerations/user-event-types.js';
import { deviceDetailRows } from './device-rows.js';
import { enumType, row, rowsBelow, types, type FieldRow } from './field-builder.js';

/** Fields of a user event: below `event`, or without a prefix inside an aggregate. */
export const userEventRows: readonly FieldRow[] = [
  row('id', types.code, 'internal id', { required: true }),
  row('eventType', enumType('event type', userEventTypes), 'what the user did', { required: true }),
  row('userId', types.code, 'the caller’s id of the user', { required: true }),
  row('externalId', types.code, 'the caller’s own identifier'),
  row('entityExternalId', types.code, 'the caller’s id of the entity'),
  row('taxId', types.code, 'tax id sent with the event'),
  row('timestamp', types.datetime, 'when it took place', { required: true }),
  row('eventDate', types.date, 'business day'),
  row('deviceId', types.code, 'id of the device'),
  row('ipAddress', types.ip, 'address of the device'),
  row('country', types.country, 'country'),
  row('isVpn', types.bool, 'address of a VPN'),
  row('isProxy', types.bool, 'address of a proxy'),
  row('isNewDevice', types.bool, 'first event with the device'),
  row('failedAttemptsCount', types.number, 'failed attempts before it'),
  row('destinationAccountId', types.code, 'account the event is about'),
  row('destinationCuit', types.code, 'tax id of the holder of that account'),
  row('previousValue', types.name, 'value before a change'),
  row('userAgent', types.code, 'user agent'),
  row('deviceDetails', types.object, 'device used', { open: true }),
  ...rowsBelow('deviceDetails', deviceDetailRows),
  row('metadata', types.object, 'the caller’s own data', { open: true }),
  row('riskScore', types.number, 'score of the last evaluation, 0 to 100'),
  row('decision', enumType('decision', decisions), 'decision of the last evaluation'),
  row('lastEvaluationId', types.code, 'the last evaluation'),
  row('ruleSetVersion', types.code, 'rule set of the last evaluation'),
  row('lastRiskEvaluationAt', types.datetime, 'when it was last evaluated'),
  row('batchJobId', types.code, 'the import it came with'),
  row('createdAt', types.datetime, 'when it arrived', { required: true }),
];
