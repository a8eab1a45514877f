import type { StoredCase } from '../domain/stored-case.js';

const columns: Readonly<Record<keyof StoredCase, string>> = {
  id: 'id',
  organizationId: 'organization_id',
  investigationNumber: 'number',
  name: 'name',
  description: 'description',
  status: 'status',
  priority: 'priority',
  riskScore: 'risk_score',
  alertCount: 'alert_count',
  entityId: 'entity_id',
  entity: 'entity',
  assignedTo: 'assigned_to',
  assignedToType: 'assigned_to_type',
  dueDate: 'due_date',
  closureReason: 'closure_reason',
  outcome: 'outcome',
  tags: 'tags',
  createdBy: 'created_by',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  closedAt: 'closed_at',
  closedBy: 'closed_by',
};

const names = Object.keys(columns) as (keyof StoredCase)[];

const selected = (some: readonly (keyof StoredCase)[]): string =>
  some.map((name) => `${columns[name]} as "${name}"`).join(', ');

/** What a SELECT of `StoredCase` reads. */
export const caseColumns = selected(names);

/** The same of one in the inbox. */
export const inboxCaseColumns = selected(names.filter((name) => name !== 'description'));
