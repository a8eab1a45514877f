import { compileRuleSet, undecidedRules } from '@tamis/engine';
import type { ImportedRule } from '../../src/importers/index.js';

export type Facts = Readonly<Record<string, unknown>>;

export type RuleOutcome = 'hit' | 'no hit' | 'unknown';

/** Returns the outcomes of each rule for payments whose metadata are the facts. */
export const outcomesOf = (rules: readonly ImportedRule[], all: readonly Facts[]): RuleOutcome[][] =>
  outcomesOfPayments(
    rules,
    all.map((metadata) => ({ metadata })),
  );

/** Returns the outcomes of each rule for stored payments. */
export function outcomesOfPayments(rules: readonly ImportedRule[], payments: readonly Facts[]): RuleOutcome[][] {
  const compiled = compileRuleSet({
    rules: rules.map(({ key, source }, index) => ({
      ruleId: key,
      version: 1,
      status: 'active',
      source,
      externalId: null,
      createdAt: new Date(index).toISOString(),
    })),
    lists: {},
    baseCurrency: 'USD',
    timezone: 'UTC',
  });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.error));
  const set = compiled.value;
  const run = { evaluationId: 'e', target: 'transaction', trigger: 'created', now: Date.UTC(2026, 0, 15) } as const;
  return payments.map((payment) => {
    const outcome = set.evaluate(payment, { windows: {} }, run);
    const [hits, unknown] = [new Set(outcome.hits), new Set(undecidedRules(outcome))];
    return set.rules.map((_, index) => (hits.has(index) ? 'hit' : unknown.has(index) ? 'unknown' : 'no hit'));
  });
}
