import { type AuditEntry, changesBetween, createdWith } from '../../../../platform/audit/index.js';
import type { EffectOrigin } from './effect-origin.js';
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

/** A status that a run gave an entity. */
export interface EntityMove {
  readonly entityId: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string | null;
}

export const entityMoved = (
  names: RunNames,
  { actor, related }: EffectOrigin,
  { entityId, from, to, reason }: EntityMove,
): AuditEntry => ({
  event: 'entity_status_changed',
  resourceType: 'entity',
  resourceId: entityId,
  summary: `status ${from} to ${to}`,
  changes: changesBetween({ status: from }, { status: to }, ['status']),
  reason,
  relatedIds: { ...names, ...related },
  actor,
});

export const alertRaised = (
  names: RunNames,
  { actor, related }: EffectOrigin,
  { alertId, title, severity }: { alertId: string; title: string; severity: string },
): AuditEntry => ({
  event: 'alert_created',
  resourceType: 'alert',
  resourceId: alertId,
  summary: `${severity} alert created`,
  changes: createdWith({ title, severity }),
  relatedIds: { ...names, ...related, alertId },
  actor,
});

export const itemAdded = (names: RunNames, { actor, related }: EffectOrigin, listId: string): AuditEntry => ({
  event: 'data_list_items_added',
  resourceType: 'data_list',
  resourceId: listId,
  summary: '1 item added',
  relatedIds: { ...names, ...related },
  actor,
});

/** An entry that another module makes, as one of the run. */
export const ofRun = (names: RunNames, { actor, related }: EffectOrigin, entry: AuditEntry): AuditEntry => ({
  ...entry,
  relatedIds: { ...names, ...related, ...entry.relatedIds },
  actor,
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
