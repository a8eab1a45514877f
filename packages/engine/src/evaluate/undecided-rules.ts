import { FoundOutcome } from './lazy-outcome.js';
import type { EvaluationOutcome } from '../outcome/evaluation-outcome.js';

/**
 * Returns the indexes of the unknown rules, in set order. Unlike `outcomes`, it evaluates no leaves. For counting over many evaluations.
 */
export const undecidedRules = (outcome: EvaluationOutcome): readonly number[] =>
  FoundOutcome.runOf(outcome)?.undecidedRules() ??
  outcome.outcomes.flatMap(({ rule, outcome: found }) => (found === 'unknown' ? [rule] : []));
