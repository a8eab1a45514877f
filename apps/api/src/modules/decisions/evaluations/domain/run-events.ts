import { executedMatrices, isShadow } from '@tamis/engine';

import { RawJson } from '../../../../platform/http/index.js';
import type { OutboxEvent } from '../../../../platform/outbox/index.js';
import { triggeredEvents } from './rule-triggered.js';
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
  const hits = outcome.outcomes.filter(({ rule, counts }) => counts && !isShadow(set.compiled.rules[rule]!, matrices));
  return [
    { organizationId, event: announced[subject.recordType].event, payload: executed(report, summary) },
    ...triggeredEvents(report, hits),
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
