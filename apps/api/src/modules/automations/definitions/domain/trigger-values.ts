import type { TriggerType } from './triggers.js';

const below = (root: string, names: readonly string[]): readonly string[] => names.map((name) => `${root}.${name}`);

const party = ['id', 'name', 'externalId', 'type', 'status', 'countryCode', 'taxId', 'riskScore'];
const entity = below('entity', party);
const side = ['entityId', 'name', 'externalId', 'country'];
const transaction = [
  ...['transactionId', 'externalId', 'type', 'status', 'amount', 'currency', 'channel', 'paymentMethod', 'description'],
  ...['transactedAt', 'riskScore', ...below('origin', side), ...below('destination', side)],
];
const move = ['previousStatus', 'status', 'reason'];
const alert = ['id', 'name', 'severity', 'status', 'category', 'description', 'targetEntityId', 'transactionId'];
const aCase = ['id', 'investigationNumber', 'name', 'priority', 'status', 'assignedTo'];

/** Common paths in the events of each trigger that texts can use. Other paths are filled as well. */
const values: Readonly<Record<TriggerType, readonly string[]>> = {
  manual_execution: ['entityId', 'transactionId'],
  scheduled: entity,
  investigation_created: aCase,
  rule_triggered: ['ruleId', ...below('rule', ['key', 'name', 'severity']), 'entityId', 'transactionId'],
  entity_created: entity,
  entity_updated: entity,
  entity_status_changed: [...entity, ...move],
  enrichment_completed: ['entityId', 'requestId', 'status', 'totalCostCents'],
  relationships_materialized: ['entityId', 'entitiesCreated', 'relationshipsCreated'],
  transaction_created: transaction,
  transaction_updated: transaction,
  transaction_status_changed: ['transactionId', 'externalId', ...move, 'riskScore', 'originEntityId'],
  user_event_created: ['id', 'externalId', 'eventType', 'entityId', 'ipAddress', 'occurredAt'],
  alert_created: alert,
  alert_status_changed: [...alert, 'previousStatus'],
  investigation_status_changed: [...aCase, 'previousStatus'],
  kyc_validation_completed: [...below('validation', ['id', 'status', 'decision']), ...move],
  monitoring_hit: ['entityId', 'integrationCode', ...below('matches[0]', ['list', 'entryId', 'score'])],
  risk_score_changed: [...entity, 'riskScore', 'previousRiskScore', 'decision'],
  rule_guard_tripped: ['ruleId', ...below('rule', ['key', 'name'])],
  data_list_item_added: [...below('list', ['id', 'name', 'type']), ...below('item', ['primaryValue', 'reason'])],
  batch_job_completed: ['id', 'status'],
  webhook_received: ['data'],
};

export const valuesOf = (type: TriggerType): readonly string[] => values[type];
