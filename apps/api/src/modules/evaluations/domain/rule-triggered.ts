import type { RuleOutcome, SetRule } from '@tamis/engine';

import { RawJson } from '../../../platform/http/index.js';
import type { OutboxEvent } from '../../../platform/outbox/index.js';
import type { RunReport } from './run-report.js';

// Written as text: most of it is the same at each hit of a rule, and rules hit in nearly every run.

/** What all hits of a rule have in common. */
interface RuleTexts {
  /** Its members before the severity, and those behind it. */
  readonly before: string;
  readonly behind: string;
  /** Each condition up to the value that was found. */
  readonly conditions: readonly string[];
}

const textsOfRules = new WeakMap<SetRule, RuleTexts>();

function textsOf(rule: SetRule): RuleTexts {
  const known = textsOfRules.get(rule);
  if (known) return known;
  const { content, checked, items } = rule;
  const { ruleId: id, version } = content;
  const { key, name, description, category } = checked;
  const texts = {
    before: openText({ ruleId: id, rule: { id, key, version, name, description } }, '}}'),
    behind: JSON.stringify({ category, isActive: true }).slice(1),
    conditions: items.map(({ field, operator, value }) =>
      openText({ field, operator, expectedValue: value, actualValue: null }, 'null}'),
    ),
  };
  textsOfRules.set(rule, texts);
  return texts;
}

/** The text of an object without its `end`. */
const openText = (object: object, end: string): string => JSON.stringify(object).slice(0, -end.length);

/** `rule.triggered` of each of the hits of a run. */
export function triggeredEvents(report: RunReport, hits: readonly RuleOutcome[]): readonly OutboxEvent[] {
  if (hits.length === 0) return [];
  const { organizationId } = report.subject;
  const about = aboutText(report);
  return hits.map((hit) => {
    const payload = new RawJson(triggeredText(report, hit, about));
    return { organizationId, event: 'rule.triggered', payload };
  });
}

function triggeredText({ decided }: RunReport, { rule: index, leaves }: RuleOutcome, about: string): string {
  const rule = decided.set.compiled.rules[index]!;
  const { ruleId } = rule.content;
  const { before, behind, conditions } = textsOf(rule);
  const own = decided.outcome.effects.filter((effect) => effect.ruleId === ruleId);
  const alert = own.find((effect) => effect.kind === 'createAlert');
  const taken = own.filter(({ skipped }) => skipped === null).map(({ kind, action }) => ({ type: kind, action }));
  const found = leaves.map(
    ({ index: leaf, actual, outcome }) =>
      `${conditions[leaf]!}${JSON.stringify(actual ?? null)},"outcome":"${outcome}"}`,
  );
  return (
    `${before},"severity":${JSON.stringify(alert?.severity ?? null)},${behind},${about},` +
    `"triggerData":{"conditions":[${found.join(',')}]},"actionsTaken":${JSON.stringify(taken)}}`
  );
}

/** The members that say what a run is about, which its hits have in common. */
function aboutText({ subject, decided }: RunReport): string {
  const { entity } = subject;
  const about = {
    entityId: entity?.id ?? null,
    entity: entity && {
      id: entity.id,
      externalId: entity.externalId,
      name: entity.name,
      type: entity.type,
      countryCode: entity.countryCode,
      status: entity.status,
    },
    ...(subject.recordType === 'transaction' && { transactionId: subject.recordId }),
    ...(subject.recordType === 'user_event' && { userEventId: subject.recordId }),
    evaluationId: decided.run.evaluationId,
    ruleSetVersion: decided.set.version,
  };
  return JSON.stringify(about).slice(1, -1);
}
