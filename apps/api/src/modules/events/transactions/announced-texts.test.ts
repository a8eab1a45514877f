import { compileRuleSet, type EvaluationOutcome, type SetRule } from '@tamis/engine';
import fc from 'fast-check';

import type { EvaluationReport } from '../../decisions/evaluations/index.js';
import { ruleTriggeredEvents } from '../../decisions/evaluations/domain/evaluation-events.js';
import { ruleEvents } from './domain/transaction-events.js';
import { mergeObjects, stringifyJson } from '../../../platform/http/index.js';

const source = String.raw`rule large "Large \"payment\"" {
  description "çé \\ \" 💳"
  category fraud
  on transaction
  when transaction.amount > 100 USD and transaction.metadata.tag in ["a\"b", "ç"] and transaction.metadata.score between 1.50 and 2
  then alert HIGH "Large"
}
`;

const content = {
  rules: [
    {
      ruleId: '00000000-0000-4000-8000-000000000001',
      version: 3,
      status: 'active' as const,
      source,
      externalId: null,
      createdAt: '2026-03-01T10:00:00.000Z',
    },
  ],
  lists: {},
  baseCurrency: 'USD',
  timezone: 'UTC',
};

function compiledSet() {
  const compiled = compileRuleSet(content);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.error));
  return compiled.value;
}

const compiled = compiledSet();
const rule = compiled.rules[0] as SetRule;

const text = fc.string({ unit: 'grapheme' });
const leaf = (index: number) =>
  fc.record(
    { index: fc.constant(index), actual: fc.jsonValue(), outcome: fc.constantFrom('true', 'false', 'unknown') },
    { requiredKeys: ['index', 'outcome'] },
  );
const leaves = fc
  .subarray(rule.items.map((_, index) => index))
  .chain((indexes) => fc.tuple(...indexes.map((index) => leaf(index))));
const effect = fc.record({
  kind: fc.constantFrom('createAlert', 'suggest', 'setKey'),
  ruleId: fc.constantFrom(rule.content.ruleId, 'another'),
  severity: text,
  action: text,
  skipped: fc.constantFrom(null, 'duplicate'),
});
const entity = fc.record({
  id: text,
  externalId: fc.option(text),
  name: text,
  type: fc.constant('person'),
  countryCode: fc.option(text),
  status: fc.constant('active'),
});
const recordType = fc.constantFrom('transaction', 'person', 'user_event');

const about = (type: string): object =>
  type === 'transaction' ? { transactionId: 'r' } : type === 'user_event' ? { userEventId: 'r' } : {};

describe('event of a triggered rule', () => {
  it('is the JSON text of an object with the expected members', () => {
    fc.assert(
      fc.property(leaves, fc.array(effect), fc.option(entity), recordType, (found, effects, whom, type) => {
        const report = {
          subject: { organizationId: 'o', recordType: type, recordId: 'r', entity: whom },
          decided: { set: { version: 'rs_1', compiled }, run: { evaluationId: 'e' }, outcome: { effects } },
        } as unknown as EvaluationReport;
        const hit = { rule: 0, outcome: 'hit', counts: true, leaves: found } as EvaluationOutcome['outcomes'][number];
        const own = effects.filter(({ ruleId }) => ruleId === rule.content.ruleId);
        const { key, name, description, category } = rule.checked;
        const expected = {
          ruleId: rule.content.ruleId,
          rule: {
            id: rule.content.ruleId,
            key,
            version: 3,
            name,
            description,
            severity: own.find(({ kind }) => kind === 'createAlert')?.severity ?? null,
            category,
            isActive: true,
          },
          entityId: whom?.id ?? null,
          entity: whom && { ...whom },
          ...about(type),
          evaluationId: 'e',
          ruleSetVersion: 'rs_1',
          triggerData: {
            conditions: found.map(({ index, actual, outcome }) => {
              const { field, operator, value } = rule.items[index]!;
              return { field, operator, expectedValue: value, actualValue: actual ?? null, outcome };
            }),
          },
          actionsTaken: own
            .filter(({ skipped }) => skipped === null)
            .map(({ kind, action }) => ({ type: kind, action })),
        };
        const [event] = ruleTriggeredEvents(report, [hit]);
        expect(event).toMatchObject({ organizationId: 'o', event: 'rule.triggered' });
        expect(stringifyJson(event!.payload)).toBe(JSON.stringify(expected));
      }),
    );
  });
});

describe('event of a flagged transaction', () => {
  it('shows the decision of the evaluation even if the transaction keeps an earlier one', () => {
    const outcomes = fc.record({ suggestion: text, decision: fc.constantFrom('APPROVE', 'REVIEW', 'BLOCK') });
    fc.assert(
      fc.property(outcomes, fc.boolean(), text, (outcome, isKept, version) => {
        const last = isKept
          ? { evaluationId: 'earlier', decision: 'REJECT', ruleSetVersion: 'rs_0' }
          : { evaluationId: 'e', decision: outcome.decision, ruleSetVersion: version };
        const { decision, ruleSetVersion } = last;
        const json = `{"id":"t","amount":1.50,${JSON.stringify({ decision, ruleSetVersion }).slice(1, -1)},"statusHistory":[]}`;
        const report = {
          decided: { set: { version }, run: { evaluationId: 'e' }, outcome },
          applied: { actions: { alerts: [] }, move: null, raised: [] },
        } as unknown as EvaluationReport;
        const shown = { transaction: { id: 't', organizationId: 'o', last }, entities: {} } as unknown as Parameters<
          typeof ruleEvents
        >[0];
        const more = { ...outcome, alerts: [], evaluationId: 'e', ruleSetVersion: version };
        const [event] = ruleEvents(shown, 'CREATED', report, json);
        expect(stringifyJson(event!.payload)).toBe(
          mergeObjects(`{"transactionId":"t",${json.slice(1)}`, JSON.stringify(more), 'shallow'),
        );
      }),
    );
  });
});
