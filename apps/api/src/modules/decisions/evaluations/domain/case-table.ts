import { flatTable } from './flat-table.js';
import { isoText, plainAs } from './record-table.js';

/** Cases. */
export const caseTable = flatTable(
  {
    table: 'cases r',
    time: 'r.created_at',
    arrival: 'r.id',
    plain: {
      ...plainAs('uuid', { entityId: 'r.entity_id' }),
      ...plainAs('text', { status: 'r.status', priority: 'r.priority', outcome: 'r.outcome' }),
    },
    entityId: 'r.entity_id',
  },
  {
    scalars: {
      id: 'r.id',
      name: 'r.name',
      description: 'r.description',
      investigationNumber: 'r.number',
      status: 'r.status',
      priority: 'r.priority',
      outcome: 'r.outcome',
      riskScore: 'r.risk_score',
      alertCount: 'r.alert_count',
      entityId: 'r.entity_id',
      assignedTo: 'r.assigned_to',
      closureReason: 'r.closure_reason',
      tags: 'r.tags',
      dueDate: isoText('r.due_date'),
      createdAt: isoText('r.created_at'),
      updatedAt: isoText('r.updated_at'),
      closedAt: isoText('r.closed_at'),
    },
  },
);
