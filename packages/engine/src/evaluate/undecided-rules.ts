import { FoundOutcome } from './found-outcome.js';
import type { RunOutcome } from '../outcome/run-outcome.js';

/** Indexes of the rules that are unknown, in set order. Reads no leaves, unlike `outcomes`: for counting over many runs. */
export const undecidedRules = (outcome: RunOutcome): readonly number[] =>
  FoundOutcome.runOf(outcome)?.undecided() ??
  outcome.outcomes.flatMap(({ rule, outcome: found }) => (found === 'unknown' ? [rule] : []));
