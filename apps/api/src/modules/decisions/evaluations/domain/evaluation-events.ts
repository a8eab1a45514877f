import type { RuleOutcome, SetRule } from '@tamis/engine';
import { decisions } from '@tamis/library';
import { newAlertView } from '../../../casework/alerts/index.js';
import { RawJson } from '../../../../platform/http/index.js';
import type { OutboxEvent } from '../../../../platform/outbox/index.js';
import type { EffectOrigin } from './effect-origin.js';
import { type RaisedAlert, type EvaluationReport, type EvaluationResult, triggeredRules } from './evaluation-report.js';
import { withoutDerived } from './masking.js';
import { type RecordType, relatedIdName, type EvaluationSubject } from './evaluation-subject.js';
import { type AuditEntry, diffChanges, creationChanges } from '../../../../platform/audit/index.js';

import type { JsonValue } from '@tamis/stdx';

/** Returns the ids of the records an evaluation is about, under the names used in payloads. */
function recordIds({ subject }: EvaluationReport): {
  readonly transactionId?: string;
  readonly userEventId?: string;
} {
  if (subject.recordType === 'transaction') return { transactionId: subject.recordId };
  return subject.recordType === 'user_event' ? { userEventId: subject.recordId } : {};
}

function ruleTriggeredPayload(report: EvaluationReport, { rule: index, leaves }: RuleOutcome): object {
  const { subject, decided } = report;
  const rule = decided.set.compiled.rules[index]!;
  const { content, checked } = rule;
  const { ruleId, version } = content;
  const own = decided.outcome.effects.filter((effect) => effect.ruleId === ruleId);
  const alert = own.find((effect) => effect.kind === 'createAlert');
  const { entity } = subject;
  return {
    ruleId,
    rule: {
      id: ruleId,
      key: checked.key,
      version,
      name: checked.name,
      description: checked.description,
      severity: alert?.severity ?? null,
      category: checked.category,
      isActive: true,
    },
    entityId: entity?.id ?? null,
    entity: entity && {
      id: entity.id,
      externalId: entity.externalId,
      name: entity.name,
      type: entity.type,
      countryCode: entity.countryCode,
      status: entity.status,
    },
    ...recordIds(report),
    evaluationId: decided.run.evaluationId,
    ruleSetVersion: decided.set.version,
    triggerData: { conditions: toComparisons(rule, leaves) },
    actionsTaken: own.filter(({ skipped }) => skipped === null).map(({ kind, action }) => ({ type: kind, action })),
  };
}

/** Returns a `rule.triggered` event for each hit of an evaluation. */
export function ruleTriggeredEvents(report: EvaluationReport, hits: readonly RuleOutcome[]): readonly OutboxEvent[] {
  const { organizationId } = report.subject;
  return hits.map((hit) => ({ organizationId, event: 'rule.triggered', payload: ruleTriggeredPayload(report, hit) }));
}

/** Returns the rule of an evaluation with this id. */
export function ruleOf({ set }: EvaluationResult, ruleId: string): SetRule {
  const rule = set.compiled.rules.find(({ content }) => content.ruleId === ruleId);
  if (!rule) throw new Error(`rule ${ruleId} is not in ${set.version}`);
  return rule;
}

/** Returns the active, executed matrix of a rule with the strictest decision; `null` if it was executed in none. */
export function matrixOf({ set, outcome }: EvaluationResult, { checked }: SetRule): string | null {
  const counted = (outcome.matrices ?? []).filter(({ shadow }) => !shadow);
  const bands = new Map(counted.map(({ matrix, band }) => [matrix, decisions.indexOf(band)]));
  const executed = outcome.executed ?? [...bands.keys()];
  const own = executed.flatMap((key) => {
    const matrix = set.compiled.matrices.find((each) => each.key === key);
    return matrix?.status === 'active' && checked.matrices.includes(key) ? [matrix] : [];
  });
  const strength = ({ key }: { readonly key: string }): number => bands.get(key) ?? 0;
  return own.sort((a, b) => strength(b) - strength(a))[0]?.matrixId ?? null;
}

/** Returns what each condition of a rule that hit compared, in tree order, to explain the result to users. */
export function conditionsOf({ set, outcome }: EvaluationResult, rule: SetRule): readonly JsonValue[] {
  const index = set.compiled.rules.indexOf(rule);
  const leaves = outcome.outcomes.find((each) => each.rule === index)?.leaves ?? [];
  return toComparisons(rule, leaves);
}

/** Returns what these leaves of a rule compared, for any reader: values of sensitive fields are left out. */
const toComparisons = (rule: SetRule, leaves: RuleOutcome['leaves']): readonly JsonValue[] =>
  withoutDerived(rule, leaves).map(({ index, actual, outcome }) => {
    const { field, operator, value } = rule.items[index]!;
    return {
      field,
      operator,
      expectedValue: value as JsonValue,
      actualValue: (actual as JsonValue) ?? null,
      outcome,
    };
  });

/** References to the evaluation whose effects are described, as in `relatedIds`. */
export interface EvaluationRefs {
  readonly [name: string]: string;
}

export const toEvaluationRefs = (
  { recordType, recordId }: EvaluationSubject,
  evaluationId: string,
): EvaluationRefs => ({
  [relatedIdName[recordType]]: recordId,
  evaluationId,
});

/** A status change of an entity made by an evaluation. */
export interface EntityStatusTransition {
  readonly entityId: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string | null;
}

export const entityStatusChangedEntry = (
  names: EvaluationRefs,
  { actor, related }: EffectOrigin,
  { entityId, from, to, reason }: EntityStatusTransition,
): AuditEntry => ({
  event: 'entity_status_changed',
  resourceType: 'entity',
  resourceId: entityId,
  summary: `status ${from} to ${to}`,
  changes: diffChanges({ status: from }, { status: to }, ['status']),
  reason,
  relatedIds: { ...names, ...related },
  actor,
});

export const alertRaisedEntry = (
  names: EvaluationRefs,
  { actor, related }: EffectOrigin,
  { alertId, title, severity }: { alertId: string; title: string; severity: string },
): AuditEntry => ({
  event: 'alert_created',
  resourceType: 'alert',
  resourceId: alertId,
  summary: `${severity} alert created`,
  changes: creationChanges({ title, severity }),
  relatedIds: { ...names, ...related, alertId },
  actor,
});

export const itemAddedEntry = (
  names: EvaluationRefs,
  { actor, related }: EffectOrigin,
  listId: string,
): AuditEntry => ({
  event: 'data_list_items_added',
  resourceType: 'data_list',
  resourceId: listId,
  summary: '1 item added',
  relatedIds: { ...names, ...related },
  actor,
});

/** Adds the references of the evaluation to an audit entry of another module. */
export const withEvaluationRefs = (
  names: EvaluationRefs,
  { actor, related }: EffectOrigin,
  entry: AuditEntry,
): AuditEntry => ({
  ...entry,
  relatedIds: { ...names, ...related, ...entry.relatedIds },
  actor,
});

/** Returns the entry that rules were evaluated on a stored record, for records whose own entry does not say so. */
export const analysisExecutedEntry = ({ subject, decided, trigger }: EvaluationReport): AuditEntry => {
  const { run, outcome, set } = decided;
  return {
    event: 'risk_analysis_executed',
    resourceType: subject.recordType === 'person' || subject.recordType === 'company' ? 'entity' : subject.recordType,
    resourceId: subject.recordId,
    summary: `rules executed at ${trigger}: ${outcome.decision}`,
    changes: creationChanges({ decision: outcome.decision, riskScore: outcome.riskScore }),
    relatedIds: { ...toEvaluationRefs(subject, run.evaluationId), ruleSetVersion: set.version },
  };
};

const eventByRecordType: Readonly<Record<RecordType, { readonly event: string; readonly member: string }>> = {
  transaction: { event: 'risk_analysis_transaction_executed', member: 'transaction' },
  person: { event: 'risk_analysis_entity_executed', member: 'entity' },
  company: { event: 'risk_analysis_entity_executed', member: 'entity' },
  user_event: { event: 'risk_analysis_user_event_executed', member: 'userEvent' },
};

/** Returns the events of an evaluation: that it took place, the rules that hit, and the new alerts. `summary` is JSON text. */
export function evaluationEvents(report: EvaluationReport, summary: string): readonly OutboxEvent[] {
  const { subject, decided, applied } = report;
  const { organizationId } = subject;
  return [
    { organizationId, event: eventByRecordType[subject.recordType].event, payload: executedPayload(report, summary) },
    ...ruleTriggeredEvents(report, triggeredRules(decided)),
    ...applied.raised.map((alert) => ({
      organizationId,
      event: 'alert.created',
      payload: alertRaisedPayload(report, alert),
    })),
    ...applied.events,
  ];
}

function executedPayload({ subject, decided, ...report }: EvaluationReport, summary: string): object {
  const { outcome, run, set } = decided;
  const { member } = eventByRecordType[subject.recordType];
  const matrices = (outcome.matrices ?? []).map(
    ({ matrix }) => set.compiled.matrices.find(({ key }) => key === matrix)?.name ?? matrix,
  );
  return {
    [member]: subject.shown,
    entityIds: subject.entityIds,
    rulesExecutionSummary: new RawJson(summary),
    riskScore: outcome.riskScore,
    ...(member === 'entity' && { previousRiskScore: subject.entity?.riskScore ?? 0 }),
    decision: outcome.decision,
    totalRules: set.compiled.rules.length,
    executedRules: outcome.evaluated.length,
    executionTimeMs: report.executionTimeMs,
    trigger: report.trigger,
    riskMatrixName: matrices[0] ?? null,
    evaluationId: run.evaluationId,
    ruleSetVersion: set.version,
  };
}

const alertRaisedPayload = ({ subject }: EvaluationReport, { alertId, ...alert }: RaisedAlert): object =>
  newAlertView({ id: alertId, organizationId: subject.organizationId, at: subject.now }, alert);
