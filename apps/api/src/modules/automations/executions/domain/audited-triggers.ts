import type { TriggerType } from '../../definitions/index.js';
import type { ExecutionSubject } from './execution.js';

/** Audit entries for what starts automations. */
interface AuditedTrigger {
  readonly events: readonly string[];
  /** The record type of the entries; `null` if automations cannot be about it. */
  readonly resource: keyof ExecutionSubject | null;
  /** Only entries that changed the status. */
  readonly isMove?: true;
}

const alertMoves = ['alert_acknowledged', 'alert_assigned', 'alert_resolved', 'alert_status_changed', 'alert_updated'];
const caseMoves = ['investigation_closed', 'investigation_status_changed'];

const validationResults = ['kyc_validation_in_review', 'kyc_validation_approved', 'kyc_validation_rejected'];

/** By trigger. Triggers not included are found in other tables, or not at all. */
export const auditedTriggers: Readonly<Partial<Record<TriggerType, AuditedTrigger>>> = {
  entity_updated: { events: ['entity_updated', 'entity_attributes_updated'], resource: 'entityId' },
  entity_status_changed: { events: ['entity_status_changed'], resource: 'entityId', isMove: true },
  relationships_materialized: { events: ['entity_relationships_materialized'], resource: 'entityId' },
  transaction_updated: { events: ['transaction_updated', 'transaction_status_changed'], resource: 'transactionId' },
  transaction_status_changed: { events: ['transaction_status_changed'], resource: 'transactionId', isMove: true },
  user_event_created: { events: ['user_event_received'], resource: 'userEventId' },
  alert_created: { events: ['alert_created'], resource: 'alertId' },
  alert_status_changed: { events: alertMoves, resource: 'alertId', isMove: true },
  investigation_created: { events: ['investigation_created'], resource: 'investigationId' },
  investigation_status_changed: { events: caseMoves, resource: 'investigationId', isMove: true },
  kyc_validation_completed: { events: validationResults, resource: null, isMove: true },
  monitoring_hit: { events: ['monitoring_hit'], resource: 'entityId' },
  rule_guard_tripped: { events: ['rule_guard_tripped'], resource: null },
  data_list_item_added: { events: ['data_list_items_added'], resource: null },
  batch_job_completed: { events: ['batch_job_completed'], resource: null },
};
