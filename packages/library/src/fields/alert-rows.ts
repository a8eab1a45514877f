import { alertResolutions } from '../enumerations/alert-resolutions.js';
import { alertSources } from '../enumerations/alert-sources.js';
import { alertStatuses } from '../enumerations/alert-statuses.js';
import { severities } from '../enumerations/severities.js';
import { enumType, row, types, type FieldRow } from './field-builder.js';

/** Fields of an alert, used without a prefix inside an aggregate over `alerts`. */
export const alertRows: readonly FieldRow[] = [
  row('id', types.code, 'internal id', { required: true }),
  row('name', types.name, 'title', { required: true }),
  row('description', types.name, 'description'),
  row('type', types.code, 'type'),
  row('category', types.code, 'category'),
  row('severity', enumType('severity', severities), 'severity', { required: true }),
  row('priority', enumType('severity', severities), 'priority', { required: true }),
  row('status', enumType('alert status', alertStatuses), 'where it stands', { required: true }),
  row('resolution', enumType('resolution', alertResolutions), 'what it turned out to be'),
  row('sourceSystem', enumType('source', alertSources), 'what raised it'),
  row('ruleId', types.code, 'rule that raised it'),
  row('riskMatrixId', types.code, 'matrix that raised it'),
  row('transactionId', types.code, 'transaction it is about'),
  row('userEventId', types.code, 'user event it is about'),
  row('investigationId', types.code, 'case it belongs to'),
  row('riskContribution', types.number, 'score of the rule'),
  row('duplicateCount', types.number, 'how often it repeated'),
  row('assignedTo', types.code, 'whom it is assigned to'),
  row('tags', types.codes, 'tags'),
  row('createdAt', types.datetime, 'when it was raised', { required: true }),
  row('updatedAt', types.datetime, 'when it last changed', { required: true }),
  row('acknowledgedAt', types.datetime, 'when it was acknowledged'),
  row('resolvedAt', types.datetime, 'when it was resolved'),
  row('lastSeenAt', types.datetime, 'when it last repeated'),
];
