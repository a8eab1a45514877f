import { compileRuleSet, executedMatrices, isInScope, type MatrixContent, type RuleSetContent } from '@tamis/engine';

import { targetByRecordType } from './domain/evaluation-subject.js';
import { hasReactions } from './use-cases/evaluate-record.js';

const matrix = (key: string, events: MatrixContent['events']): MatrixContent => ({
  ...{ matrixId: `id-${key}`, key, name: key, version: 1, status: 'active' },
  ...{ scale: { minimum: 0, maximum: 100 }, thresholds: { low: 10, medium: 20, high: 60 } },
  ...{ bands: [], otherwise: 'APPROVE', events: events ?? {} },
});

const matrices = [
  matrix('plain', {}),
  matrix('on', { entity_enriched: { enabled: true, watch: [] } }),
  matrix('off', { entity_enriched: { enabled: false, watch: [] } }),
];

const headers = [
  'on company',
  'on company (enriched)',
  'on person (enriched)',
  'on company (created)',
  'on company matrix plain',
  'on company matrix on',
  'on company (enriched) matrix off',
  'on company (enriched) matrix on, off',
  'on company (enriched)\n  evaluate async',
];

function setOf(header: string) {
  const source = `rule r "R" {\n  ${header}\n  when entity.name = "x"\n  then key "k"\n}`;
  const rule = { ruleId: 'r1', version: 1, status: 'active', source, externalId: null } as const;
  const content: RuleSetContent = {
    rules: [{ ...rule, createdAt: '2026-01-01T00:00:00Z' }],
    ...{ lists: {}, baseCurrency: 'USD', timezone: 'UTC', matrices },
  };
  const compiled = compileRuleSet(content);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.error));
  return { content, compiled: compiled.value };
}

const subsets = [0, 1, 2, 3, 4, 5, 6, 7].map((bits) =>
  matrices.flatMap(({ key }, place) => (bits & (1 << place) ? [key] : [])),
);

describe('rules that react to record events', () => {
  it.each(headers)(
    '%s: reports reactions exactly when some choice of matrices runs a rule, before or after the response',
    (header) => {
      const { content, compiled } = setOf(header);
      const seen = new Set<boolean>();
      for (const recordType of ['company', 'person'] as const)
        for (const trigger of ['enriched', 'created', 'updated']) {
          const runs = subsets.flatMap((keys) =>
            (['sync', 'async'] as const).map((stage) => {
              const run = { target: targetByRecordType[recordType], trigger, now: 0, stage, matrices: keys };
              const executed = executedMatrices(content, run);
              return compiled.rules.some((rule) => isInScope(rule, run, executed));
            }),
          );
          const reacts = hasReactions({ content, compiled }, recordType, trigger);
          expect([recordType, trigger, reacts]).toEqual([recordType, trigger, runs.includes(true)]);
          seen.add(reacts);
        }
      expect(seen).toEqual(new Set([true, false]));
    },
  );
});
