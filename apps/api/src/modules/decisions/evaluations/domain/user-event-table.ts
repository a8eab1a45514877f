import { flatTable } from './flat-table.js';
import { isoText, plainAs } from './record-table.js';

/** User events. */
export const userEventTable = flatTable(
  {
    table: 'user_events r',
    time: 'r.occurred_at',
    arrival: 'r.seq',
    notedBy: ['entityId', 'userId', 'deviceId', 'destinationAccountId'],
    plain: {
      ...plainAs('uuid', { entityId: 'r.entity_id' }),
      ...plainAs('text', {
        eventType: 'r.event_type',
        userId: 'r.user_id',
        deviceId: 'r.device_id',
        country: 'r.country',
        destinationAccountId: 'r.destination_account_id',
      }),
      ...plainAs('boolean', { isVpn: 'r.is_vpn', isProxy: 'r.is_proxy', isNewDevice: 'r.is_new_device' }),
      ...plainAs('number', { failedAttemptsCount: 'r.failed_attempts_count' }),
      ...plainAs('inet', { ipAddress: 'r.address' }),
      ...plainAs('date', { eventDate: 'r.event_date' }),
    },
    entityId: 'r.entity_id',
  },
  {
    scalars: {
      id: 'r.id',
      eventType: 'r.event_type',
      userId: 'r.user_id',
      externalId: 'r.external_id',
      entityId: 'r.entity_id',
      entityExternalId: 'r.entity_external_id',
      taxId: 'r.tax_id',
      timestamp: isoText('r.occurred_at'),
      eventDate: 'r.event_date',
      deviceId: 'r.device_id',
      ipAddress: 'r.ip_address',
      country: 'r.country',
      isVpn: 'r.is_vpn',
      isProxy: 'r.is_proxy',
      isNewDevice: 'r.is_new_device',
      failedAttemptsCount: 'r.failed_attempts_count',
      destinationAccountId: 'r.destination_account_id',
      destinationCuit: 'r.destination_cuit',
      previousValue: 'r.previous_value',
      userAgent: 'r.user_agent',
      riskScore: 'r.risk_score',
      decision: 'r.decision',
      lastEvaluationId: 'r.last_evaluation_id',
      ruleSetVersion: 'r.rule_set_version',
      lastRiskEvaluationAt: isoText('r.last_risk_evaluation_at'),
      batchJobId: 'r.batch_job_id',
      createdAt: isoText('r.created_at'),
    },
    json: { deviceDetails: 'r.device_details', metadata: 'r.metadata' },
  },
);
