import {
  compileRuleSet,
  gatherFacts,
  InMemoryFacts,
  type CompiledRuleSet,
  type Context,
  type RuleSetContent,
  type EvaluationParams,
  type EvaluationOutcome,
  type TransactionRecord,
} from '../src/index.js';

export const now = Date.parse('2026-01-15T12:00:00Z');
export const created: EvaluationParams = { evaluationId: 'run-1', target: 'transaction', trigger: 'created', now };

export const listId = 'c0000000-0000-4000-8000-000000000001';

export function contentOf(...sources: readonly string[]): RuleSetContent {
  return {
    rules: sources.map((source, index) => ({
      ruleId: `r${index + 1}`,
      version: 7,
      status: 'active',
      source,
      externalId: null,
      createdAt: `2026-01-0${index + 1}T00:00:00Z`,
    })),
    lists: { watched: { id: listId, name: 'watched', type: 'custom' } },
    baseCurrency: 'USD',
    timezone: 'UTC',
  };
}

export function setOf(...sources: readonly string[]): CompiledRuleSet {
  const result = compileRuleSet(contentOf(...sources));
  if (!result.ok) throw new Error(JSON.stringify(result.error, null, 2));
  return result.value;
}

/** Returns a rule with one condition, and optionally other parts. */
export const rule = (condition: string, { key = 'r', header = '', then = '' } = {}): string =>
  `list watched = "watched"\nrule ${key} "Rule ${key}" { on transaction ${header}\n when ${condition}\n ${then} }`;

interface Given {
  readonly context?: Context;
  readonly records?: readonly TransactionRecord[];
  readonly listed?: readonly string[] | null;
  readonly run?: EvaluationParams;
}

/** Evaluates a set once over records in memory. */
export function evaluateOnce(
  set: CompiledRuleSet,
  { context = {}, records = [], listed = [], run = created }: Given = {},
): EvaluationOutcome {
  const facts = new InMemoryFacts(listed === null ? new Map() : new Map([[listId, new Set(listed)]]));
  for (const record of records) facts.add(record);
  return set.evaluate(context, gatherFacts(set, context, run, facts), run);
}

/** Returns `true`, `false`, or the causes of unknown. */
export function outcomeOf(condition: string, given: Given = {}): unknown {
  const [found] = evaluateOnce(setOf(rule(condition)), given).outcomes;
  if (!found) return false;
  return found.outcome === 'hit' ? true : found.causes;
}
