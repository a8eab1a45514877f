import { type AuditEntry, changesBetween, createdWith, rulesActor } from '../../../platform/audit/index.js';
import type { RunReport } from './run-report.js';
import { relatedName, type RunSubject } from './run-subject.js';

/** The run whose effects are told of, as `relatedIds` names it. */
export interface RunNames {
  readonly [name: string]: string;
}

export const runNames = ({ recordType, recordId }: RunSubject, evaluationId: string): RunNames => ({
  [relatedName[recordType]]: recordId,
  evaluationId,
});

export const entityMoved = (
  names: RunNames,
  {
    entityId,
    ruleId,
    from,
    to,
    reason,
  }: {
    readonly entityId: string;
    readonly ruleId: string;
    readonly from: string;
    readonly to: string;
    readonly reason: string | null;
  },
): AuditEntry => ({
  event: 'entity_status_changed',
  resourceType: 'entity',
  resourceId: entityId,
  summary: `status ${from} to ${to}`,
  changes: changesBetween({ status: from }, { status: to }, ['status']),
  reason,
  relatedIds: { ...names, ruleId },
  actor: rulesActor(ruleId),
});

export const alertRaised = (
  names: RunNames,
  { alertId, ruleId, title, severity }: { alertId: string; ruleId: string; title: string; severity: string },
): AuditEntry => ({
  event: 'alert_created',
  resourceType: 'alert',
  resourceId: alertId,
  summary: `${severity} alert created`,
  changes: createdWith({ title, severity }),
  relatedIds: { ...names, ruleId, alertId },
  actor: rulesActor(ruleId),
});

export const itemAdded = (names: RunNames, { listId, ruleId }: { listId: string; ruleId: string }): AuditEntry => ({
  event: 'data_list_items_added',
  resourceType: 'data_list',
  resourceId: listId,
  summary: '1 item added',
  relatedIds: { ...names, ruleId },
  actor: rulesActor(ruleId),
});

/** That rules ran on a stored record, for records whose own entry does not say so. */
export const analysisExecuted = ({ subject, decided, trigger }: RunReport): AuditEntry => {
  const { run, outcome, set } = decided;
  return {
    event: 'risk_analysis_executed',
    resourceType: subject.recordType === 'person' || subject.recordType === 'company' ? 'entity' : subject.recordType,
    resourceId: subject.recordId,
    summary: `rules executed at ${trigger}: ${outcome.decision}`,
    changes: createdWith({ decision: outcome.decision, riskScore: outcome.riskScore }),
    relatedIds: { ...runNames(subject, run.evaluationId), ruleSetVersion: set.version },
  };
};
