import type { Effect } from '../outcome/effect.js';
import type { Verdict } from './decide.js';
import type { FoundRules } from './found-rules.js';
import type { RuleOutcome, RunOutcome } from '../outcome/run-outcome.js';

/**
 * The outcome of a run. What the conditions of its rules found is computed when it is first asked for: many callers need hits
 * and decision alone. `outcomes` is an own, enumerable member all the same, so that copies, JSON and messages to threads hold it.
 */
export class FoundOutcome implements RunOutcome {
  readonly evaluated: RunOutcome['evaluated'];
  readonly hits: RunOutcome['hits'];
  declare readonly outcomes: RunOutcome['outcomes'];
  readonly totalScore: number;
  readonly riskScore: number;
  readonly riskLevel: RunOutcome['riskLevel'];
  readonly suggestion: RunOutcome['suggestion'];
  readonly decision: RunOutcome['decision'];
  readonly decisionBecause: RunOutcome['decisionBecause'];
  declare readonly matrices?: NonNullable<RunOutcome['matrices']>;
  declare readonly executed?: NonNullable<RunOutcome['executed']>;
  readonly effects: readonly Effect[];
  #known: readonly RuleOutcome[] | null = null;
  #found: FoundRules | null;

  constructor(
    evaluated: RunOutcome['evaluated'],
    hits: RunOutcome['hits'],
    verdict: Verdict,
    effects: readonly Effect[],
    found: FoundRules,
  ) {
    this.evaluated = evaluated;
    this.hits = hits;
    this.totalScore = verdict.totalScore;
    this.riskScore = verdict.riskScore;
    this.riskLevel = verdict.riskLevel;
    this.suggestion = verdict.suggestion;
    this.decision = verdict.decision;
    this.decisionBecause = verdict.decisionBecause;
    if (verdict.matrices) this.matrices = verdict.matrices;
    if (verdict.executed) this.executed = verdict.executed;
    this.effects = effects;
    this.#found = found;
    Object.defineProperty(this, 'outcomes', FoundOutcome.#outcomes);
  }

  /** The run behind an outcome fresh from `evaluate` whose `outcomes` nobody has read yet. */
  static runOf(outcome: RunOutcome): FoundRules | null {
    return outcome instanceof FoundOutcome ? outcome.#found : null;
  }

  static readonly #outcomes: PropertyDescriptor & ThisType<FoundOutcome> = {
    enumerable: true,
    get() {
      if (this.#found) this.#known = this.#found.outcomes();
      this.#found = null;
      return this.#known;
    },
  };
}
