import type { StoredAlert } from '../domain/stored-alert.js';

const columns: Readonly<Record<keyof StoredAlert, string>> = {
  id: 'id',
  organizationId: 'organization_id',
  name: 'name',
  description: 'description',
  type: 'type',
  category: 'category',
  severity: 'severity',
  priority: 'priority',
  status: 'status',
  targetEntityId: 'target_entity_id',
  targetEntityType: 'target_entity_type',
  transactionId: 'transaction_id',
  userEventId: 'user_event_id',
  entity: 'entity',
  ruleId: 'rule_id',
  ruleVersion: 'rule_version',
  riskMatrixId: 'risk_matrix_id',
  evaluationId: 'evaluation_id',
  ruleSetVersion: 'rule_set_version',
  riskContribution: 'risk_contribution',
  miniAnalysis: 'mini_analysis',
  triggerCondition: 'trigger_condition::text',
  sourceSystem: 'source_system',
  investigationId: 'investigation_id',
  consolidatedAt: 'consolidated_at',
  assignedTo: 'assigned_to',
  assignedToType: 'assigned_to_type',
  assignedAt: 'assigned_at',
  dueDate: 'due_date',
  acknowledgedAt: 'acknowledged_at',
  acknowledgedBy: 'acknowledged_by',
  resolvedAt: 'resolved_at',
  resolvedBy: 'resolved_by',
  resolution: 'resolution',
  resolutionNotes: 'resolution_notes',
  dedupeKey: 'dedupe_key',
  duplicateCount: 'duplicate_count',
  lastSeenAt: 'last_seen_at',
  tags: 'tags',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
};

const selected = (names: readonly (keyof StoredAlert)[]): string =>
  names.map((name) => `${columns[name]} as "${name}"`).join(', ');

const names = Object.keys(columns) as (keyof StoredAlert)[];

/** What a SELECT of `StoredAlert` reads. */
export const alertColumns = selected(names);

/** The same of one in the inbox, which does not say what set it off. */
export const inboxAlertColumns = selected(names.filter((name) => name !== 'triggerCondition'));
