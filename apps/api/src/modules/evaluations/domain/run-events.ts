import { executedMatrices, isShadow, type SetRule } from '@tamis/engine';

import { RawJson } from '../../../platform/http/index.js';
import type { OutboxEvent } from '../../../platform/outbox/index.js';
import { conditionsOf } from './met-conditions.js';
import type { RaisedAlert, RunReport } from './run-report.js';
import type { RecordType } from './run-subject.js';

const announced: Readonly<Record<RecordType, { readonly event: string; readonly member: string }>> = {
  transaction: { event: 'risk_analysis_transaction_executed', member: 'transaction' },
  person: { event: 'risk_analysis_entity_executed', member: 'entity' },
  company: { event: 'risk_analysis_entity_executed', member: 'entity' },
  user_event: { event: 'risk_analysis_user_event_executed', member: 'userEvent' },
};

/** What a run announces: that it took place, the rules that hit, the alerts that are new. `summary`: JSON text. */
export function runEvents(report: RunReport, summary: string): readonly OutboxEvent[] {
  const { subject, decided, applied } = report;
  const { outcome, set } = decided;
  const { organizationId } = subject;
  const matrices = executedMatrices(set.content, decided.run);
  const hits = outcome.outcomes.flatMap(({ rule, counts }) => {
    const found = set.compiled.rules[rule]!;
    return counts && !isShadow(found, matrices) ? [found] : [];
  });
  return [
    { organizationId, event: announced[subject.recordType].event, payload: executed(report, summary) },
    ...hits.map((rule) => ({ organizationId, event: 'rule.triggered', payload: triggered(report, rule) })),
    ...applied.raised.map((alert) => ({ organizationId, event: 'alert.created', payload: raised(report, alert) })),
    ...applied.events,
  ];
}

function executed({ subject, decided, ...report }: RunReport, summary: string): object {
  const { outcome, run, set } = decided;
  const matrices = (outcome.matrices ?? []).map(
    ({ matrix }) => set.compiled.matrices.find(({ key }) => key === matrix)?.name ?? matrix,
  );
  return {
    [announced[subject.recordType].member]: subject.shown,
    entityIds: subject.entityIds,
    rulesExecutionSummary: new RawJson(summary),
    riskScore: outcome.riskScore,
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

/** Ids of what a run is about, under the names that records have for them. */
const aboutIds = ({ subject }: RunReport): { readonly transactionId?: string; readonly userEventId?: string } => {
  if (subject.recordType === 'transaction') return { transactionId: subject.recordId };
  return subject.recordType === 'user_event' ? { userEventId: subject.recordId } : {};
};

function triggered(report: RunReport, rule: SetRule): object {
  const { subject, decided } = report;
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
    ...aboutIds(report),
    evaluationId: decided.run.evaluationId,
    ruleSetVersion: decided.set.version,
    triggerData: { conditions: conditionsOf(decided, rule) },
    actionsTaken: own.filter(({ skipped }) => skipped === null).map(({ kind, action }) => ({ type: kind, action })),
  };
}

function raised({ subject }: RunReport, { alertId, title, dedupe, ...alert }: RaisedAlert): object {
  return {
    id: alertId,
    organizationId: subject.organizationId,
    name: title,
    ...alert,
    priority: alert.severity,
    status: 'OPEN',
    targetEntityId: alert.entity?.id ?? null,
    targetEntityType: alert.entity?.type ?? null,
    sourceSystem: alert.sourceSystem ?? 'rules_engine',
    dedupeKey: dedupe?.key ?? null,
    createdAt: subject.now.toISOString(),
  };
}
