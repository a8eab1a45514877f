import { leafOutcomes, type CompiledLeaf } from '../compile/compile-leaves.js';
import type { CompiledRule } from '../compile/compile-rule.js';
import type { RuleIndex } from '../compile/rule-index.js';
import type { Facts, Context } from '../facts/facts.js';
import { causesOf, countsAsHit, type Finding } from './conclude.js';
import type { EvaluationParams } from '../facts/evaluation-params.js';
import type { EvaluationFrame } from './evaluation-frame.js';
import type { RuleOutcome } from '../outcome/evaluation-outcome.js';

/** An evaluation that can be inspected again. It is restored if another one took place meanwhile. Context and facts must be unchanged. */
export class LazyRuleOutcomes {
  private readonly epoch: number;

  /** @param frame where the run is under way. `others`: in set order, as `hits`; all rules that are unknown are among them. */
  constructor(
    readonly compiled: readonly CompiledRule[],
    private readonly frame: EvaluationFrame,
    private readonly run: EvaluationParams,
    private readonly hits: readonly number[],
    private readonly others: readonly Finding[],
    private readonly index: RuleIndex | null,
    private readonly context: Context = frame.context,
    private readonly facts: Facts = frame.facts,
  ) {
    this.epoch = frame.epoch;
  }

  /** Returns the results of rules that hit and of unknown ones, in set order. */
  outcomes(): readonly RuleOutcome[] {
    const frame = this.restoreFrame();
    const outcomes = this.hits.map((rule): RuleOutcome => ({
      rule,
      outcome: 'hit',
      counts: true,
      leaves: leafOutcomes(this.leavesOf(rule), frame, true),
    }));
    const unknowns = this.unknownOutcomes();
    return unknowns.length === 0 ? outcomes : [...outcomes, ...unknowns].sort((a, b) => a.rule - b.rule);
  }

  /** Returns the indexes of the unknown rules. */
  undecidedRules(): readonly number[] {
    return this.others.flatMap(({ of, value }) => (value === true ? [] : [of.index]));
  }

  unknownOutcomes(): readonly RuleOutcome[] {
    const undecided = this.others.filter(({ value }) => value !== true);
    if (undecided.length === 0) return [];
    const frame = this.restoreFrame();
    return undecided.map((finding): RuleOutcome => {
      const { index: rule } = finding.of;
      return {
        rule,
        outcome: 'unknown',
        counts: countsAsHit(finding),
        causes: causesOf(finding),
        leaves: leafOutcomes(this.leavesOf(rule), frame),
      };
    });
  }

  leavesOf(rule: number): readonly CompiledLeaf[] {
    return (this.compiled[rule] as CompiledRule).leaves;
  }

  /** Returns the index that found the hits, if it still belongs to this evaluation. */
  indexOfRun(): RuleIndex | null {
    return this.index?.epoch === this.epoch ? this.index : null;
  }

  /** Returns the frame of this evaluation, valid until the next one of the set. */
  restoreFrame(): EvaluationFrame {
    const { frame } = this;
    if (frame.epoch !== this.epoch) frame.reset(this.context, this.facts, this.run);
    return frame;
  }
}
