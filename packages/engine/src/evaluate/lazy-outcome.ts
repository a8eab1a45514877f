import type { Effect } from '../outcome/effect.js';
import type { Verdict } from './decide.js';
import type { LazyRuleOutcomes } from './lazy-rule-outcomes.js';
import type { RuleOutcome, EvaluationOutcome } from '../outcome/evaluation-outcome.js';

/**
 * The outcome of an evaluation. The results of its rules' conditions are computed on first access, since many callers only need hits and
 * decision. `outcomes` is nevertheless an own, enumerable property, so that copies, JSON and messages to threads contain it.
 */
export class FoundOutcome implements EvaluationOutcome {
  readonly evaluated: EvaluationOutcome['evaluated'];
  readonly hits: EvaluationOutcome['hits'];
  declare readonly outcomes: EvaluationOutcome['outcomes'];
  readonly totalScore: number;
  readonly riskScore: number;
  readonly riskLevel: EvaluationOutcome['riskLevel'];
  readonly suggestion: EvaluationOutcome['suggestion'];
  readonly decision: EvaluationOutcome['decision'];
  readonly decisionBecause: EvaluationOutcome['decisionBecause'];
  declare readonly matrices?: NonNullable<EvaluationOutcome['matrices']>;
  declare readonly executed?: NonNullable<EvaluationOutcome['executed']>;
  readonly effects: readonly Effect[];
  #known: readonly RuleOutcome[] | null = null;
  #found: LazyRuleOutcomes | null;

  constructor(
    evaluated: EvaluationOutcome['evaluated'],
    hits: EvaluationOutcome['hits'],
    verdict: Verdict,
    effects: readonly Effect[],
    found: LazyRuleOutcomes,
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

  /** Returns the evaluation behind an outcome of `evaluate` whose `outcomes` have not been read yet. */
  static runOf(outcome: EvaluationOutcome): LazyRuleOutcomes | null {
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
