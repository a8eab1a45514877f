import { joinPartiesSql } from '../../../../platform/database/index.js';
import { entityColumn, isoText, jsonColumn, plainAs, type RecordColumn, type RecordTable } from './record-table.js';

const scalars: Readonly<Record<string, string>> = {
  id: 'r.id',
  externalId: 'r.external_id',
  originEntityId: 'r.origin_entity_id',
  destinationEntityId: 'r.destination_entity_id',
  type: 'r.type',
  status: 'r.status',
  reason: 'r.reason',
  paymentMethod: 'r.payment_method',
  channel: 'r.channel',
  amount: 'r.amount::text',
  currency: 'r.currency',
  amountInUsd: 'r.amount_in_usd::text',
  description: 'r.description',
  category: 'r.category',
  riskScore: 'r.risk_score',
  decision: 'r.decision',
  flagged: 'r.flagged',
  originExternalId: 'r.origin_external_id',
  originTaxId: 'r.origin_tax_id',
  originName: 'r.origin_name',
  originCountry: 'r.origin_country',
  destinationExternalId: 'r.destination_external_id',
  destinationTaxId: 'r.destination_tax_id',
  destinationName: 'r.destination_name',
  destinationCountry: 'r.destination_country',
  riskMatrixIds: 'r.risk_matrix_ids',
  lastEvaluationId: 'r.last_evaluation_id',
  ruleSetVersion: 'r.rule_set_version',
  lastRiskEvaluationAt: isoText('r.last_risk_evaluation_at'),
  batchJobId: 'r.batch_job_id',
  transactedAt: isoText('r.transacted_at'),
  createdAt: isoText('r.created_at'),
  updatedAt: isoText('r.updated_at'),
};

/** Party fields that are taken from the linked entity if the transaction does not contain them. */
const partyScalars: Readonly<Record<string, string>> = {
  externalId: 'external_id',
  taxId: 'tax_id',
  name: 'name',
};

function partyColumn(side: 'origin' | 'destination', name: string): RecordColumn | null {
  const alias = side === 'origin' ? 'oe' : 'de';
  if (name === 'entityId') return { sql: `r.${side}_entity_id` };
  if (name === 'country') return { sql: `coalesce(r.${side}_country, ${alias}.country_code)` };
  if (name === 'type' || name === 'riskScore') return entityColumn(alias, [name]);
  const column = partyScalars[name];
  return column === undefined ? null : { sql: `coalesce(r.${side}_${column}, ${alias}.${column})` };
}

const jsonColumns: Readonly<Record<string, string>> = {
  metadata: 'r.metadata',
  deviceDetails: 'r.device_details',
  locationDetails: 'r.location_details',
};

function column(path: readonly string[]): RecordColumn | null {
  const [first, second, ...rest] = path;
  if (first === undefined) return null;
  if (first === 'originEntity') return entityColumn('oe', path.slice(1));
  if (first === 'destinationEntity') return entityColumn('de', path.slice(1));
  if (first === 'origin' || first === 'destination') {
    if (second === 'details') return jsonColumn(`r.${first}_details`, rest);
    return second === undefined || rest.length > 0 ? null : partyColumn(first, second);
  }
  const json = jsonColumns[first];
  if (json !== undefined) return jsonColumn(json, path.slice(1));
  const scalar = scalars[first];
  return scalar === undefined || second !== undefined ? null : { sql: scalar };
}

const needsEntities = ([first, second]: readonly string[]): boolean =>
  first === 'originEntity' ||
  first === 'destinationEntity' ||
  ((first === 'origin' || first === 'destination') && second !== 'details' && second !== 'entityId');

/** Payments. `oe` and `de` are their linked entities. */
export const transactionTable: RecordTable = {
  table: 'transactions r',
  entities: joinPartiesSql('r'),
  time: 'r.transacted_at',
  arrival: 'r.seq',
  notedBy: ['originEntityId', 'destinationEntityId', 'deviceDetails.deviceId'],
  plain: {
    ...plainAs('uuid', { originEntityId: 'r.origin_entity_id', destinationEntityId: 'r.destination_entity_id' }),
    ...plainAs('text', {
      type: 'r.type',
      status: 'r.status',
      reason: 'r.reason',
      paymentMethod: 'r.payment_method',
      channel: 'r.channel',
      category: 'r.category',
      currency: 'r.currency',
      decision: 'r.decision',
      'deviceDetails.deviceId': 'r.device_id',
    }),
    ...plainAs('boolean', { flagged: 'r.flagged' }),
    ...plainAs('number', { amount: 'r.amount', amountInUsd: 'r.amount_in_usd', riskScore: 'r.risk_score' }),
    ...plainAs('inet', { 'deviceDetails.ipAddress': 'r.device_address' }),
  },
  required: new Set(['id', 'externalId', 'type', 'status', 'reason', 'amount', 'currency', 'flagged']),
  keys: {
    'origin.details.cardFingerprint': 'r.origin_card',
    'destination.details.cardFingerprint': 'r.destination_card',
    'origin.details.accountNumber': 'r.origin_account',
    'destination.details.accountNumber': 'r.destination_account',
  },
  column,
  needsEntities,
};
