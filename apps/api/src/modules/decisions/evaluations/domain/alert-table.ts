import { flatTable } from './flat-table.js';
import { isoText, plainAs } from './record-table.js';

/** Alerts. */
export const alertTable = flatTable(
  {
    table: 'alerts r',
    time: 'r.created_at',
    arrival: 'r.id',
    plain: {
      ...plainAs('uuid', { targetEntityId: 'r.target_entity_id' }),
      ...plainAs('text', { severity: 'r.severity', status: 'r.status', priority: 'r.priority', type: 'r.type' }),
    },
    entityId: 'r.target_entity_id',
  },
  {
    scalars: {
      id: 'r.id',
      name: 'r.name',
      description: 'r.description',
      type: 'r.type',
      category: 'r.category',
      severity: 'r.severity',
      priority: 'r.priority',
      status: 'r.status',
      resolution: 'r.resolution',
      sourceSystem: 'r.source_system',
      ruleId: 'r.rule_id',
      riskMatrixId: 'r.risk_matrix_id',
      targetEntityId: 'r.target_entity_id',
      transactionId: 'r.transaction_id',
      userEventId: 'r.user_event_id',
      investigationId: 'r.investigation_id',
      riskContribution: 'r.risk_contribution',
      duplicateCount: 'r.duplicate_count',
      assignedTo: 'r.assigned_to',
      tags: 'r.tags',
      createdAt: isoText('r.created_at'),
      updatedAt: isoText('r.updated_at'),
      acknowledgedAt: isoText('r.acknowledged_at'),
      resolvedAt: isoText('r.resolved_at'),
      lastSeenAt: isoText('r.last_seen_at'),
    },
  },
);
