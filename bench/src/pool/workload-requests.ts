import type { RuleSetContent } from '@tamis/engine';
import type { EvaluationPool, EvaluationRequest } from '@tamis/engine-pool';
import { tamisRules } from '../engine/tamis-rules.js';
import { makeWorkload } from '../engine/workload.js';

const now = Date.parse('2026-03-01T10:00:00Z');

export interface PoolWorkload {
  readonly content: RuleSetContent;
  readonly requests: (key: string) => readonly EvaluationRequest[];
}

/** Returns the generated rules of the engine benchmark, with their contexts as JSON text. */
export function poolWorkload(rules: number, seed: number): PoolWorkload {
  const workload = makeWorkload(rules, seed);
  const contexts = workload.contexts.map((context) => JSON.stringify(context));
  return {
    content: tamisRules(workload.rules),
    requests: (key) =>
      contexts.map((contextJson, index) => ({
        key,
        contextJson,
        factsJson: '{"windows":{}}',
        params: { evaluationId: `bench-${index}`, target: 'transaction', trigger: 'created', now },
      })),
  };
}

/** Performs a number of evaluations with a constant number of them in flight. */
export async function evaluateMany(
  pool: EvaluationPool,
  requests: readonly EvaluationRequest[],
  { count, inFlight, parse }: { readonly count: number; readonly inFlight: number; readonly parse: boolean },
): Promise<number> {
  let next = 0;
  let score = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      const request = requests[next++ % requests.length] as EvaluationRequest;
      const evaluation = await pool.evaluate(request);
      score += parse ? evaluation.outcome().totalScore : evaluation.totalScore;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, lane));
  return score;
}
