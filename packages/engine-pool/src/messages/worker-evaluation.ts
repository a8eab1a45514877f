import type { Decision, RiskLevel, RunOutcome, Suggestion } from '@tamis/engine';
import type { Evaluation } from '../evaluation-pool.js';
import { itemField, type BatchAnswer } from './batch-message.js';
import { decisions, indexesOf, riskLevels, suggestions } from './outcome-codes.js';

type EncodedOutcome = Omit<RunOutcome, 'evaluated'> & { readonly evaluated: readonly number[] };

/** An evaluation that still lies in the answer of the worker. */
export class WorkerEvaluation implements Evaluation {
  /**
   * @param at start of the item in the numbers of the answer
   * @param textAt start of its text
   */
  constructor(
    readonly key: string,
    private readonly answer: BatchAnswer,
    private readonly at: number,
    private readonly textAt: number,
  ) {}

  get decision(): Decision {
    return decisions[this.number(itemField.decision)] as Decision;
  }

  get totalScore(): number {
    return this.number(itemField.totalScore);
  }

  get riskScore(): number {
    return this.number(itemField.riskScore);
  }

  get riskLevel(): RiskLevel {
    return riskLevels[this.number(itemField.riskLevel)] as RiskLevel;
  }

  get suggestion(): Suggestion | null {
    return suggestions[this.number(itemField.suggestion)] ?? null;
  }

  hits(): readonly number[] {
    const first = this.at + itemField.firstHit;
    return [...this.answer.numbers.subarray(first, first + this.number(itemField.hits))];
  }

  outcome(): RunOutcome {
    const text = this.answer.text.slice(this.textAt, this.textAt + this.number(itemField.textLength));
    const { evaluated, ...rest } = JSON.parse(text) as EncodedOutcome;
    return { evaluated: indexesOf(evaluated), ...rest };
  }

  private number(place: number): number {
    return this.answer.numbers[this.at + place] as number;
  }
}
