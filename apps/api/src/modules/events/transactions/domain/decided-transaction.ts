import { executedIds, type RunReport } from '../../../decisions/evaluations/index.js';
import { withStatus } from './status-move.js';
import type { Transaction } from './transaction.js';

/** Whether a run alone makes its transaction a flagged one. */
export const flags = ({ decided, applied }: RunReport): boolean =>
  decided.outcome.suggestion !== null || applied.raised.length > 0;

/** A transaction with what a run left on it: decision, status, flag. `hasOpenAlert`: of earlier runs. */
export function withDecision(transaction: Transaction, report: RunReport, hasOpenAlert: boolean): Transaction {
  const { decided, applied, evaluatedAt } = report;
  const { set, run, outcome } = decided;
  const { move } = applied;
  const moved = move ? withStatus(transaction, { ...move, changedAt: evaluatedAt, changedBy: 'rule' }) : transaction;
  return {
    ...moved,
    flagged: hasOpenAlert || flags(report),
    last: {
      evaluationId: run.evaluationId,
      ruleSetVersion: set.version,
      riskScore: outcome.riskScore,
      decision: outcome.decision,
      riskMatrixIds: executedIds(set, outcome.matrices),
      evaluatedAt,
    },
  };
}
