import { caseOutcomes } from '../enumerations/case-outcomes.js';
import { caseStatuses } from '../enumerations/case-statuses.js';
import { severities } from '../enumerations/severities.js';
import { enumType, row, types, type FieldRow } from './field-builder.js';

/** Fields of a case, used without a prefix inside an aggregate over `cases`. */
export const caseRows: readonly FieldRow[] = [
  row('id', types.code, 'internal id', { required: true }),
  row('name', types.name, 'title', { required: true }),
  row('description', types.name, 'description'),
  row('investigationNumber', types.code, 'number of the case'),
  row('status', enumType('case status', caseStatuses), 'where it stands', { required: true }),
  row('priority', enumType('severity', severities), 'priority', { required: true }),
  row('outcome', enumType('case outcome', caseOutcomes), 'what it turned out to be'),
  row('riskScore', types.number, '0 (low) to 100 (high)'),
  row('alertCount', types.number, 'alerts in it'),
  row('assignedTo', types.code, 'whom it is assigned to'),
  row('closureReason', types.name, 'why it was closed'),
  row('tags', types.codes, 'tags'),
  row('dueDate', types.datetime, 'when it is due'),
  row('createdAt', types.datetime, 'when it was opened', { required: true }),
  row('updatedAt', types.datetime, 'when it last changed', { required: true }),
  row('closedAt', types.datetime, 'when it was closed'),
];
