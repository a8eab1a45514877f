import type { RuleOutcome } from '@tamis/engine';

import type { OutboxEvent } from '../../../../platform/outbox/index.js';
import { comparedIn } from './met-conditions.js';
import type { RunReport } from './run-report.js';

/** `rule.triggered` of each of the hits of a run. */
export function triggeredEvents(report: RunReport, hits: readonly RuleOutcome[]): readonly OutboxEvent[] {
  const { organizationId } = report.subject;
  return hits.map((hit) => ({ organizationId, event: 'rule.triggered', payload: triggered(report, hit) }));
}

function triggered(report: RunReport, { rule: index, leaves }: RuleOutcome): object {
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
    ...aboutIds(report),
    evaluationId: decided.run.evaluationId,
    ruleSetVersion: decided.set.version,
    triggerData: { conditions: comparedIn(rule, leaves) },
    actionsTaken: own.filter(({ skipped }) => skipped === null).map(({ kind, action }) => ({ type: kind, action })),
  };
}

/** Ids of what a run is about, under the names that records have for them. */
function aboutIds({ subject }: RunReport): { readonly transactionId?: string; readonly userEventId?: string } {
  if (subject.recordType === 'transaction') return { transactionId: subject.recordId };
  return subject.recordType === 'user_event' ? { userEventId: subject.recordId } : {};
}
