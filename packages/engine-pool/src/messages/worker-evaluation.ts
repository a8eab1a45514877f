import type { Decision, RiskLevel, EvaluationOutcome, Suggestion } from '@tamis/engine';
import { itemField, type BatchReply } from './batch-message.js';
import { decodeOutcome, decodeOutcomeJson } from './decode-outcome.js';
import { decisions, riskLevels, suggestions } from './outcome-codes.js';
import type { Evaluation } from '../evaluation.js';

/** An evaluation whose data is still in the reply of the worker. */
export class WorkerEvaluation implements Evaluation {
  /**
   * @param at start of the item in the numbers of the answer
   * @param textAt start of its text
   */
  constructor(
    readonly key: string,
    private readonly reply: BatchReply,
    private readonly offset: number,
    private readonly textOffset: number,
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
    const first = this.offset + itemField.firstHit;
    return [...this.reply.numbers.subarray(first, first + this.number(itemField.hits))];
  }

  outcome(): EvaluationOutcome {
    return decodeOutcome(this.text());
  }

  outcomeJson(): string {
    return decodeOutcomeJson(this.text());
  }

  private text(): string {
    return this.reply.text.slice(this.textOffset, this.textOffset + this.number(itemField.textLength));
  }

  private number(place: number): number {
    return this.reply.numbers[this.offset + place] as number;
  }
}
