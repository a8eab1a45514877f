import { FoundOutcome } from './lazy-outcome.js';
import type { EvaluationOutcome } from '../outcome/evaluation-outcome.js';

/** Indexes of the rules that are unknown, in set order. Reads no leaves, unlike `outcomes`: for counting over many runs. */
export const undecidedRules = (outcome: EvaluationOutcome): readonly number[] =>
  FoundOutcome.runOf(outcome)?.undecidedRules() ??
  outcome.outcomes.flatMap(({ rule, outcome: found }) => (found === 'unknown' ? [rule] : []));
