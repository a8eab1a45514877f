import type { Decision, RiskLevel, EvaluationOutcome, Suggestion } from '@tamis/engine';
import { hitsOf } from './outcome-codes.js';
import type { Evaluation } from '../evaluation.js';

/** An evaluation that took place in this thread. */
export class LocalEvaluation implements Evaluation {
  readonly decision: Decision;
  readonly totalScore: number;
  readonly riskScore: number;
  readonly riskLevel: RiskLevel;
  readonly suggestion: Suggestion | null;

  constructor(
    readonly key: string,
    private readonly result: EvaluationOutcome,
  ) {
    this.decision = result.decision;
    this.totalScore = result.totalScore;
    this.riskScore = result.riskScore;
    this.riskLevel = result.riskLevel;
    this.suggestion = result.suggestion;
  }

  hits(): readonly number[] {
    return hitsOf(this.result);
  }

  outcome(): EvaluationOutcome {
    return this.result;
  }

  outcomeJson(): string {
    return JSON.stringify(this.result);
  }
}
