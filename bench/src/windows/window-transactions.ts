import type { EvaluationParams, StoredRecord } from '@tamis/engine';
import { seededRandom } from '../random.js';

/** A payment and the evaluation that decides it. */
export interface WindowTransaction {
  readonly record: StoredRecord;
  readonly run: EvaluationParams;
}

const spanMs = 60 * 86_400_000;
const end = Date.parse('2026-01-15T12:00:00Z');

/** Returns payments of a number of customers over 60 days, in chronological order. */
export function windowTransactions(count: number, customers: number, seed: number): readonly WindowTransaction[] {
  const random = seededRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  return Array.from({ length: count }, (_, index) => {
    const now = end - spanMs + Math.floor((index * spanMs) / count);
    const record = {
      id: `t-${String(index)}`,
      originEntityId: `e-${String(below(customers))}`,
      destinationEntityId: `e-${String(below(customers))}`,
      amount: (below(1_000_000) / 100).toFixed(2),
      currency: 'USD',
      status: below(10) === 0 ? 'DECLINED' : 'SENT',
      channel: `shop-${String(below(300))}`,
      transactedAt: new Date(now).toISOString(),
    };
    return { record, run: { evaluationId: `run-${String(index)}`, target: 'transaction', trigger: 'created', now } };
  });
}
