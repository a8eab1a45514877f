import type { Decision, RiskLevel, RunOutcome, Suggestion } from '@tamis/engine';
import { hitsOf } from './outcome-codes.js';
import type { Evaluation } from '../evaluation.js';

/** An evaluation that was made in this thread. */
export class LocalEvaluation implements Evaluation {
  readonly decision: Decision;
  readonly totalScore: number;
  readonly riskScore: number;
  readonly riskLevel: RiskLevel;
  readonly suggestion: Suggestion | null;

  constructor(
    readonly key: string,
    private readonly made: RunOutcome,
  ) {
    this.decision = made.decision;
    this.totalScore = made.totalScore;
    this.riskScore = made.riskScore;
    this.riskLevel = made.riskLevel;
    this.suggestion = made.suggestion;
  }

  hits(): readonly number[] {
    return hitsOf(this.made);
  }

  outcome(): RunOutcome {
    return this.made;
  }

  outcomeJson(): string {
    return JSON.stringify(this.made);
  }
}
