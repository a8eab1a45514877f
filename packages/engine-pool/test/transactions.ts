import type { RuleSetContent, EvaluationParams } from '@tamis/engine';
import { PoolError, type EvaluationPool, type EvaluationRequest } from '../src/index.js';

export const run: EvaluationParams = {
  evaluationId: 'e',
  target: 'transaction',
  trigger: 'created',
  now: Date.parse('2026-01-15T12:00:00Z'),
};

/** A set of rules, by id. */
export const setOf = (sources: Readonly<Record<string, string>>): RuleSetContent => ({
  rules: Object.entries(sources).map(([ruleId, source]) => ({
    ruleId,
    version: 1,
    status: 'active',
    source,
    externalId: null,
    createdAt: '2026-01-01T00:00:00Z',
  })),
  lists: {},
  baseCurrency: 'USD',
  timezone: 'UTC',
});

/** One rule, whose score is the amount from which it hits. */
export const above = (amount: number, ruleId = 'r1'): RuleSetContent =>
  setOf({
    [ruleId]: `rule large "Large" { on transaction score ${amount} when transaction.amount >= ${amount} USD }`,
  });

export const payment = (key: string, amount: number, evaluationId = 'e'): EvaluationRequest => ({
  key,
  contextJson: JSON.stringify({ amount: String(amount), currency: 'USD', originEntityId: 'e1' }),
  factsJson: '{"windows":{}}',
  params: { ...run, evaluationId },
});

export async function scoreOf(pool: EvaluationPool, request: EvaluationRequest): Promise<number> {
  return (await pool.evaluate(request)).totalScore;
}

/** Returns why an evaluation was rejected. */
export async function refusalOf(evaluation: Promise<unknown>): Promise<PoolError> {
  const error = await evaluation.then(
    () => new Error('there was an outcome'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof PoolError) return error;
  throw error;
}

export const reasonOf = async (evaluation: Promise<unknown>): Promise<string> => (await refusalOf(evaluation)).reason;

/** Waits for something that happens in another thread. */
export async function until(happened: () => boolean): Promise<void> {
  while (!happened()) await new Promise((resolve) => setTimeout(resolve, 2));
}
